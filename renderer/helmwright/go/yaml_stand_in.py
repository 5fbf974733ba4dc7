"""An import of PyYAML's C extension without the loader and the dumper that are written in Python.

They take a sixth of the time that a small chart takes from start to end (``python -m tests.bench.start``
fails if that is saved no more). Who asks the package for more than the extension does, such as
``yaml.safe_load``, gets it: then the whole package is imported after all.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import ModuleType

_RAISED = {
    "reader": "ReaderError",
    "scanner": "ScannerError",
    "parser": "ParserError",
    "composer": "ComposerError",
    "constructor": "ConstructorError",
    "emitter": "EmitterError",
    "serializer": "SerializerError",
    "representer": "RepresenterError",
}
"""Modules of PyYAML from which its extension takes no more than an exception."""
_VERSIONS = ("__version__", "__with_libyaml__")


def skip_python_loader() -> None:
    """Let the import of PyYAML's C extension leave out the rest, until somebody asks for it.

    This is only for a process of our own. What the extension raises derives from the real
    ``yaml.error.YAMLError``.
    """
    from importlib.machinery import PathFinder

    found = None if "yaml" in sys.modules else PathFinder.find_spec("yaml")
    if found is None or found.submodule_search_locations is None:
        return
    package = type(sys)("yaml")
    package.__path__ = list(found.submodule_search_locations)
    sys.modules["yaml"] = package
    from yaml import error, events, nodes, tokens

    for module in (error, tokens, events, nodes):
        setattr(package, module.__name__.rpartition(".")[2], module)
        vars(package).update(
            {name: value for name, value in vars(module).items() if not name.startswith("_")}
        )
    for name, raised in _RAISED.items():
        stand_in = type(sys)(f"yaml.{name}")
        setattr(stand_in, raised, type(raised, (error.MarkedYAMLError,), {}))
        setattr(package, name, stand_in)

    def get(name: str) -> Any:
        if (
            name.startswith("_") and name not in _VERSIONS
        ):  # which the import of the extension asks for
            raise AttributeError(name)
        return getattr(_whole(package), name)

    package.__getattr__ = get  # type: ignore[method-assign]


def _whole(package: ModuleType) -> ModuleType:
    """Return the whole package, imported once; its stand-in gets all that it has."""
    if sys.modules.get("yaml") is package:
        del sys.modules["yaml"]
        whole = import_module("yaml")
        for name, module in list(sys.modules.items()):
            outer, _, inner = name.partition(".")
            if outer == "yaml" and inner:
                setattr(whole, inner, module)
        extension = sys.modules.get("yaml._yaml")
        for name, raised in _RAISED.items():
            if extension is not None:
                setattr(extension, raised, getattr(getattr(whole, name), raised))
        vars(package).update(
            {name: value for name, value in vars(whole).items() if not name.startswith("__")}
        )
    return sys.modules["yaml"]
