"""Load a game with a search over it: interpreted, or compiled. The only place that knows Numba.

`compiled` executes the sources a second time under names that carry a digest of every source that can
change the result, turns each function into a compiled one and keeps them in a cache folder of that
digest. Numba alone looks only at the file that holds a function and would go on using stale callees.
"""

import ast
import hashlib
import importlib
import importlib.util
import os
import shutil
import sys
import time
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import platformdirs

from homestretch.engine import state

UNUSED_DAYS = 30
UNIFORM = "homestretch.engine.uniform"
"""The policy that plays at random."""
_NO_STORY = {"homestretch.engine.story": "homestretch.engine.silent"}


class Kit:
    """A search bound to one game, with the means to make its working memory; interpreted."""

    def __init__(self, rules: str, search: str, policy: str) -> None:
        self.rules: Any = importlib.import_module(rules)
        self.search: Any = _instance(search, f"{search}__{rules}")
        self.search.G, self.search.P = self.rules, importlib.import_module(policy)
        self.search.copy_state = _copy_plain

    def box(self, box: Any) -> Any:
        """Give a box in the form the search takes."""
        return box

    def state(self, s: Any) -> Any:
        """Give a state in the form the search takes; it shares nothing with s."""
        return s.copy()

    def states(self, count: int) -> Any:
        """Give working memory for states."""
        return self.records(self.rules.State, count)

    def records(self, cls: Any, count: int) -> Any:
        """Give working memory for objects of a class made by @record or @state."""
        return [cls() for _ in range(count)]

    def ints(self, *shape: int) -> Any:
        """Give whole numbers, all 0, of one or two dimensions."""
        return state.Field(shape, "i8", "").blank()

    def reals(self, count: int) -> Any:
        """Give real numbers, all 0."""
        return [0.0] * count


def _copy_plain(states: Any, i: int, s: Any) -> None:
    states[i] = s.copy()


class CompiledKit(Kit):
    """The same for compiled code: its memory is NumPy arrays."""

    def __init__(self, rules: str, search: str, policy: str, *, bounds_check: bool = False) -> None:
        self.rules = importlib.import_module(rules)
        self.sources = _sources(rules, search, policy)
        self.digest = _digest(self.sources, bounds_check)
        folder = cache_folder(rules, self.digest)
        self.instances = _compiled_instances(self.sources, folder, self.digest, bounds_check)
        self.search = self.instances[search]
        self.search.G, self.search.P = self.instances[rules], self.instances[policy]
        self.search.copy_state = self.instances["homestretch.engine.copying"].copy_state

    def box(self, box: Any) -> Any:
        """Give a box as a record."""
        return self._record(box)

    def state(self, s: Any) -> Any:
        """Give a state as a record."""
        return self._record(s)

    def _record(self, plain: Any) -> Any:
        from homestretch.engine.records import to_record

        return to_record(plain, self.records(type(plain), 1))

    def records(self, cls: Any, count: int) -> Any:
        """Give an array of records."""
        import numpy as np

        from homestretch.engine.records import dtype_of

        return np.zeros(count, dtype_of(cls))

    def ints(self, *shape: int) -> Any:
        """Give an array of int64."""
        import numpy as np

        return np.zeros(shape, np.int64)

    def reals(self, count: int) -> Any:
        """Give an array of float64."""
        import numpy as np

        return np.zeros(count, np.float64)


def interpreted(rules: str, search: str, policy: str = UNIFORM) -> Kit:
    """Bind a search to a game's rules and a policy (module names), without NumPy and Numba."""
    return Kit(rules, search, policy)


_compiled: dict[tuple[str, str, str, bool], CompiledKit] = {}


def compiled(rules: str, search: str, policy: str = UNIFORM, *, bounds_check: bool = False) -> CompiledKit:
    """Bind a search to a game's rules and a policy, compiled: at the first call, or taken from the cache.

    :param bounds_check: raise IndexError instead of reading or writing outside an array (10 % slower).
    """
    key = rules, search, policy, bounds_check
    if key not in _compiled:
        _compiled[key] = CompiledKit(rules, search, policy, bounds_check=bounds_check)
    return _compiled[key]


def cache_folder(rules: str, digest: str) -> Path:
    """Give the folder that holds the compiled code of one state of the sources."""
    return Path(platformdirs.user_cache_dir("homestretch")) / f"{rules.split('.')[-2]}_{digest}"


def _sources(rules: str, search: str, policy: str) -> dict[str, Path]:
    """Find the sources that can change the result: what rules, search and policy import of their own."""
    sources: dict[str, Path] = {}
    _collect(rules, {rules.split(".")[0], "homestretch"}, sources)
    _collect(search, {"homestretch"}, sources)
    _collect(policy, {rules.split(".")[0], "homestretch"}, sources)
    _collect("homestretch.engine.silent", set(), sources)
    _collect("homestretch.engine.copying", set(), sources)
    return sources


def _collect(name: str, packages: set[str], sources: dict[str, Path]) -> None:
    spec = importlib.util.find_spec(name)
    if name in sources or spec is None or not spec.origin or spec.submodule_search_locations is not None:
        return
    path = sources[name] = Path(spec.origin)
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        for found in names:
            if found.split(".")[0] in packages and _is_module(found):
                _collect(found, packages, sources)


def _is_module(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def _digest(sources: dict[str, Path], bounds_check: bool) -> str:
    import numba

    versions = f"{numba.__version__} {sys.version_info[:3]} {bounds_check}"
    h = hashlib.sha256(versions.encode())
    for path in [Path(__file__), *sources.values()]:
        h.update(path.read_bytes() + b"\0")
    return h.hexdigest()[:16]


def _instance(name: str, alias: str) -> Any:
    """Execute a module's source once more, as module alias."""
    origin = importlib.util.find_spec(name)
    assert origin is not None
    spec = importlib.util.spec_from_file_location(alias, origin.origin)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[alias] = module
    spec.loader.exec_module(module)
    return module


def _compiled_instances(
    sources: dict[str, Path], folder: Path, digest: str, bounds_check: bool
) -> dict[str, ModuleType]:
    import numba

    _tidy(folder)
    numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
    jit = numba.njit(cache=True, nogil=True, boundscheck=bounds_check)
    instances = {name: _instance(name, f"{name}__{digest}") for name in sources}
    for name, module in instances.items():
        for key, value in list(vars(module).items()):
            if isinstance(value, FunctionType) and value.__module__ == module.__name__:
                value.__qualname__ = f"{name}.{value.__qualname__}"  # part of the cache file's name
                setattr(module, key, jit(value))
    for module in instances.values():
        for key, value in list(vars(module).items()):
            _link(module, key, value, instances)
    return instances


def _link(module: ModuleType, key: str, value: Any, instances: dict[str, ModuleType]) -> None:
    """Let a global that was imported from another source point at that source's compiled instance."""
    if isinstance(value, ModuleType) and value.__name__ in instances:
        setattr(module, key, instances[value.__name__])
    elif isinstance(value, FunctionType) and value.__module__ in instances:
        home = _NO_STORY.get(value.__module__, value.__module__)
        setattr(module, key, getattr(instances[home], value.__name__))
    elif key.isupper() and isinstance(value, tuple) and value and not isinstance(value[0], str):
        import numpy as np

        # A constant table, as int64: Numba crashes on a cached recursive function of two int types.
        setattr(module, key, np.array(value, np.int64))


def _tidy(folder: Path) -> None:
    """Mark folder as used today and drop folders that nobody used for a month."""
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    for other in folder.parent.iterdir():
        if other.is_dir() and time.time() - other.stat().st_mtime > UNUSED_DAYS * 86400:
            shutil.rmtree(other, ignore_errors=True)
