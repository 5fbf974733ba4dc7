"""A blank key in a user's file that removes a whole map of defaults."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.paths import dotted
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.expectations import default_of, known_value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.settings import Settings

_SHOWN = 3
_CHART = "-- values.yaml --\ntelemetry:\n  enabled: true\nname: web\n-- my.yaml --\n"
_SCHEMA = '-- values.schema.json --\n{"properties": {"telemetry": {"type": ["object", "null"]}}}\n'


@rule(
    "blank-key-removes-defaults",
    reads=Reads.VALUES,
    severity=Severity.WARNING,
    summary="A key with nothing below it removes the chart's defaults",
    why=(
        "A key whose lines are all commented out is null, and a null in a values file removes what"
        " the chart's values.yaml has there."
    ),
    advice="Remove the key, or write {} behind it; write null if the defaults are to be removed.",
    url="https://helm.sh/docs/chart_template_guide/values_files/#deleting-a-default-key",
    bad=(
        Example(
            _CHART + "«telemetry»:\n  # enabled: false\n",
            message="telemetry: it is blank, which removes the chart's defaults for enabled",
        ),
    ),
    good=(
        Example(_CHART + "telemetry: {}\n"),
        Example(_CHART + "telemetry: null\nname:\n"),
        Example(_SCHEMA + _CHART + "telemetry:\n"),
    ),
)
def check(settings: Settings) -> Iterator[Problem]:
    """Look for blank values of the user's where the default is a map."""
    size = len(settings.prefix)
    for layer in settings.layered.layers:
        if layer.kind != "file":
            continue
        for path, place in settings.source_of(layer).places.items():
            node = place.node
            blank = node.kind == "scalar" and node.implicit and not node.value and not node.tag
            if not blank or not path or settings.layered.strongest(path) is not layer:
                continue
            below = path[size:]
            if path[:size] != settings.prefix or known_value(settings.chart, below) is not None:
                continue
            try:
                default = default_of(settings, below)
            except KeyError:
                continue
            if type(default) is dict and default:
                keys = list(default)
                listed = ", ".join(keys[:_SHOWN]) + (", …" if len(keys) > _SHOWN else "")
                yield settings.problem(
                    below,
                    f"{dotted(path)}: it is blank, which removes the chart's defaults for {listed}",
                    of_key=True,
                )
