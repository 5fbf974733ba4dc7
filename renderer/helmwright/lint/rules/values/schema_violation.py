"""A value that the chart's schema refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.paths import dotted
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.expectations import expected_types, known_value
from helmwright.lint.finding import Problem, Span
from helmwright.lint.rules.values._schema_words import refusal, schema_part, value_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.lint.settings import Settings
    from helmwright.lint.violations import Violation

_LONGEST = 200
_SHOP = (
    '-- values.schema.json --\n{"additionalProperties": false, "definitions": {"port": {"description": '
    '"a TCP port", "type": "integer", "minimum": 1, "maximum": 65535}}, '
    '"properties": {"db": {"additionalProperties": false, "properties": {"port": {"$ref": '
    '"#/definitions/port"}, "host": {"type": "string"}, "name": {"type": "string"}, "user": {"type": '
    '"string"}, "mode": {"enum": ["disable", "allow", "prefer"]}}}, "replicas": {"type": "integer"}, '
    '"debug": {"type": "boolean"}, "ports": {"type": "array", "items": {"type": "object"}}, "web": '
    '{"additionalProperties": false, "properties": {"cpuImage": {}, "gpuImage": {}, "tolerations": {}, '
    '"labels": {"type": "object"}}}}}\n-- my.yaml --\n'
)
_SCHEMA = '-- values.schema.json --\n{"properties": {"a": {"anyOf": [{"type": "boolean"}, {"enum": ["auto"]}]}, "b": {"required": ["c"]}}}\n'


@rule(
    "schema-violation",
    reads=Reads.VALUES,
    severity=Severity.ERROR,
    general=True,
    summary="The chart's schema refuses a value",
    why="Helm checks all values against values.schema.json and does not install what breaks it.",
    advice="Write what the schema expects there; helmwright values explain KEY shows all that it says.",
    url="https://helm.sh/docs/topics/charts/#schema-files",
    bad=(
        Example(_SHOP + "db:\n  port: «70000»\n", message="from 1 to 65535"),
        Example(_SHOP + "«ports»:\n  name: a\n", message="expected a list, found a map"),
        Example(_SHOP + "ports: [«http»]\n", message="ports[0]: expected a map, found"),
        Example(_SHOP + "db:\n  mode: «off-ish»\n", message="expected disable, allow or prefer"),
        Example(_SHOP, overrides=(("set-string", "debug=x"),), message="true or false"),
        Example(
            _SCHEMA + "-- values.yaml --\na: «never»\n", message="expected true or false or auto"
        ),
        Example(_SCHEMA + "-- values.yaml --\n«b»:\n  d: 1\n", message="b.c: it is missing"),
        Example(
            "-- charts/sub/Chart.yaml --\napiVersion: v2\nname: sub\nversion: 1.0.0\n"
            '-- charts/sub/values.schema.json --\n{"properties": {"size": {"type": "integer"}}}\n'
            "-- values.yaml --\nsub:\n  size: «1.5»\n",
            message="sub.size: expected a whole number, found 1.5",
        ),
    ),
    good=(
        Example(_SHOP + "db:\n  port: 5432\nreplicas: 2\n"),
        Example(_SCHEMA + "-- values.yaml --\na: true\nb: {c: 1}\n"),
    ),
)
def check(settings: Settings) -> Iterator[Problem]:
    """Say what is expected and what was found; unknown keys have a rule of their own."""
    for violation in settings.violations:
        if violation.keyword == "schema":
            span = Span(f"{violation.chart.path}/values.schema.json", 1, 1, 1, 1)
            yield Problem(
                span,
                refusal(settings, violation),
                fix="write values.schema.json as JSON Schema that can be compiled",
            )
        elif violation.keyword == "required":
            yield from _missing(settings, violation)
        elif violation.keyword != "additionalProperties":
            text = refusal(settings, violation)
            yield settings.problem(
                violation.path,
                text,
                of_key=violation.keyword in {"propertyNames", "false"},
                fix=_mended(settings, violation)
                or _fix(settings, violation.path)
                or _expected(text, violation.path),
            )


def _expected(text: str, path: Path) -> str:
    """Return what was expected as what to write."""
    wanted = text.partition(": expected ")[2].rpartition(", found ")[0]
    return f"set {dotted(path)} to {wanted}" if wanted else ""


def _missing(settings: Settings, violation: Violation) -> Iterator[Problem]:
    part = schema_part(violation)
    names = part.get("required", ()) if isinstance(part, dict) else ()
    value = value_at(settings, violation.path)
    missing = [name for name in names if type(value) is dict and name not in value]
    for name in missing:
        path = (*violation.path, name)
        where = dotted((*settings.prefix, *path))
        yield settings.problem(
            path, f"{where}: it is missing", fix=_fix(settings, path) or f"set {where}"
        )
    if not missing:
        where = dotted((*settings.prefix, *violation.path)) or "the values"
        yield settings.problem(violation.path, f"{where}: {violation.message}")


def _mended(settings: Settings, violation: Violation) -> str:
    """Return what to write for a value of the wrong type; blank if nobody can say."""
    value = value_at(settings, violation.path)
    wanted = expected_types(settings, violation.path) or frozenset()
    key = violation.path[-1] if violation.path else None
    if violation.keyword != "type":
        return ""
    if wanted == {"string"} and isinstance(value, bool):
        return "put it in quotation marks"
    if not isinstance(key, str):
        shown = isinstance(value, str) and not settings.is_secret(*violation.path)
        named = shown and _is_only_named(settings, violation.path)
        return f"write '{{name: {value}}}'" if named else ""
    return _mended_key(settings, violation.path, key, wanted)


def _mended_key(settings: Settings, path: Path, key: str, wanted: frozenset[str]) -> str:
    value = value_at(settings, path)
    if value in ("true", "false") and wanted == {"boolean"}:
        return f"write '{key}: {value}' without quotation marks"
    if wanted == {"object"} and type(value) is not dict:
        return f"remove it, or write the keys of {key} below it"
    if wanted == {"array"} and type(value) is dict:
        return f"write a list below {key}: begin each item with a dash"
    if wanted == {"array"} and isinstance(value, str) and not settings.is_secret(*path):
        return f"write '{key}: [{value}]'"
    return ""


def _is_only_named(settings: Settings, path: Path) -> bool:
    """Tell whether all that the schema knows of a map is its name."""
    known = known_value(settings.chart, path)
    return known is not None and set(known.facts.properties or ()) == {"name"}


def _fix(settings: Settings, path: Path) -> str:
    """Return what the schema says about the value."""
    known = known_value(settings.chart, path)
    description = known.facts.description if known is not None else ""
    if len(description) > _LONGEST:
        description = description.partition(". ")[0]
    description = description.rstrip(".")
    return (
        f"{dotted((*settings.prefix, *path))} is documented as: {description}"
        if description
        else ""
    )
