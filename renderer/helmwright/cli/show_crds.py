"""``helmwright show crds CHART``."""

from __future__ import annotations

from helmwright.cli.show_parts import show_command

COMMAND = show_command("crds")
