"""What the schemas of a chart and of its subcharts refuse, by paths in the root chart's values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.log import ignore

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.charts.chart import Chart
    from helmwright.schema.messages import Failure

_ALTERNATIVES = frozenset({"anyOf", "oneOf"})


class Violation(NamedTuple):
    """One reason why values are refused.

    path: from the root chart's values. keyword: of the schema, ``schema`` if the schema itself is
    unusable. message: in Helm's words. chart: whose schema it is.
    location: of the schema that has the keyword, a JSON pointer.
    alternatives: if none of several schemas takes the value, what each of them refuses.
    """

    path: Path
    keyword: str
    message: str
    chart: Chart
    location: str
    alternatives: tuple[tuple[Violation, ...], ...] = ()


def schema_violations(
    chart: Chart, values: dict[str, Any], prefix: Path = ()
) -> Iterator[Violation]:
    """Yield each reason why values are refused; alternatives of one value are one reason."""
    from helmwright.schema.quick import accepts

    if chart.schema is not None and not accepts(chart.schema, values):
        from helmwright.schema.engine import check
        from helmwright.schema.messages import SchemaFault

        try:
            failure = check(chart.schema, values, ignore)
        except SchemaFault as fault:
            yield Violation(prefix, "schema", fault.message, chart, "")
        else:
            if failure is not None:
                yield from _reasons(failure, chart, prefix)
    for subchart in chart.dependencies:
        below = values.get(subchart.name)
        if type(below) is dict:
            yield from schema_violations(subchart, below, (*prefix, subchart.name))


def _reasons(failure: Failure, chart: Chart, prefix: Path) -> Iterator[Violation]:
    from helmwright.schema.messages import PROPERTY_NAMES

    if failure.keyword in _ALTERNATIVES and failure.causes:
        alternatives = tuple(tuple(_reasons(cause, chart, prefix)) for cause in failure.causes)
        yield _violation(failure, chart, prefix)._replace(alternatives=alternatives)
    elif failure.causes and failure.keyword != PROPERTY_NAMES:
        for cause in failure.causes:
            yield from _reasons(cause, chart, prefix)
    else:
        yield _violation(failure, chart, prefix)


def _violation(failure: Failure, chart: Chart, prefix: Path) -> Violation:
    location = failure.schema.partition("#")[2]
    path = (*prefix, *failure.path())
    return Violation(path, failure.keyword, failure.message, chart, location)
