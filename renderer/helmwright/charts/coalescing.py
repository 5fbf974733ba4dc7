"""Coalescing: the values of a render out of the user's values and the defaults of a chart tree.

The user's values are authoritative; a chart's defaults fill in what is missing, maps merge, a null
removes a default. Tables of the result may be shared between a chart and its subcharts exactly
where Helm shares them (maps below ``global``), because a template that sets a key can see it.

Source: helm pkg/chart/common/util/coalesce.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import ValuesError
from helmwright.base.log import ignore
from helmwright.eras.era import DEFAULT
from helmwright.values.maps import TOO_DEEP, copy_values

if TYPE_CHECKING:
    from helmwright.base.log import Log
    from helmwright.charts.chart import Chart
    from helmwright.eras.era import Era, NullRules
    from helmwright.go.kinds import Value

    Table = dict[str, Value]

GLOBAL = "global"


def coalesce_values(chart: Chart, values: Table, *, log: Log = ignore, era: Era = DEFAULT) -> Table:
    """Return ``values`` with the defaults of ``chart`` and its subcharts filled in, nulls applied.

    Neither argument is changed and the result shares no map or list with them.
    era: the Helm whose rules for nulls count.
    Raises ValuesError ``type mismatch on SUB: …`` if a subchart's values are not a map.
    """
    return _start(chart, values, _Merging(log, era.nulls), merge=False)


def merge_values(chart: Chart, values: Table, *, log: Log = ignore, era: Era = DEFAULT) -> Table:
    """Return the same as ``coalesce_values`` but keep nulls, for a later coalescing."""
    return _start(chart, values, _Merging(log, era.nulls), merge=True)


def _start(chart: Chart, values: Table, how: _Merging, *, merge: bool) -> Table:
    try:
        merged = copy_values(values)
        _coalesce(chart, merged, "", how, merge=merge)
    except RecursionError:
        raise ValuesError(TOO_DEEP) from None
    return merged


def coalesce_tables(
    dst: Table | None, src: Table | None, *, log: Log = ignore, era: Era = DEFAULT
) -> Table | None:
    """Fill ``dst`` with what ``src`` adds, in place, and return it; ``dst`` is authoritative.

    A null in ``dst`` removes the key that ``src`` sets. ``src`` is changed, too.
    """
    return _tables(dst, src, "", _Merging(log, era.nulls), merge=False)


def merge_tables(
    dst: Table | None, src: Table | None, *, log: Log = ignore, era: Era = DEFAULT
) -> Table | None:
    """Do the same as ``coalesce_tables`` but keep the nulls of ``dst``."""
    return _tables(dst, src, "", _Merging(log, era.nulls), merge=True)


class _Merging(NamedTuple):
    """What a merge says, and what nulls do in it."""

    log: Log
    nulls: NullRules


def _coalesce(chart: Chart, values: Table, prefix: str, how: _Merging, *, merge: bool) -> None:
    name = f"{prefix}.{chart.name}" if prefix else chart.name
    _defaults(chart, values, name, how, merge=merge)
    for subchart in chart.dependencies:
        table = values.setdefault(subchart.name, {})
        if not isinstance(table, dict):
            from helmwright.go.fmt import sprintf

            raise ValuesError(sprintf("type mismatch on %s: %t", subchart.name, table))
        _globals(table, values, name, how)
        _coalesce(subchart, table, name, how, merge=merge)


def _globals(dst: Table, src: Table, prefix: str, how: _Merging) -> None:
    """Copy the globals of a chart's values ``src`` into those of its subchart, ``dst``."""
    log = how.log
    own = dst.get(GLOBAL) if GLOBAL in dst else {}
    if not isinstance(own, dict):
        log("INFO", "warning: skipping globals because destination global is not a table.")
        return
    inherited = src.get(GLOBAL) if GLOBAL in src else {}
    if not isinstance(inherited, dict):
        log("INFO", "warning: skipping globals because source global is not a table.")
        return
    for key, value in inherited.items():
        if isinstance(value, dict):
            # A shallow copy, as in Helm: deeper tables stay shared with the parent chart.
            table = value.copy()
            if key in own:
                below = own[key]
                if not isinstance(below, dict):
                    message = (
                        f"Conflict: cannot merge map onto non-map for {_quote(key)}. Skipping."
                    )
                    log("INFO", message)
                    continue
                _tables(table, below, f"{prefix}.{key}", how, merge=how.nulls.keeps_in_globals)
            own[key] = table
        elif isinstance(own.get(key), dict):
            log("INFO", f"key {key} is table. Skipping")
        else:
            own[key] = value
    dst[GLOBAL] = own


def _defaults(chart: Chart, values: Table, prefix: str, how: _Merging, *, merge: bool) -> None:  # noqa: C901 - the cases of Helm's rules
    """Fill ``values`` with the chart's own defaults."""
    nulls = how.nulls
    subcharts = {subchart.name for subchart in chart.dependencies}
    for key, default in copy_values(chart.values).items():
        if key not in values:
            if nulls.drops_defaults and not merge:
                if default is None:
                    continue
                if isinstance(default, dict):
                    _drop_nulls(default)
            values[key] = default
            continue
        value = values[key]
        if value is None and not merge:
            del values[key]
        elif isinstance(value, dict):
            if isinstance(default, dict):
                # Nulls for a subchart are kept: they must still remove the subchart's defaults.
                keep = merge or (nulls.keeps_for_subcharts and key in subcharts)
                if nulls.drops_defaults and not keep:
                    _drop_nulls(default)
                _tables(value, default, f"{prefix}.{key}" if prefix else key, how, merge=keep)
            elif default is not None:
                name = f"{prefix}.{key}"
                how.log("INFO", f"warning: skipped value for {name}: Not a table.")


def _tables(
    dst: Table | None, src: Table | None, prefix: str, how: _Merging, *, merge: bool
) -> Table | None:
    """Merge ``src`` into ``dst``, which is authoritative; both are changed."""
    if src is None:
        return dst
    if dst is None:
        return src
    overridden = _overridden(dst, src, how.nulls)
    for key, value in list(src.items()) if dst is src else src.items():
        if key not in dst:
            dst[key] = value
            continue
        own = dst[key]
        if own is None and not merge and key in overridden:
            del dst[key]
        elif isinstance(value, dict):
            name = f"{prefix}.{key}" if prefix else key
            if isinstance(own, dict):
                _tables(own, value, name, how, merge=merge)
            else:
                text = "warning: cannot overwrite table with non table for %s (%v)"
                _warn(how.log, text, name, value)
        elif value is not None and isinstance(own, dict):
            name = f"{prefix}.{key}" if prefix else key
            text = "warning: destination for %s is a table. Ignoring non-table value (%v)"
            _warn(how.log, text, name, value)
    return dst


def _overridden(dst: Table, src: Table, rules: NullRules) -> set[str]:
    """Return the keys whose nulls remove defaults; the nulls may be marked in the defaults."""
    nulls = [key for key, value in dst.items() if value is None]
    overridden = set(nulls)
    if rules.removes_set_only:
        overridden = {key for key in nulls if src.get(key) is not None}
    if rules.marks_defaults:
        for key in nulls:
            src[key] = None
    return overridden


def _warn(log: Log, text: str, name: str, value: Value) -> None:
    if log is ignore:
        return
    from helmwright.go.fmt import sprintf

    log("INFO", sprintf(text, name, value))


def _drop_nulls(table: Table) -> None:
    """Remove null entries at every depth of maps (not inside lists)."""
    for key, value in list(table.items()):
        if value is None:
            del table[key]
        elif isinstance(value, dict):
            _drop_nulls(value)


def _quote(text: str) -> str:
    from helmwright.go.strconv import quote

    return quote(text)
