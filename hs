#!/usr/bin/env python3
"""Start Homestretch: prepare .venv from the lock files where needed, then pass everything on."""

import hashlib
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.abspath(__file__))
VENV = os.path.join(ROOT, ".venv")
PYTHON = os.path.join(VENV, "bin", "python")
OLDEST, NEWEST = (3, 11), (3, 14)
SAY = {
    "en": {
        "python": "Homestretch needs Python 3.11 to 3.14; this is {}.{}. Try for example: python3.13 hs",
        "venv": "Python cannot make a virtual environment here. What helps: sudo apt install python3-venv",
        "first": "Preparing Homestretch for its first start (a minute or two) ...",
        "failed": "Preparing did not work: {}. Nothing half-done is used; just try again.",
    },
    "nl": {
        "python": "Homestretch heeft Python 3.11 tot 3.14 nodig; dit is {}.{}. Probeer bijvoorbeeld: python3.13 hs",
        "venv": "Python kan hier geen virtuele omgeving maken. Dit helpt: sudo apt install python3-venv",
        "first": "Homestretch wordt klaargezet voor de eerste keer (een minuut of twee) ...",
        "failed": "Klaarzetten is niet gelukt: {}. Er wordt niets halfs gebruikt; probeer het gewoon opnieuw.",
    },
    "de": {
        "python": "Homestretch braucht Python 3.11 bis 3.14; dies ist {}.{}. Versuch zum Beispiel: python3.13 hs",
        "venv": "Python kann hier keine virtuelle Umgebung anlegen. Das hilft: sudo apt install python3-venv",
        "first": "Homestretch wird für den ersten Start vorbereitet (ein bis zwei Minuten) ...",
        "failed": "Das Vorbereiten ist misslungen: {}. Halbfertiges wird nicht benutzt; versuch es einfach noch einmal.",
    },
}


def say(key: str, *values: object) -> str:
    """Give a message in the language of the environment."""
    names = [os.environ.get(name, "")[:2] for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    lang = next((name for name in names if name in SAY), "en")
    return SAY[lang][key].format(*values)


def main() -> None:
    """Prepare what the command needs and become it."""
    if not OLDEST <= sys.version_info[:2] <= NEWEST:
        sys.exit(say("python", *sys.version_info[:2]))
    try:
        import ensurepip
        import venv
    except ImportError:
        sys.exit(say("venv"))
    del ensurepip, venv
    wanted = ["play", "dev"] if sys.argv[1:2] == ["test"] else ["play"]
    if not all(is_ready(lock) for lock in wanted):
        prepare(wanted)
    os.environ["PYTHONPATH"] = os.path.join(ROOT, "src")
    os.environ["HS_NAME"] = "hs"
    os.execv(PYTHON, [PYTHON, "-m", "homestretch", *sys.argv[1:]])


def stamp(lock: str) -> str:
    """Give what the stamp of a lock must hold: the lock's hash, this Python and where it lies."""
    with open(os.path.join(ROOT, "requirements", lock + ".txt"), "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    return f"{digest} {sys.version_info[0]}.{sys.version_info[1]} {sys.base_prefix}\n"


def stamp_path(lock: str) -> str:
    """Give the file in .venv that says that all of a lock is installed."""
    return os.path.join(VENV, lock + ".stamp")


def is_ready(lock: str) -> bool:
    """Tell whether .venv holds exactly what the lock says, for this Python."""
    try:
        with open(stamp_path(lock)) as file:
            return file.read() == stamp(lock)
    except OSError:
        return False


def is_stale(lock: str) -> bool:
    """Tell whether .venv holds what another version of the lock said."""
    return os.path.exists(stamp_path(lock)) and not is_ready(lock)


def prepare(wanted: "list[str]") -> None:
    """Install locks, one process at a time; stamps are written last, so that a cut-off try begins anew."""
    import fcntl

    with open(os.path.join(ROOT, ".venv.lock"), "w") as guard:
        fcntl.flock(guard, fcntl.LOCK_EX)
        if not is_ready("play") or any(is_stale(lock) for lock in wanted):
            print(say("first"), file=sys.stderr)
            shutil.rmtree(VENV, ignore_errors=True)
            run([sys.executable, "-m", "venv", VENV])
        for lock in wanted:
            if not is_ready(lock):
                install(lock)


def install(lock: str) -> None:
    """Install one lock: nothing but wheels, nothing without its hash."""
    path = os.path.join(ROOT, "requirements", lock + ".txt")
    options = ["--quiet", "--disable-pip-version-check", "--no-deps", "--require-hashes", "--only-binary", ":all:"]
    run([PYTHON, "-m", "pip", "install", *options, "-r", path])
    with open(stamp_path(lock), "w") as file:
        file.write(stamp(lock))


def run(command: "list[str]") -> None:
    """Run a command, or leave with a line that says which one failed."""
    if subprocess.call(command):
        sys.exit(say("failed", " ".join(command)))


if __name__ == "__main__":
    try:
        main()
    except OSError as error:
        sys.exit(say("failed", error))
    except KeyboardInterrupt:
        sys.exit(130)
