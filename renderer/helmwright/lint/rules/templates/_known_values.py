"""Which keys a chart's values are known to have."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from helmwright.base.patterns import lazy_pattern
from helmwright.lint.abstract_values import ANY

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.charts.chart import Chart
    from helmwright.lint.abstract_values import Names
    from helmwright.lint.values_reads import ValuesReads

_OWN = frozenset({"enabled", "exports", "global", "tags"})
"""Keys at the top that Helm itself, or a chart that has this one as a dependency, reads."""
_VALUES_FILE = lazy_pattern(r"(?:^|/)[\w.-]*values[\w.-]*\.ya?ml$|^(?:ci|examples?)/.*\.ya?ml$")


def reserved(chart: Chart) -> frozenset[str]:
    """Return the keys at the top that belong to Helm or to subcharts, there or not."""
    names = set(_OWN)
    for dependency in chart.metadata.dependencies or ():
        names |= {dependency.name, dependency.alias}
        conditions = dependency.condition.split(",")
        names |= {one.strip().partition(".")[0] for one in conditions}
        for one in dependency.import_values:
            if isinstance(one, dict):
                names.add(str(one.get("parent", "")).partition(".")[0])
    names |= {subchart.name for subchart in chart.dependencies}
    return frozenset(names - {""})


def imports_unknown(chart: Chart) -> bool:
    """Tell whether subcharts export values that get any name at the top."""
    return any(
        not isinstance(one, dict) or str(one.get("parent", ".")) in {"", "."}
        for dependency in chart.metadata.dependencies or ()
        for one in dependency.import_values
    )


def missing_key(chart: Chart, reads: ValuesReads, path: Names) -> Names | None:
    """Return the first part of a path that the defaults lack; None if they may have it all."""
    value: Any = chart.values
    for size, step in enumerate(path):
        if type(value) is not dict or not value or step == ANY:
            return None
        if step not in value:
            missing = path[: size + 1]
            ranged = (*missing[:-1], ANY) in reads.touched
            return None if ranged or in_schema(chart, missing) else missing
        value = value[step]
    return None


def is_optional(chart: Chart, reads: ValuesReads, path: Names) -> bool:
    """Tell whether templates do without a key, set it, or the chart's files speak of it."""
    if any(_same(one, path) or _same(path, one) for one in reads.changed):
        return True
    if any(len(one) >= len(path) and _same(path, one) for one in reads.tested):
        return True
    return _is_mentioned(chart, path[-1])


def _same(prefix: Names, path: Names) -> bool:
    return len(prefix) <= len(path) and all(
        ANY in (a, b) or a == b for a, b in zip(prefix, path, strict=False)
    )


def _is_mentioned(chart: Chart, key: str) -> bool:
    """Tell whether a file with values names a key, as a comment or for a test."""
    pattern = re.compile(rf"(?m)^[\s#-]*['\"]?{re.escape(key)}['\"]?\s*:")
    commented = re.compile(rf"(?m)^\s*#.*(?<![\w-]){re.escape(key)}(?![\w-])")
    for raw in chart.raw:
        text = raw.data.decode("utf-8", "replace")
        if raw.name == "values.yaml" and commented.search(text):
            return True
        if raw.name != "values.yaml" and _VALUES_FILE.search(raw.name) and pattern.search(text):
            return True
    return False


def in_schema(chart: Chart, path: Names) -> bool:
    """Tell whether the chart's schema knows a key, or allows any there."""
    if chart.schema is None:
        return False
    from helmwright.reference.schema_facts import facts

    try:
        root = json.loads(chart.schema)
    except ValueError:
        return True
    schema = root
    for step in path:
        known = facts(schema, root)
        if known.properties is None or (known.values is not None and step not in known.properties):
            return schema is not root or known.values is not None
        if step not in known.properties:
            return False
        schema = known.properties[step]
    return True


def keys_at(values: dict[str, Any], path: Iterable[str]) -> list[str]:
    """Return the keys of the map at a path of values."""
    value: Any = values
    for step in path:
        value = value.get(step) if type(value) is dict else None
    return list(value) if type(value) is dict else []
