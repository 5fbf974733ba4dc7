"""Texts in values files that another program replaces before Helm reads them."""

from __future__ import annotations

import re
from typing import Any

from helmwright.base.patterns import lazy_pattern

_REFERENCE = lazy_pattern(
    r"""\s*(?:
        ENC\[ | ref\+ | secretref\+ | vault:   # SOPS, vals, Vault
      | \{\{                                   # a template
      | \$\{[^}]*\} | \$\([^)]*\) | \$[A-Z_][A-Z0-9_]*\s*\Z   # envsubst, shells, make
      | <[^<>]*>\s*\Z | \*+\s*\Z               # what a person is to fill in, or was not to see
    )""",
    re.VERBOSE,
)


def is_reference(value: Any) -> bool:
    """Tell whether a value stands for another one: of SOPS, vals, envsubst, a template, a person."""
    return isinstance(value, str) and _REFERENCE.match(value) is not None


def is_plain(value: Any) -> bool:
    """Tell whether a scalar is a text of its own, and not a reference to one."""
    if isinstance(value, bool) or value is None or is_reference(value):
        return False
    return not isinstance(value, str) or bool(value.strip())
