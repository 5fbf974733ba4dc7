"""``helmwright show values CHART``."""

from __future__ import annotations

from helmwright.cli.show_parts import show_values_command

COMMAND = show_values_command()
