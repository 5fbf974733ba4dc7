"""A map of the chart's that a scalar or a list replaces, and the other way round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.paths import dotted
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.expectations import known_value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.lint.finding import Problem
    from helmwright.lint.settings import Settings

_MISSING = object()


@rule(
    "map-replaced",
    reads=Reads.VALUES,
    severity=Severity.WARNING,
    summary="A value replaces a map of the chart's, or a map replaces a value",
    why=(
        "Helm warns that it cannot overwrite a table with a non table and goes on; templates that"
        " look for keys below then fail."
    ),
    advice="Set the keys below it; what the chart's values.yaml has there shows which.",
    url="https://github.com/helm/helm/blob/v4.2.4/pkg/chart/common/util/coalesce.go",
    bad=(
        Example(
            "-- values.yaml --\nimage:\n  tag: x\n",
            overrides=(("set", "image=nginx"),),
            message="image: a text replaces the chart's map with the key tag",
        ),
        Example(
            "-- values.yaml --\nweb: {image: nginx}\n",
            overrides=(("set", "web.image.tag=x"),),
            message="web.image: a map replaces the chart's text",
        ),
    ),
    good=(
        Example(
            "-- values.yaml --\nimage:\n  tag: x\nx: {}\n", overrides=(("set", "image.tag=y,x=1"),)
        ),
        Example("-- values.yaml --\nimage: {tag: x}\n", overrides=(("set", "image=null"),)),
    ),
)
def check(settings: Settings) -> Iterator[Problem]:
    """Compare what the user sets with the chart's defaults."""
    refused = {violation.path for violation in settings.violations}
    for layer in settings.layered.layers:
        if layer.kind != "defaults" or layer.prefix[: len(settings.prefix)] != settings.prefix:
            continue
        start = layer.prefix[len(settings.prefix) :]
        for path, default, value in _clashes(layer.values, _at(settings, start), start):
            whole = (*settings.prefix, *path)
            if path in refused or settings.layered.decisive(whole, of_users=True) is None:
                continue
            known = known_value(settings.chart, path)
            wanted = {"object": dict, "array": list, "string": str, "boolean": bool}
            types = known.facts.types if known is not None else frozenset()
            if any(type(value) is wanted.get(name) for name in types):
                continue
            yield settings.problem(
                path,
                f"{dotted(whole)}: {_kind(value)} replaces the chart's {_default(default)}",
                of_key=True,
                severity=None if type(default) is dict else Severity.INFO,
            )


def _at(settings: Settings, path: Path) -> Any:
    value: Any = settings.values
    for step in path:
        value = value.get(step) if type(value) is dict else None
    return value


def _clashes(default: Any, value: Any, path: Path) -> Iterator[tuple[Path, Any, Any]]:
    """Yield the paths where one of both is a map and the other something else."""
    if type(default) is not dict or type(value) is not dict:
        return
    for key, below in default.items():
        own = value.get(key, _MISSING)
        if own is _MISSING or own is None or below is None:
            continue
        if type(below) is dict and type(own) is dict:
            yield from _clashes(below, own, (*path, key))
        elif (type(below) is dict and below) or (type(own) is dict and below not in ("", [])):
            yield (*path, key), below, own


def _kind(value: Any) -> str:
    names = {dict: "a map", list: "a list", str: "a text", bool: "a boolean"}
    return names.get(type(value), "a number")


def _default(value: Any) -> str:
    if type(value) is not dict:
        return _kind(value).partition(" ")[2]
    keys = sorted(value)
    more = " and others" if len(keys) > 3 else ""
    return f"map with the key{'s' if len(keys) > 1 else ''} {', '.join(keys[:3])}{more}"
