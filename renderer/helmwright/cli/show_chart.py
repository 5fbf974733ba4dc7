"""``helmwright show chart CHART``."""

from __future__ import annotations

from helmwright.cli.show_parts import show_command

COMMAND = show_command("chart")
