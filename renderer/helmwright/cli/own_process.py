"""What the command does to its own process so that it starts and ends sooner; a library never does.

``python -m tests.bench.start`` measures each with and without, and fails if one of them saves nothing.
"""

from __future__ import annotations

import gc

_READ_YAML = frozenset(
    ("template", "lint", "diff", "show", "pull", "push", "package", "repo", "search", "dependency")
)
_COLLECTED_AFTER = 200_000
"""Objects after which garbage is looked for: what compiling, rules and charts make is no garbage."""


def begin(command: str) -> None:
    """Prepare the process for a command: YAML is read, and much is loaded that stays."""
    if command in _READ_YAML:
        from helmwright.go.yaml_stand_in import skip_python_loader

        skip_python_loader()
        gc.set_threshold(_COLLECTED_AFTER)


def end() -> None:
    """Let the process end: it would look once more through all that it is about to drop."""
    gc.freeze()
