"""Renders single templates, with values that have one of everything."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from helmwright.base.errors import TemplateError
from helmwright.charts.chart import Chart, ChartFile, Metadata
from helmwright.go.kinds import Int64
from helmwright.go.world import World
from helmwright.rendering.capabilities import Capabilities
from helmwright.rendering.engine import Engine
from helmwright.rendering.release import Release

PATH = "c/templates/t.yaml"


def values():
    """Return new values: numbers of YAML are floats, one is from ``--set``."""
    return {
        "s": "text",
        "n": 1.0,
        "zero": 0.0,
        "f": 1.5,
        "yes": True,
        "no": False,
        "nil": None,
        "m": {"a": {"b": "deep"}, "n": None, "z": 1.0},
        "l": ["p", None, {"x": 1.0}],
        "none": [],
        "count": Int64(3),
    }


def chart(**templates):
    """Return a chart of these templates: ``t`` is templates/t.yaml, ``_h`` a partial."""
    made = Chart(Metadata("c", "0.1.0", "v2"))
    for name, text in templates.items():
        suffix = "tpl" if name.startswith("_") else "yaml"
        data = text.encode("utf-8", "surrogateescape")
        made.templates.append(ChartFile(f"templates/{name}.{suffix}", data))
    made.files = [ChartFile("a.txt", b"hello\nworld\n")]
    return made


def render(made, engine=None):
    """Return all files that a chart renders to."""
    engine = engine or Engine()
    return engine.render(made, values(), Release(), Capabilities.default(), World.real())


@dataclass(frozen=True)
class Gives:
    """What a template renders to."""

    text: str


@dataclass(frozen=True)
class Fails:
    """The text of the error that a template ends in."""

    text: str


def outcome(template):
    """Return what a template renders to, or how it fails."""
    try:
        return Gives(rendered(template))
    except TemplateError as error:
        return Fails(error.message)


def rendered(template):
    """Return what a template renders to."""
    return render(chart(t=template))[PATH]


def refused(template):
    """Return the text of the error that a template ends in."""
    with pytest.raises(TemplateError) as caught:
        rendered(template)
    return caught.value.message


def templates(rows):
    """Return the templates of rows, which are their ids."""
    return [template for template, _ in rows]
