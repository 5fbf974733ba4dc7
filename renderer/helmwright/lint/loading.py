"""Imports of the many small modules that hold rules, in a third of the time that Python takes.

What Python does before it runs a module, over and over for hundreds of files of the same folders,
takes longer than to read and to run them (``python -m tests.bench.start`` fails if this saves nothing).
Here the compiled file that it has written is read, if that is certainly the one that it would read; in every
other case Python imports the module.
"""

from __future__ import annotations

import os
import sys
from functools import lru_cache
from importlib import import_module
from importlib.util import MAGIC_NUMBER
from marshal import loads
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import CodeType

_HEADER = 16
"""Bytes: a magic number, flags, the time and the size of the source. Source: PEP 552."""


def load_module(name: str) -> ModuleType:
    """Return a module of a package that is a folder, as ``importlib.import_module`` does."""
    known = sys.modules.get(name)
    if known is not None:
        return known
    package_name, _, last = name.rpartition(".")
    package = import_module(package_name)
    path = f"{package.__path__[0]}/{last}.py"
    code = _compiled(path, f"{package.__path__[0]}/__pycache__/{last}{_suffix()}")
    if code is None:
        return import_module(name)
    module = ModuleType(name)
    module.__file__ = path
    module.__package__ = package_name
    sys.modules[name] = module
    try:
        exec(code, module.__dict__)  # noqa: S102 - what an import does
    except BaseException:
        del sys.modules[name]
        raise
    setattr(package, last, module)
    return module


def _compiled(path: str, compiled: str) -> CodeType | None:
    """Return the code of a source that has not changed since it was compiled; None otherwise."""
    if not _suffix():
        return None
    try:
        status = os.stat(path)  # noqa: PTH116 - quick
        with open(compiled, "rb", buffering=0) as file:  # noqa: PTH123 - quick
            data = file.read()
    except OSError:
        return None
    of_source = int(status.st_mtime) & 0xFFFFFFFF, status.st_size & 0xFFFFFFFF
    header = b"".join(number.to_bytes(4, "little") for number in (0, *of_source))
    if data[:_HEADER] != MAGIC_NUMBER + header:
        return None
    code: CodeType = loads(memoryview(data)[_HEADER:])  # noqa: S302 - Python's own file
    return code


@lru_cache(maxsize=1)
def _suffix() -> str:
    """Return how names of compiled files end; blank if Python is told to look elsewhere."""
    tag = sys.implementation.cache_tag
    if sys.pycache_prefix is not None or sys.flags.optimize or not tag:
        return ""
    return f".{tag}.pyc"
