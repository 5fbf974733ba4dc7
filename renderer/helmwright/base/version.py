"""The version of this package.

It is that of the tag from which the package was built; a checkout, which was not built, has none.
"""

from __future__ import annotations

from importlib import import_module

try:  # the build writes this module, see hatch_build.py
    __version__: str = import_module("helmwright._version").VERSION
except ModuleNotFoundError:
    __version__ = "0.0.dev0+checkout"
