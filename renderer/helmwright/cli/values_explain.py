"""``helmwright values explain KEY [CHART]``: says where effective values come from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.columns import columns, fitting, padded, wrapped
from helmwright.base.errors import HelmwrightError, UsageError
from helmwright.base.printable import printable, printable_json
from helmwright.base.style import Role
from helmwright.commands.command import Command
from helmwright.commands.flags import string, switch
from helmwright.commands.helm_flags import HelmFlags, chosen_era
from helmwright.commands.inputs import check_inputs, input_name, read_input
from helmwright.commands.options import UserValuesFlags, check_one_chart
from helmwright.commands.report_flags import ColorFlags
from helmwright.commands.source_flags import ChartSourceFlags
from helmwright.commands.values_input import read_values_input
from helmwright.commands.values_secrets import ShownValues, ShowSecretsFlags

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.base.style import Style
    from helmwright.charts.chart import Chart
    from helmwright.charts.layers import LayeredValues, Origin
    from helmwright.commands import Context
    from helmwright.reference.explained import ExplainedValue, Explainer

USAGE = "helmwright values explain KEY [CHART] [FLAGS]\n  helmwright values explain --all [CHART]"
SUMMARY = """Say where an effective value comes from, what it overrides, and what the key means.

Values files, --set and its relatives and the defaults of the chart are merged as Helm merges
them. The first place is the one that counts; those behind it would count without it. Of a map,
every key in it is listed. CHART, or --chart as for 'values get', is a directory or a .tgz archive;
without it the chart around this folder is taken.
"""
EXAMPLES = """\
  helmwright values explain db.port -f base.yaml -f prod.yaml
  helmwright values explain db --set db.port=5433
  helmwright values explain 'resourcePools[0].pool_name' ./chart -f prod.yaml
  helmwright values explain --all -f prod.yaml --output json
"""
_FORMATS = ("text", "json")
_WIDTH = 88
_LONG = 48


class ExplainFlags(ShowSecretsFlags, UserValuesFlags, HelmFlags, ColorFlags, ChartSourceFlags):
    """The flags of ``values explain``."""

    all: bool = switch("explain every key of the effective values")
    output: str = string("the form of the output", "o", default="text", value_name="text|json")
    chart: str = string("the chart, as CHART", value_name="chart")


def _run(context: Context, flags: ExplainFlags, positional: list[str]) -> int:
    if flags.output not in _FORMATS:
        raise UsageError(f"--output is one of {', '.join(_FORMATS)}")
    if not (positional or flags.all):
        raise UsageError(f"name a key, or ask for --all\n\nUsage:  {USAGE}")
    key, charts = ("", positional) if flags.all else (positional[0], positional[1:])
    from helmwright.cli.values_get import key_path
    from helmwright.reference.explained import Explainer

    check_one_chart(charts)
    path = key_path(key) if key else ()
    if charts and flags.chart:
        raise UsageError("CHART and --chart name the same thing: give one of them")
    named = [*charts, *([flags.chart] if flags.chart else [])]
    layered, chart, is_bundled = _layered(context, flags, named)
    explainer = Explainer(layered)
    found = _asked(explainer, path, key)
    bundled = f"{chart.path}/values.yaml" if is_bundled else ""
    shown = ShownValues(context, flags, layered.effective, chart)
    printer = _Printer(shown, bundled, context.style)
    if flags.output == "json":
        context.write(_json([printer.record(one) for one in found]))
    else:
        context.show_table(printable("".join(printer.text(found, path))))
    return 0


def _layered(
    context: Context, flags: ExplainFlags, charts: list[str]
) -> tuple[LayeredValues, Chart, bool]:
    from helmwright.charts.layers import layer_values
    from helmwright.charts.loader import load_chart
    from helmwright.commands.references import named_chart

    check_inputs(flags.values, "values file")
    found = named_chart(context, *charts, files=flags.values, source=flags)
    era = chosen_era(context, flags)
    chart = load_chart(found.path, log=context.log, era=era)

    def read(name: str) -> bytes:
        return read_input(context, name)

    files = [(input_name(name), read_values_input(flags, name, read)) for name in flags.values]
    return layer_values(chart, files, flags.overrides(), era=era), chart, found.is_bundled


def _asked(explainer: Explainer, path: Path, key: str) -> list[ExplainedValue]:
    """Return the values that are asked for; raises HelmwrightError for a key that nothing knows."""
    below = list(explainer.explain_all(path))
    if not path:
        return below
    own = explainer.explain(path)
    if not own.is_set and own.entry is None and own.origin is None:
        from difflib import get_close_matches

        near = get_close_matches(key, explainer.keys(), 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise HelmwrightError(f"{key} is not set, and the chart says nothing about it{hint}")
    return [own, *(one for one in below if one.path != path)]


class _Printer:
    """Writes explanations.

    shown: hides secrets. bundled: the path of the bundled
    chart if that is the one, whose place on this machine says nothing to anybody. style: of the text.
    """

    def __init__(self, shown: ShownValues, bundled: str, style: Style) -> None:
        self._style = style
        self._shown = shown
        self._bundled = bundled

    def text(self, found: list[ExplainedValue], path: Path) -> Iterator[str]:
        """Yield lines: of one key all that is known, of the others one each."""
        rest = found
        if path:
            yield from self._whole(found[0], alone=len(found) == 1)
            rest = found[1:]
            if rest:
                yield "\n"
        yield from self._table(rest)

    def _whole(self, one: ExplainedValue, *, alone: bool) -> Iterator[str]:
        name, paint = _dotted(one.path), self._style.paint
        if not one.is_set:
            yield f"{paint(name, Role.HEADING)} is not set\n"
        elif alone:
            yield f"{paint(name, Role.HEADING)}: {self._value(one.path, one.value)}\n"
        else:
            yield f"{paint(name, Role.HEADING)}\n"
        rows = list(self._places(one)) if alone else []
        rows += _facts(one)
        for title, text in rows:
            yield f"  {paint(f'{title:<12}', Role.FAINT)}{text}\n"
        if one.entry is not None and one.entry.description:
            yield "\n"
            for line in wrapped(one.entry.description, _WIDTH, first="  ", rest="  "):
                yield f"{line}\n"

    def _places(self, one: ExplainedValue) -> Iterator[tuple[str, str]]:
        removes = any(origin.value is not None for origin in one.overridden)
        if one.origin is not None and (
            one.is_set or removes or one.origin.layer.kind != "defaults"
        ):
            yield "set by" if one.is_set else "removed by", self._place(one.origin)
        title = "overrides"
        for origin in one.overridden:
            if origin.value is not None or origin.layer.kind != "defaults":
                yield title, f"{self._place(origin)}: {self._value(one.path, origin.value)}"
                title = ""

    def _table(self, found: list[ExplainedValue]) -> Iterator[str]:
        rows = [
            (
                _dotted(one.path),
                self._value(one.path, one.value) if one.is_set else "(not set)",
                self._place(one.origin) if one.origin else "",
            )
            for one in found
        ]
        rows = [
            (name, value if columns(value) <= _LONG else f"{fitting(value, _LONG)}…", place)
            for name, value, place in rows
        ]
        widths = [
            min(_LONG, max((columns(row[column]) for row in rows), default=0)) for column in (0, 1)
        ]
        for name, value, place in rows:
            row = f"{padded(name, widths[0])}  {padded(value, widths[1])}"
            yield f"{row}  {self._style.paint(place, Role.FAINT)}".rstrip() + "\n"

    def _value(self, path: Path, value: Any) -> str:
        from helmwright.reference.entries import yaml_text
        from helmwright.secrets.places import HIDDEN

        shown = self._shown.of(value, path)
        return HIDDEN if shown == HIDDEN else yaml_text(shown) or "null"

    def _place(self, origin: Origin) -> str:
        """Return where a value is set; of the bundled chart, in its own words."""
        place = str(origin.position)
        if origin.layer.kind == "defaults" and self._bundled:
            return f"{place.replace(self._bundled, 'values.yaml', 1)} (default)"
        shown = self._style.link(place, origin.position.path)
        return f"{shown} (default)" if origin.layer.kind == "defaults" else shown

    def record(self, one: ExplainedValue) -> dict[str, Any]:
        """Return an explanation as data."""
        entry = one.entry
        found: dict[str, Any] = {"key": _dotted(one.path), "set": one.is_set}
        if one.is_set:
            found["value"] = self._shown.of(one.value, one.path)
        found["origin"] = self._origin(one.path, one.origin) if one.origin else None
        found["overridden"] = [self._origin(one.path, origin) for origin in one.overridden]
        if entry is not None:
            found["description"] = entry.description
            found["type"] = entry.type
            found["choices"] = list(entry.choices)
            found["since"], found["until"] = entry.since or None, entry.until or None
            found["secret"], found["deprecated"] = entry.secret, entry.deprecated
        return found

    def _origin(self, path: Path, origin: Origin) -> dict[str, Any]:
        place = origin.position
        return {
            "kind": origin.layer.kind,
            "name": origin.layer.name,
            "line": place.line,
            "column": place.column,
            "value": self._shown.of(origin.value, path),
        }


def _facts(one: ExplainedValue) -> list[tuple[str, str]]:
    entry = one.entry
    if entry is None:
        return []
    rows = [
        ("type", entry.type),
        ("choices", ", ".join(entry.choices)),
        ("releases", entry.versions),
        ("note", "secret" if entry.secret else ""),
        ("note", "deprecated" if entry.deprecated else ""),
    ]
    return [(title, text) for title, text in rows if text]


def _dotted(path: Path) -> str:
    from helmwright.base.paths import dotted

    return dotted(path)


def _json(records: list[dict[str, Any]]) -> str:
    import json

    return printable_json(json.dumps(records, indent=2, ensure_ascii=False)) + "\n"


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, ExplainFlags, _run)
