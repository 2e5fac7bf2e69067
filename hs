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


def main() -> int:
    """Prepare what the command needs and become it."""
    wanted = ["play", "dev"] if sys.argv[1:2] == ["test"] else ["play"]
    problem = missing()
    if problem:
        print(problem, file=sys.stderr)
        return 1
    if not all(is_ready(lock) for lock in wanted):
        prepare(wanted)
    os.environ["PYTHONPATH"] = os.path.join(ROOT, "src")
    os.execv(PYTHON, [PYTHON, "-m", "homestretch", *sys.argv[1:]])


def missing() -> str:
    """Say in one line what this Python lacks and what helps; an empty text if nothing."""
    if not OLDEST <= sys.version_info[:2] <= NEWEST:
        return "Homestretch needs Python 3.11 to 3.14; this is {}.{}. Try: python3.13 hs".format(
            *sys.version_info[:2]
        )
    try:
        import ensurepip
        import venv

        assert ensurepip
        assert venv
    except ImportError:
        return "Python cannot make a virtual environment here. What helps: sudo apt install python3-venv"
    return ""


def stamp(lock: str) -> str:
    """Give what the stamp of a lock must hold: the lock, this Python and where it lies."""
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


def prepare(locks: "list[str]") -> None:
    """Install the locks, one process at a time; the stamps are written last, so a cut-off try is made anew."""
    import fcntl

    with open(os.path.join(ROOT, ".venv.lock"), "w") as guard:
        fcntl.flock(guard, fcntl.LOCK_EX)
        if not is_ready("play"):
            print("Preparing Homestretch for its first start (a minute or two) ...", file=sys.stderr)
            shutil.rmtree(VENV, ignore_errors=True)
            subprocess.run([sys.executable, "-m", "venv", VENV], check=True)
        for lock in locks:
            if not is_ready(lock):
                install(lock)


def install(lock: str) -> None:
    """Install one lock file: nothing but wheels, nothing without its hash."""
    command = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    command += ["--require-hashes", "--only-binary", ":all:", "--no-deps"]
    command += ["-r", os.path.join(ROOT, "requirements", lock + ".txt")]
    subprocess.run(command, check=True)
    with open(stamp_path(lock), "w") as file:
        file.write(stamp(lock))


if __name__ == "__main__":
    try:
        sys.exit(main())
    except subprocess.CalledProcessError as error:
        sys.exit("That did not work: {}. Nothing half-done stays; try again.".format(" ".join(error.cmd)))
    except KeyboardInterrupt:
        sys.exit(130)
