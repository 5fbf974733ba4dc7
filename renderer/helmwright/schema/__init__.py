"""Checking values against the values.schema.json of a chart and of its subcharts.

The library behind Helm prints its own tree of failures, has its own rules for formats, references
and numbers, and checks the schema itself against its metaschema first. The Python package
``jsonschema`` shares none of these texts, reports fewer and other nodes, and costs more time to
import than a small chart takes to render. So this is a validator of its own: ``evaluate``
walks compiled schemas exactly as the library does, and the package serves the tests as a peer.

Source: helm pkg/chart/common/util/jsonschema.go

Nothing in here is public.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import SchemaError
from helmwright.base.log import ignore
from helmwright.eras.era import DEFAULT
from helmwright.schema.bounds import bounded

if TYPE_CHECKING:
    from helmwright.base.log import Log
    from helmwright.charts.chart import Chart
    from helmwright.eras.era import Era
    from helmwright.go.kinds import Value
    from helmwright.go.limits import Limits
    from helmwright.schema.messages import Failure


_HEAD = "values don't meet the specifications of the schema(s) in the following chart(s):\n"


class SchemaViolation:
    """One reason why values are refused.

    path: keys and indexes from the chart's values to the refused value; keys are str, indexes int.
    keyword: the keyword of the schema that refused, ``schema`` if the schema itself is unusable.
    message: what is wrong, in Helm's words, without the place.
    chart: the name of the chart whose schema refused.
    schema_location: the place of the keyword's schema, as a URL with a JSON pointer.
    """

    __slots__ = ("chart", "keyword", "message", "path", "schema_location")

    def __init__(
        self,
        path: tuple[str | int, ...],
        keyword: str,
        message: str,
        chart: str,
        schema_location: str = "",
    ) -> None:
        self.path = path
        self.keyword = keyword
        self.message = message
        self.chart = chart
        self.schema_location = schema_location

    def __repr__(self) -> str:
        return f"SchemaViolation({self.path!r}, {self.keyword!r}, {self.message!r}, {self.chart!r})"


Verdict = tuple[str, tuple[SchemaViolation, ...]]
"""Helm's text about one chart's values and the single reasons; both are empty for valid values."""


class SchemaViolations(SchemaError):  # noqa: N818 - it holds many
    """Values that break the schema of one or more charts; the message is Helm's.

    violations: the single reasons, in the order of the message.
    """

    def __init__(self, message: str, violations: tuple[SchemaViolation, ...]) -> None:
        super().__init__(message)
        self.violations = violations


def validate(
    chart: Chart,
    values: dict[str, Value],
    *,
    log: Log = ignore,
    limits: Limits | None = None,
    era: Era = DEFAULT,
) -> None:
    """Check coalesced values against the schemas of ``chart`` and of its subcharts.

    era: the Helm whose library says what is refused, and in which words.
    limits: the processor time and memory that this may take; a minute if not given.
    Raises SchemaViolations with Helm's whole message, which ends with a newline where a chart's
    values are refused, but not where its schema is unusable. Siblings are sorted by location.
    """
    texts: list[str] = []
    violations: list[SchemaViolation] = []
    with bounded(limits):
        _validate_tree(chart, values, texts, violations, (_once(log), era))
    if texts:
        raise SchemaViolations(_HEAD + "".join(texts), tuple(violations))


def validate_single(
    schema: bytes | str, values: Value, *, chart: str = "", log: Log = ignore, era: Era = DEFAULT
) -> Verdict:
    """Return Helm's text about ``values`` and the single reasons; both are empty for valid values.

    schema: the text of a JSON Schema. chart: the name for the violations.
    era: the Helm whose library says what is refused.
    """
    if era.schema_messages == "gojsonschema":
        return _by_gojsonschema(schema, values, chart)
    from helmwright.schema.quick import accepts

    if accepts(schema, values):
        return "", ()
    from helmwright.schema.engine import check
    from helmwright.schema.messages import SchemaFault, text

    try:
        failure = check(schema, values, log)
    except SchemaFault as fault:
        return fault.message, (SchemaViolation((), "schema", fault.message, chart),)
    if failure is None:
        return "", ()
    lines = text(failure)
    head, _, rest = lines.partition("\n")
    if head == "jsonschema validation failed with 'file:///values.schema.json#'":
        lines = rest
    return f"{lines}\n", tuple(_violation(leaf, chart) for leaf in failure.leaves())


def _by_gojsonschema(schema: bytes | str, values: Value, chart: str) -> Verdict:
    """Return the text and the reasons of the library that Helm had before 3.18.5."""
    from helmwright.schema.gojsonschema import refusals
    from helmwright.schema.messages import SchemaFault

    try:
        found = refusals(schema, values)
    except SchemaFault as fault:
        return fault.message, (SchemaViolation((), "schema", fault.message, chart),)
    text = "".join(f"- {refusal}\n" for refusal in found)
    return text, tuple(
        SchemaViolation(one.path, one.keyword, one.description, chart) for one in found
    )


def _violation(leaf: Failure, chart: str) -> SchemaViolation:
    message = leaf.message
    if leaf.causes:
        message += ": " + "; ".join(cause.message for cause in leaf.causes)
    return SchemaViolation(leaf.path(), leaf.keyword, message, chart, leaf.schema)


def _validate_tree(
    chart: Chart,
    values: dict[str, Value],
    texts: list[str],
    violations: list[SchemaViolation],
    checking: tuple[Log, Era],
) -> None:
    if chart.schema is not None:
        log, era = checking
        text, found = validate_single(chart.schema, values, chart=chart.name, log=log, era=era)
        if text:
            texts.append(f"{chart.name}:\n{text}")
            violations.extend(found)
    for subchart in chart.dependencies:
        below = values.get(subchart.name)
        if below is None:
            continue
        if not isinstance(below, dict):
            from helmwright.go.kinds import type_name

            text = f"invalid type for values: expected object (map), got {type_name(below)}"
            texts.append(f"{subchart.name}:\n{text}\n")
            violations.append(SchemaViolation((), "type", text, subchart.name))
            continue
        _validate_tree(subchart, below, texts, violations, checking)


def _once(log: Log) -> Log:
    """Return ``log`` without repetitions: Helm warns once about each URN."""
    seen: set[object] = set()

    def log_once(level: str, message: str, /, **attributes: object) -> None:
        urn = attributes.get("urn")
        if urn not in seen:
            seen.add(urn)
            log(level, message, **attributes)

    return log_once
