"""Which templates of a chart a suite is about.

Source: helm-unittest pkg/unittest/deep_copy.go.
"""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from helmwright.charts.chart import Chart

_PREFIXES = ("templates", "charts", "crds", "**")
_SPECIAL = re.compile(r"[.+\[\]?()|{}^$]")


def template_path(route: str, name: str) -> str:
    """Return the path of a template that a suite names; ``templates/`` can be left out."""
    if not name.startswith(_PREFIXES):
        name = posixpath.join("templates", name)
    return posixpath.normpath(posixpath.join(route, name))


@lru_cache(4096)
def _pattern(path: str) -> re.Pattern[str]:
    text = _SPECIAL.sub(lambda found: "\\" + found[0], path)
    text = text.replace("**", "\0").replace("*", r"[0-9a-zA-Z_\-_/.]*")
    return re.compile(text.replace("\0", r"[0-9a-zA-Z_\-/.]+"))


@lru_cache(65_536)
def _is_named(route: str, names: tuple[str, ...], path: str) -> bool:
    return any(_pattern(template_path(route, name)).search(path) for name in names)


def select_templates(
    chart: Chart, route: str, names: Sequence[str], excluded: Sequence[str]
) -> Chart:
    """Return the chart with those templates only that are named, and with all partials.

    route: the chart that the names are relative to, within ``chart``.
    """
    return _select(chart, chart.name, route, tuple(names), tuple(excluded))


def _select(
    chart: Chart, current: str, route: str, names: tuple[str, ...], excluded: tuple[str, ...]
) -> Chart:
    selected = chart.copy()
    selected.parent = None
    selected.templates = [
        template
        for template in chart.templates
        if posixpath.basename(template.name).startswith("_")
        or (
            _is_named(route, names, f"{current}/{template.name}")
            and not _is_named(route, excluded, f"{current}/{template.name}")
        )
    ]
    selected.set_dependencies(
        [
            _select(subchart, f"{current}/charts/{subchart.name}", route, names, excluded)
            for subchart in chart.dependencies
        ]
    )
    return selected
