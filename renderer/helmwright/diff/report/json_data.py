"""Diffs as JSON, and back; diff.schema.json beside this file describes it."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import JSONError, Position
from helmwright.diff.grouping import groups_of
from helmwright.diff.model import (
    ABSENT,
    Change,
    ChartChange,
    DiffObject,
    DiffReport,
    Effect,
    Failure,
    Fold,
    Impact,
    ObjectDiff,
    ObjectKey,
    Side,
    Status,
    ValueChange,
)
from helmwright.diff.paths import path_text
from helmwright.diff.report.summaries import title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from helmwright.diff.grouping import Group
    from helmwright.diff.report import ReportOptions

VERSION = 1
_SCHEMA = "diff.schema.json"
_EFFECTS = {effect: effect.name.lower().replace("_", "-") for effect in Effect}
_EFFECTS_BY_NAME = {name: effect for effect, name in _EFFECTS.items()}


def write(reports: Sequence[DiffReport], options: ReportOptions) -> str:
    """Return the reports as JSON."""
    data = to_data(reports)
    data["secrets"] = "shown" if options.show_secrets else "redacted"
    return json.dumps(_printable(data), indent=2, ensure_ascii=False) + "\n"


def schema_text() -> str:
    """Return the JSON Schema of the reports."""
    path = os.path.join(os.path.dirname(__file__), _SCHEMA)  # noqa: PTH118, PTH120 - quick
    with open(path, encoding="utf-8") as file:  # noqa: PTH123 - as above
        return file.read()


def to_data(reports: Sequence[DiffReport]) -> dict[str, Any]:
    """Return reports as plain data: all of them but the sides' objects and values."""
    from helmwright.base.version import __version__

    return {
        "version": VERSION,
        "tool": {"name": "helmwright", "version": __version__},
        "differs": any(report.differs for report in reports),
        "reports": [_report(report) for report in reports],
    }


def from_json(text: str) -> tuple[DiffReport, ...]:
    """Return the reports that ``write`` has written; raises ``JSONError`` for any other text."""
    try:
        data = json.loads(text)
        if data["version"] != VERSION:
            message = f"this diff is of version {data['version']!r}, and only {VERSION} is known"
            raise JSONError(message)
        return tuple(_read_report(one) for one in data["reports"])
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise JSONError(f"this is no diff in JSON: {error!r}") from None


def _report(report: DiffReport) -> dict[str, Any]:
    return {
        "environment": report.environment,
        "before": _side(report.before),
        "after": _side(report.after),
        "fails": report.fails,
        "summary": {
            **{status.value: report.count(status) for status in Status},
            "folded": report.only_folded,
            "unchanged": report.unchanged,
            "suppressed": report.suppressed,
        },
        "objects": [_object(one) for one in report.objects],
        "groups": [_group(group) for group in groups_of(report.objects) if not group.is_single],
        "folds": [
            {
                "reason": fold.reason,
                "title": fold.title,
                "change": _change(fold.change),
                "objects": [_key(key) for key in fold.objects],
                "changes": fold.changes,
            }
            for fold in report.folds
        ],
        "values": [_differing(one) for one in report.values],
        "notes": list(report.notes),
        **({} if report.chart is None else {"chart": _chart(report.chart)}),
        **({"refused": report.refused} if report.refused else {}),
    }


def _chart(change: ChartChange) -> dict[str, Any]:
    return {
        "facts": [dict(zip(("name", "before", "after"), one, strict=True)) for one in change.facts],
        "own": [{"key": key, "message": clause} for key, clause in change.own],
        "defaults": [_differing(one) for one in change.defaults],
        "schema": [{"key": key, "message": clause} for key, clause in change.schema],
        "notes": [{"version": version, "text": text} for version, text in change.notes],
        "images": [
            dict(zip(("repository", "before", "after"), one, strict=True)) for one in change.images
        ],
    }


def _differing(change: ValueChange) -> dict[str, Any]:
    return {"key": change.key, **_pair(change.before, change.after), "secret": change.is_secret}


def _read_chart(data: dict[str, Any]) -> ChartChange:
    return ChartChange(
        tuple((one["name"], one["before"], one["after"]) for one in data["facts"]),
        tuple((one["key"], one["message"]) for one in data["own"]),
        tuple(map(_read_differing, data["defaults"])),
        tuple((one["key"], one["message"]) for one in data["schema"]),
        tuple((one["version"], one["text"]) for one in data["notes"]),
        tuple((one["repository"], one["before"], one["after"]) for one in data["images"]),
    )


def _group(group: Group) -> dict[str, Any]:
    return {
        "title": title(group),
        "objects": [_key(one.key) for one in group.objects],
        "changes": [_change(change) for change in group.changes],
        "impacts": [_impact(impact) for impact in group.impacts],
    }


def _impact(impact: Impact) -> dict[str, Any]:
    return {
        "effect": _EFFECTS[impact.effect],
        "message": impact.message,
        "path": list(impact.path),
    }


def _object(one: ObjectDiff) -> dict[str, Any]:
    data: dict[str, Any] = {"status": one.status.value, **_key(one.key)}
    if one.old_key is not None:
        data["oldKey"] = _key(one.old_key)
    data["changes"] = [_change(change) for change in one.changes]
    data["impacts"] = [_impact(impact) for impact in one.impacts]
    data["folded"] = one.folded
    for name, state in (("before", one.before), ("after", one.after)):
        if state is not None:
            place = {"template": state.template, "line": state.line}
            data[name] = {
                **_key(state.key),
                **place,
                **_position(state.position),
                "data": state.data,
            }
    return data


def _side(side: Side) -> dict[str, Any]:
    data: dict[str, Any] = {"title": side.title, "notes": list(side.notes)}
    if side.failure is not None:
        message, position = side.failure
        data["failure"] = {"message": message, **_position(position)}
    return data


def _position(position: Position | None) -> dict[str, Any]:
    if position is None:
        return {}
    path, line, column = position
    return {"position": {"path": path, "line": line, "column": column}}


def _key(key: ObjectKey) -> dict[str, Any]:
    named = {"group": key.group, "kind": key.kind, "namespace": key.namespace, "name": key.name}
    return {**named, "hook": key.is_hook}


def _change(change: Change) -> dict[str, Any]:
    return {
        "path": list(change.path),
        "text": path_text(change.path),
        **_pair(change.before, change.after),
        "embedded": change.embedded,
        **({"settled": change.settled} if change.settled else {}),
    }


def _pair(before: Any, after: Any) -> dict[str, Any]:
    """Return both values; what is absent has no member."""
    pair = {"before": before, "after": after}
    return {name: value for name, value in pair.items() if value is not ABSENT}


def _printable(value: Any) -> Any:
    """Return data whose strings are all Unicode, for bytes of files that are not."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {_printable(key): _printable(inner) for key, inner in value.items()}
    return [_printable(inner) for inner in value] if isinstance(value, list) else value


def _read_report(data: dict[str, Any]) -> DiffReport:
    return DiffReport(
        before=_read_side(data["before"]),
        after=_read_side(data["after"]),
        objects=tuple(_read_object(one) for one in data["objects"]),
        folds=tuple(map(_read_fold, data["folds"])),
        values=tuple(map(_read_differing, data["values"])),
        refused=data.get("refused", ""),
        environment=data["environment"],
        unchanged=data["summary"]["unchanged"],
        suppressed=data["summary"]["suppressed"],
        notes=tuple(data["notes"]),
        chart=_read_chart(data["chart"]) if "chart" in data else None,
    )


def _read_differing(data: dict[str, Any]) -> ValueChange:
    return ValueChange(data["key"], *_read_pair(data), data["secret"])


def _read_fold(data: dict[str, Any]) -> Fold:
    keys = tuple(map(_read_key, data["objects"]))
    count = data.get("changes", 0)
    return Fold(
        data["reason"],
        data["title"],
        _read_change(data["change"]),
        keys,
        0 if count == len(keys) else count,
    )


def _read_side(data: dict[str, Any]) -> Side:
    failure = None
    if "failure" in data:
        failure = Failure(data["failure"]["message"], _read_position(data["failure"]))
    return Side(data["title"], (), notes=tuple(data["notes"]), failure=failure)


def _read_position(data: dict[str, Any]) -> Position | None:
    at = data.get("position")
    return None if at is None else Position(at["path"], at["line"], at["column"])


def _read_object(data: dict[str, Any]) -> ObjectDiff:
    return ObjectDiff(
        status=Status(data["status"]),
        key=_read_key(data),
        before=_read_state(data.get("before")),
        after=_read_state(data.get("after")),
        changes=tuple(map(_read_change, data["changes"])),
        impacts=tuple(
            Impact(_EFFECTS_BY_NAME[one["effect"]], one["message"], tuple(one["path"]))
            for one in data["impacts"]
        ),
        old_key=_read_key(data["oldKey"]) if "oldKey" in data else None,
        folded=data["folded"],
    )


def _read_state(data: dict[str, Any] | None) -> DiffObject | None:
    if data is None:
        return None
    position = _read_position(data)
    return DiffObject(_read_key(data), data["data"], "", data["template"], data["line"], position)


def _read_key(data: dict[str, Any]) -> ObjectKey:
    return ObjectKey(data["group"], data["kind"], data["namespace"], data["name"], data["hook"])


def _read_change(data: dict[str, Any]) -> Change:
    return Change(tuple(data["path"]), *_read_pair(data), data["embedded"], data.get("settled", ""))


def _read_pair(data: dict[str, Any]) -> tuple[Any, Any]:
    return data.get("before", ABSENT), data.get("after", ABSENT)
