"""What Helm's commands take from the environment: verbosity.

Source: helm pkg/cli/environment.go
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from helmwright.base.errors import GoError

if TYPE_CHECKING:
    from helmwright.cli.template_flags import GlobalFlags


def debug_requested(flags: GlobalFlags) -> bool:
    """Tell whether ``--debug`` or, without it, HELM_DEBUG asks for more output."""
    if flags.debug is not None:
        return flags.debug
    text = os.environ.get("HELM_DEBUG", "")
    if not text:
        return False
    from helmwright.go.strconv import parse_bool

    try:
        return parse_bool(text)
    except GoError:
        return False
