"""What values are secret, for commands that print them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from helmwright.cli.flags import switch

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.chart import Chart
    from helmwright.values_edit.operations import Path

SHOW_SECRETS = switch("show-secrets", "show values that the chart's schema marks as secrets")


def secret_paths(flags: dict[str, Any], chart: Chart | None = None) -> Callable[[Path], bool]:
    """Return a function that tells whether the value at a path must not be shown.

    chart: whose schema says so, by default the bundled one.
    """
    if flags[SHOW_SECRETS.name]:
        return lambda _path: False
    from helmwright.reference.secret_paths import is_secret

    if chart is None:
        from helmwright.chart import load_chart
        from helmwright.resources import chart_directory

        chart = load_chart(chart_directory())
    return partial(is_secret, chart)


def without_secrets(value: Any, path: Path, is_secret: Callable[[Path], bool]) -> Any:
    """Return a value with stars for all that is secret in it."""
    from helmwright.values_edit.hiding import HIDDEN

    if isinstance(value, dict):
        return {
            key: without_secrets(inner, (*path, key), is_secret) for key, inner in value.items()
        }
    if isinstance(value, list):
        return [
            without_secrets(inner, (*path, index), is_secret) for index, inner in enumerate(value)
        ]
    return HIDDEN if value not in (None, "") and is_secret(path) else value
