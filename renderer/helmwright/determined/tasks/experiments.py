"""The configuration of an experiment held against the schemas of a release.

Source: master/pkg/schemas/expconf/parse.go, master/internal/core_experiment.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.wording import joined
from helmwright.determined.tasks import checks, unions
from helmwright.determined.tasks.problem import Effect, TaskProblem, dropped_by
from helmwright.determined.tasks.shapes import ROOT, parsed, shapes_of
from helmwright.determined.tasks.unknown import UnknownKeys
from helmwright.determined.wording import shown
from helmwright.secrets.names import is_secret_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.base.paths import Path
    from helmwright.determined.tasks.shapes import MapType, Shape
    from helmwright.determined.versions import DeterminedRelease

_WORDS = {
    "bool": "true or false",
    "integer": "a whole number",
    "number": "a number",
    "text": "text",
    "list": "a list",
    "map": "a map",
}


class ExperimentCheck:
    """Checks one configuration.

    complete: also report what has to be there once a template and defaults are merged in.
    of_template: what is said of the whole is not asked of a part.
    """

    def __init__(
        self, release: DeterminedRelease, *, complete: bool, of_template: bool = False
    ) -> None:
        self.release = release
        self.of_template = of_template
        self.shapes = shapes_of(release.number)
        self.problems: list[TaskProblem] = []
        self.complete = complete
        self._unknown = UnknownKeys("experiment", release)

    def check(self, config: Any) -> list[TaskProblem]:
        """Return what is wrong with a configuration."""
        self.type(config, ROOT, ())
        if isinstance(config, dict):
            checks.whole_experiment(self, config)
        return self.problems

    def attempt(self, value: Any, text: str) -> bool:
        """Tell whether a value has a shape."""
        trial = ExperimentCheck(self.release, complete=False)
        trial.shape(value, text, ())
        return not trial.problems

    def shape(self, value: Any, text: str, path: Path) -> None:
        """Check a value against a shape as it is written."""
        alternatives = parsed(text)
        fitting = [shape for shape in alternatives if is_of_kind(value, shape.kinds)]
        if not fitting:
            self._refuse_kind(value, alternatives, path)
        elif len(fitting) == 1:
            self._one(value, fitting[0], path)
        elif not any(self._fits(value, shape) for shape in fitting):
            words = [word for shape in fitting for word in shape.among]
            chosen = [one for one in fitting if unions.names_type(self, value, one.type_name)]
            if chosen:
                self._one(value, chosen[0], path)
            else:
                self.refuse(path, f"{self._shown(value, path)} is none of {joined(words, 'or')}")

    def _fits(self, value: Any, shape: Shape) -> bool:
        trial = ExperimentCheck(self.release, complete=False)
        trial._one(value, shape, ())
        return not trial.problems

    def _one(self, value: Any, shape: Shape, path: Path) -> None:
        if value is None and shape.kinds:
            return
        if shape.among and value not in shape.among:
            self.refuse(path, f"{self._shown(value, path)} is none of {', '.join(shape.among)}")
        elif isinstance(value, int | float) and not _within(value, shape):
            self.refuse(path, f"{value:g} is not {_range(shape)}")
        if shape.check:
            checks.value(self, shape.check, value, path)
        if shape.items and isinstance(value, list):
            for index, item in enumerate(value):
                self.shape(item, shape.items, (*path, index))
        if shape.values and isinstance(value, dict):
            for key, item in value.items():
                self.shape(item, shape.values, (*path, key))
        if shape.type_name:
            self.type(value, shape.type_name, path)

    def type(self, value: Any, name: str, path: Path) -> None:
        """Check a value against a type."""
        found = self.shapes.type(name)
        if found.is_written:
            unions.check(self, name, value, path)
        elif found.alias:
            self.shape(value, found.alias, path)
        elif isinstance(value, dict):
            self._map(value, found, path)
        else:
            self._refuse_kind(value, parsed("map"), path)

    def _map(self, value: dict[str, Any], found: MapType, path: Path) -> None:
        member = None
        if found.by:
            member = self._member(value, found, path)
            if member is None and found.by in value:
                return
        fields = dict(found.fields)
        if member is not None:
            fields = {key: shape for key, shape in fields.items() if key in member.fields}
            fields |= member.fields
        for key, item in value.items():
            if key in fields:
                self.shape(item, fields[key], (*path, key))
            elif (member or found).rest and (member is None or key in found.fields):
                self.shape(item, (member or found).rest, (*path, key))
            elif key in found.fields:
                self._of_other_member(value, found, key, path)
            else:
                problem = self._unknown.problem((*path, key), fields)
                self.problems.append(problem)
        self._missing(value, (found, member), path)
        for check in (*found.checks, *(member.checks if member else ())):
            checks.map_of(self, check, value, path)

    def _member(self, value: dict[str, Any], found: MapType, path: Path) -> MapType | None:
        """Return the type that a key chooses; None without it, or if there is no such type."""
        if found.by not in value:
            if found.by not in found.wants:
                self.refuse(
                    path, f"{found.by} is missing: {joined(found.members, 'or')}", of_key=True
                )
            return None
        chosen = value[found.by]
        if isinstance(chosen, str) and chosen in found.members:
            return self.shapes.type(found.members[chosen])
        place = (*path, found.by)
        near = self._unknown.near(chosen, found.members) if isinstance(chosen, str) else ""
        message = f"{self._shown(chosen, place)} is none of {joined(found.members, 'or')}"
        when = self._unknown.member_when(path, chosen)
        fix = f"write {near}" if near and not when else ""
        self.refuse(place, f"{message}; it is known {when}" if when else message, fix=fix)
        return None

    def _of_other_member(self, value: dict[str, Any], found: MapType, key: str, path: Path) -> None:
        owners = [
            name for name, member in found.members.items() if key in self.shapes.type(member).fields
        ]
        goes = f"goes with {found.by}: {' or '.join(sorted(owners))}" if owners else "is not used"
        message = f"{goes}, and {found.by} is {value[found.by]}"
        self.refuse((*path, key), message, of_key=True, fix="leave it out")

    def _missing(
        self, value: dict[str, Any], found: tuple[MapType, MapType | None], path: Path
    ) -> None:
        for one in filter(None, found):
            for key in one.needs:
                if key not in value:
                    self.refuse(path, f"{key} is missing", of_key=True, fix=f"add {key}")
        if self.complete and path in checks.COMPLETE_WHERE:
            wanted = dict.fromkeys(key for one in filter(None, found) for key in one.wants)
            for key in wanted:
                if value.get(key) is None:
                    self.miss(path, key)

    def miss(self, path: Path, key: str) -> None:
        """Report a key that has to come from somewhere, if that is asked for."""
        if not self.complete:
            return
        message = f"{key} is missing; unless a template has it, the master refuses the experiment"
        self.problems.append(
            TaskProblem(path, message, f"add {key}", effect=Effect.MISSING, of_key=True)
        )

    def refuse(self, path: Path, message: str, *, of_key: bool = False, fix: str = "") -> None:
        """Report what the master refuses."""
        self.problems.append(TaskProblem(path, message, fix, of_key=of_key))

    def drop(self, path: Path, reason: str, fix: str) -> None:
        """Report what the master takes and does not use."""
        message = f"{dropped_by(self.release)}: {reason}"
        self.problems.append(TaskProblem(path, message, fix, Effect.DROPPED, of_key=True))

    def _refuse_kind(self, value: Any, shapes: Iterable[Shape], path: Path) -> None:
        kinds = [kind for kind in _WORDS if any(kind in shape.kinds for shape in shapes)]
        words = joined([_WORDS[kind] for kind in kinds], "or") or "nothing"
        fix = ""
        if "text" in kinds and isinstance(value, bool | int | float):
            fix = "put it in quotation marks"
        elif {"integer", "number"} & set(kinds) and _is_number(value):
            fix = "write it without quotation marks"
        self.refuse(path, f"expected {words}, found {self._shown(value, path)}", fix=fix)

    def _shown(self, value: Any, path: Path) -> str:
        hidden = any(isinstance(step, str) and is_secret_name(step) for step in path)
        return "something else" if hidden else shown(value)


def is_of_kind(value: Any, kinds: frozenset[str]) -> bool:
    """Tell whether a value is of one of the kinds; without any, every value is."""
    if not kinds:
        return True
    if value is None:
        return "null" in kinds
    if isinstance(value, bool):
        return "bool" in kinds
    if isinstance(value, int | float):
        return "number" in kinds or ("integer" in kinds and float(value).is_integer())
    words = ((str, "text"), (list, "list"), (dict, "map"))
    return any(isinstance(value, known) and word in kinds for known, word in words)


def _within(value: float, shape: Shape) -> bool:
    return (
        (shape.least is None or value >= shape.least)
        and (shape.most is None or value <= shape.most)
        and (shape.above is None or value > shape.above)
    )


def _range(shape: Shape) -> str:
    if shape.above is not None:
        return f"greater than {shape.above:g}"
    if shape.least is not None and shape.most is not None:
        return f"from {shape.least:g} to {shape.most:g}"
    return f"at least {shape.least:g}" if shape.least is not None else f"at most {shape.most:g}"


def _is_number(value: Any) -> bool:
    if not isinstance(value, str):
        return False
    try:
        float(value)
    except ValueError:
        return False
    return True
