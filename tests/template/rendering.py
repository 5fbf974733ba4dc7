"""Renders single templates, with values that have one of everything."""

from __future__ import annotations

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


def rendered(template):
    """Return what a template renders to, or the text of the error."""
    try:
        return render(chart(t=template))[PATH]
    except TemplateError as error:
        return error.message
