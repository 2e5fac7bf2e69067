"""`hs test`: formatting, lint, layers, types and tests, in this order; the first that fails ends it."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
CHECKS = (
    ("ruff", ["-m", "ruff", "check", "."]),
    ("format", ["-m", "ruff", "format", "--check", "."]),
    ("layers", ["-c", "from importlinter.cli import lint_imports_command as lint; lint()"]),
    ("types", ["-m", "mypy"]),
)


def run(arguments: list[str]) -> int:
    """Run all checks, then pytest; with arguments only pytest, which gets them. Give the exit status."""
    if not (ROOT / "pyproject.toml").exists():
        print("hs test works in the project's own folder, not in an installed package.", file=sys.stderr)
        return 2
    for name, command in [] if arguments else CHECKS:
        print(f"== {name}", flush=True)
        status = _python(command)
        if status:
            return status
    print("== tests", flush=True)
    return _python(["-m", "pytest", *arguments])


def _python(command: list[str]) -> int:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    return subprocess.run([sys.executable, *command], cwd=ROOT, env=environment).returncode
