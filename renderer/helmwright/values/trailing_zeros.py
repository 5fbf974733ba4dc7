"""Versions that are written as numbers, and what is lost of them."""

from __future__ import annotations

import re

from helmwright.base.patterns import lazy_pattern

_ZERO = lazy_pattern(r"[-+]?\d+\.\d*0|\d+\.")
_VERSION = lazy_pattern(r"version|release|tag$|^image$|revision|branch|^name$", re.IGNORECASE)


def loses_zero(text: str) -> bool:
    """Tell whether a number is printed without the zero, or the point, that it is written with."""
    return _ZERO.fullmatch(text) is not None


def is_of_version(key: str) -> bool:
    """Tell whether a key is likely to have a version."""
    return _VERSION.search(key) is not None
