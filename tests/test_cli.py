"""The command line and the bootstrap script, as a user calls them."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import homestretch
from homestretch.table.record import parse_record

ROOT = Path(__file__).parents[1]


def hs(
    *arguments: str, lang: str = "en", stdin: str = "", cwd: Path = ROOT
) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "LC_ALL": lang, "COLUMNS": "120"}
    command = [sys.executable, "-m", "homestretch", *arguments]
    return subprocess.run(command, env=environment, input=stdin, capture_output=True, text=True, cwd=cwd)


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the record of a game that two bots played."""
    path = tmp_path_factory.mktemp("records") / "game.txt"
    done = hs("play", "crazy_jump", "--seat", "random", "--seat", "bot:easy", "--record", str(path))
    assert done.returncode == 0, done.stderr
    return path


def test_version_and_help_in_three_languages() -> None:
    assert hs("--version").stdout == f"homestretch {homestretch.__version__}\n"
    for lang, word in [
        ("nl_NL.UTF-8", "bordspellen"),
        ("de_DE.UTF-8", "Brettspiele"),
        ("fr", "tabletop games"),
    ]:
        assert word in hs("--help", lang=lang).stdout


def test_bots_play_by_themselves_and_the_record_replays_and_verifies(record: Path) -> None:
    assert parse_record(record.read_text("utf-8")).places
    assert "CJ" not in hs("replay", str(record)).stderr
    done = hs("verify", str(record))
    assert (done.returncode, done.stderr) == (0, "")
    assert "all" in done.stdout


def test_the_independent_checker_agrees(record: Path, tmp_path: Path) -> None:
    checker = ROOT / "docs" / "check_proof.py"
    lines = checker.read_text().splitlines()
    assert len(lines) <= 30
    assert not any("homestretch" in line.lower() for line in lines[1:])
    good = subprocess.run([sys.executable, checker, record], capture_output=True, text=True)
    assert (good.returncode, good.stderr) == (0, "")
    text = record.read_text("utf-8")
    face = text[text.index("(") + 1]
    other = tmp_path / "changed.txt"
    other.write_text(text.replace(f"({face})", f"({int(face) % 6 + 1})", 1), "utf-8")
    bad = subprocess.run([sys.executable, checker, other], capture_output=True, text=True)
    assert bad.returncode == 1
    assert "Draw 0" in bad.stderr


def test_the_example_in_the_proof_document_is_right(tmp_path: Path) -> None:
    words = (ROOT / "docs" / "proof.md").read_text("utf-8").split("`")
    seed, seal = [word for word in words if len(word) == 64]
    dice = next(
        line
        for line in (ROOT / "docs" / "proof.md").read_text("utf-8").splitlines()
        if "draws 0 to 9" in line
    )
    faces = dice.split("|")[2].split()
    lines = [f'[Seal "{seal}"]', f'[Seed "{seed}"]', "", "1. * " + " ".join(f"({face})" for face in faces)]
    (tmp_path / "record.txt").write_text("\n".join(lines))
    done = subprocess.run([sys.executable, ROOT / "docs" / "check_proof.py", tmp_path / "record.txt"])
    assert done.returncode == 0


def test_a_picture_of_any_position_as_svg_and_png(record: Path, tmp_path: Path) -> None:
    svg, png = tmp_path / "a.svg", tmp_path / "a.png"
    assert (
        hs("replay", str(record), "--at", "20", "--svg", str(svg), "--png", str(png), "--dark").returncode
        == 0
    )
    assert svg.read_text("utf-8").startswith("<svg")
    assert png.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(png.read_bytes()[16:20], "big") == 960


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["play", "chess"], "There is no game chess; there are: circuit, crazy_jump, fifteen_hundred, pig"),
        (["play", "pig", "--seat", "bot:cruel", "--seat", "random"], "no player bot:cruel"),
        (["play", "pig", "--seat", "random"], "2 to 2 seats, not with 1"),
        (["play", "pig", "--option", "goal"], "'goal' is no option"),
        (["play", "pig", "--option", "goal=9"], "goal must be a whole number from 10 to 1000, not 9"),
        (
            ["play", "crazy_jump", "--option", "line=long"],
            "line cannot be long; it can be: path, group, straight",
        ),
        (["play", "crazy_jump", "--option", "lime=path"], "There is no option lime"),
        (["play", "pig", "--record", "/no/such/folder/a.txt"], "/no/such/folder/a.txt cannot be written"),
        (["replay", "/no/such/file"], "/no/such/file cannot be read: No such file"),
        (["verify", "README.md"], "The tag Homestretch is missing"),
        (["rules", "crazy_jump", "CJ-99"], "There is no rule CJ-99"),
        (["rules", "crazy_jump", "--lang", "fr"], "There is no language fr"),
        (["simulate", "pig", "--players", "bot:hard"], "2 to 2 seats"),
    ],
)
def test_bad_input_gets_one_clear_line_and_status_2(arguments: list[str], said: str) -> None:
    done = hs(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_circuit_is_checked_and_drawn(tmp_path: Path) -> None:
    sound = hs("track", "check", "het_grasveld", lang="nl")
    assert (
        sound.stdout
        == "Het Grasveld klopt: 135 velden, 291 overgangen, van start naar finish 47 tot 62 stappen.\n"
    )
    own = tmp_path / "own.toml"
    source = (ROOT / "src/homestretch/track/data/het_grasveld.toml").read_text("utf-8")
    own.write_text(source.replace("b = [168, 180]", "b = [168]"), "utf-8")
    wrong = hs("track", "check", str(own), lang="de")
    assert (wrong.returncode, "Von b168 geht es nirgends weiter." in wrong.stdout) == (1, True)
    own.write_text(source.replace("finish = 624", ""), "utf-8")
    assert "The circuit needs a key finish (whole number)." in hs("track", "check", str(own)).stderr
    png = tmp_path / "a.png"
    assert hs("track", "draw", "de_binnenstad", "--png", str(png), "--dark").returncode == 0
    assert int.from_bytes(png.read_bytes()[16:20], "big") == 1600


def test_a_broken_record_is_refused_in_the_readers_language(record: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.txt"
    text = record.read_text("utf-8")
    broken.write_text(text.replace("\n1. black ", "\n1. black d3 "), "utf-8")
    done = hs("verify", str(broken), lang="nl")
    assert done.returncode == 2
    assert "Regel 13" in done.stderr
    assert "CJ-3" in done.stderr


def test_a_rule_is_shown_in_the_language_asked_for() -> None:
    assert "CJ-7" in hs("rules", "crazy_jump", "cj-7", "--lang", "de").stdout
    whole = hs("rules", "crazy_jump", lang="nl").stdout
    assert all(f"CJ-{number}" in whole for number in range(1, 22))


def test_a_person_reads_at_the_bet_line_what_a_bet_brings() -> None:
    done = hs("play", "circuit", "--seat", "person", *["--seat", "random"] * 5, stdin="1\n" * 90 + "q\n")
    assert done.returncode == 0, done.stderr
    assert "You get 9 million if the car wins, 6 for second and 3 for third place." in done.stdout


def test_a_person_plays_by_number_and_by_notation_and_reads_why_not() -> None:
    answers = "1\nodd\na4\n99\nzz\nq\n"
    done = hs("play", "crazy_jump", "--seat", "person", "--seat", "person", stdin=answers)
    assert done.returncode == 0, done.stderr
    assert "CJ-5" in done.stdout
    assert "hs rules crazy_jump CJ-5" in done.stdout
    assert "99 is not in the list" in done.stdout
    assert "'zz' is no action" in done.stdout
    assert "You have left the table" in done.stdout


def test_a_simulation_repeats_and_its_numbers_add_up() -> None:
    one, two = (hs("simulate", "pig", "--games", "300", "--seed", "4", "--json").stdout for _ in range(2))
    assert one == two
    report = json.loads(one)
    assert sum(report["wins"]) == report["games"] == sum(report["reasons"].values()) == 300
    assert report["shared"] == [0, 0]
    words = hs("simulate", "crazy_jump", "--games", "50", "--option", "tie=cells", lang="de").stdout
    assert "Schwarz" in words
    assert "Mittel" in words


def test_a_compiled_simulation_is_the_interpreted_one_continued() -> None:
    """The first games of a long run are those of a short one."""
    short = json.loads(hs("simulate", "pig", "--games", "2999", "--json").stdout)
    long = json.loads(hs("simulate", "pig", "--games", "3000", "--json").stdout)
    assert 0 <= long["wins"][0] - short["wins"][0] <= 1
    assert sum(long["wins"]) == 3000


def test_bots_meet_in_a_simulation() -> None:
    done = hs("simulate", "pig", "--games", "2", "--players", "bot:easy,bot:normal", "--json")
    assert sum(json.loads(done.stdout)["wins"]) == 2, done.stderr


def test_it_builds_as_a_wheel_that_holds_all_it_needs(tmp_path: Path) -> None:
    source = tmp_path / "source"
    shutil.copytree(ROOT, source, ignore=shutil.ignore_patterns(".venv*", ".git", "__pycache__", ".*_cache"))
    command = [
        sys.executable,
        "-m",
        "build",
        "--wheel",
        "--no-isolation",
        "--outdir",
        str(tmp_path),
        str(source),
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    wheel = zipfile.ZipFile(next(tmp_path.glob("*.whl")))
    wanted = {
        p.relative_to(ROOT / "src").as_posix()
        for p in (ROOT / "src").rglob("*.*")
        if "__pycache__" not in str(p)
    }
    assert wanted <= set(wheel.namelist())
    wheel.extractall(tmp_path / "installed")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "installed"), "LC_ALL": "nl"}
    run = [sys.executable, "-m", "homestretch", "simulate", "pig", "--games", "5"]
    assert subprocess.run(run, env=environment, capture_output=True, cwd=tmp_path).returncode == 0


def bootstrap(
    folder: Path, python: str, *arguments: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run a copy of hs in a folder whose lock files ask for nothing."""
    (folder / "requirements").mkdir(exist_ok=True)
    for lock in ("play", "dev"):
        (folder / "requirements" / f"{lock}.txt").touch()
    shutil.copy(ROOT / "hs", folder / "hs")
    package = folder / "src" / "homestretch"
    package.mkdir(parents=True, exist_ok=True)
    (package / "__init__.py").touch()
    (package / "__main__.py").write_text("import sys; print(sys.argv[1:], sys.prefix)")
    command = [python, str(folder / "hs"), *arguments]
    return subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True)


def test_hs_prepares_once_and_passes_everything_on(tmp_path: Path) -> None:
    first = bootstrap(tmp_path, sys.executable, "play", "x y")
    assert first.stdout == f"['play', 'x y'] {tmp_path / '.venv'}\n", first.stderr
    assert "Preparing" in first.stderr
    marker = tmp_path / ".venv" / "marker"
    marker.touch()
    again = bootstrap(tmp_path, sys.executable)
    assert (again.stderr, marker.exists()) == ("", True)


def test_hs_makes_the_environment_anew_when_the_lock_changes_or_a_try_was_cut_off(tmp_path: Path) -> None:
    bootstrap(tmp_path, sys.executable)
    marker = tmp_path / ".venv" / "marker"
    for break_it in (
        lambda: (tmp_path / "requirements" / "play.txt").write_text("# changed\n"),
        lambda: (tmp_path / ".venv" / "play.stamp").unlink(),
    ):
        marker.touch()
        break_it()
        assert bootstrap(tmp_path, sys.executable).returncode == 0
        assert not marker.exists()


def test_hs_says_the_one_line_that_helps_where_ensurepip_is_missing(tmp_path: Path) -> None:
    fake = tmp_path / "fake"
    fake.mkdir()
    (fake / "ensurepip.py").write_text("raise ImportError('not here')")
    done = bootstrap(tmp_path, sys.executable, PYTHONPATH=str(fake), LC_ALL="de_DE.UTF-8")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "sudo apt install python3-venv" in done.stderr
    assert "virtuelle Umgebung" in done.stderr
