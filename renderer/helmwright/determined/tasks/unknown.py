"""Keys that a master does not know: which one was meant, where it belongs, which release has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.paths import dotted
from helmwright.determined.master_schema import runs_of, schema_of
from helmwright.determined.tasks.problem import Effect, TaskProblem, dropped_by
from helmwright.determined.tasks.shapes import ROOT, SCHEMAS_SINCE, shapes_of
from helmwright.determined.wording import known_when

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.versions import DeterminedRelease

_CLOSE = 0.75
_POD = ("environment", "pod_spec", "spec")
_OTHER_WORDS = {
    "command": {"slots_per_trial": "slots"},
    "experiment": {"slots_per_node": "slots_per_trial"},
}
"""Words of other kinds of tasks for the same thing."""


class UnknownKeys:
    """Makes problems of the keys that a release does not know.

    kind: "experiment", "command" or "pod".
    """

    def __init__(self, kind: str, release: DeterminedRelease) -> None:
        self._kind = kind
        self._release = release

    def problem(
        self, path: Path, known: Collection[str], effect: Effect = Effect.REFUSED, hint: str = ""
    ) -> TaskProblem:
        """Return what is said about the unknown key at a path; known: the keys beside it."""
        key = str(path[-1])
        names = tuple(step for step in path if isinstance(step, str))
        when = "" if self._kind == "pod" else known_when(self._runs(names))
        other = _OTHER_WORDS.get(self._kind, {}).get(key)
        near = other if other and other in known else self.near(key, known)
        place = "" if when or near else self._elsewhere(names)
        message, fix = "unknown key", "leave it out"
        if place:
            message, fix = f"unknown key here; it belongs at {place}", f"write it as {place}"
        elif near and not when:
            fix = f"write {near}"
        if effect is Effect.DROPPED:
            message += f", {dropped_by(self._release)}"
        if when:
            message += f"; it is known {when}"
        elif near:
            message += f"; did you mean {near}?"
        elif hint and not place:
            message += f"; {hint}"
        return TaskProblem(path, message, fix, effect, of_key=True, unknown=True)

    def near(self, key: str, known: Iterable[str]) -> str:
        """Return the name that was probably meant; blank for none."""
        from difflib import get_close_matches

        names = list(known)
        plain = {_plain(name): name for name in names}
        close = get_close_matches(key.lower(), names, 1, _CLOSE)
        return plain.get(_plain(key)) or (close[0] if close else "")

    def member_when(self, path: Path, chosen: object) -> str:
        """Return when a type of map was known, such as a searcher; blank if it never was."""
        names = tuple(step for step in path if isinstance(step, str))

        def holds(release: DeterminedRelease) -> bool:
            if release.number < SCHEMAS_SINCE:
                return chosen in _early_members(release, names)
            return chosen in shapes_of(release.number).members(names)

        return known_when(runs_of(holds)) if isinstance(chosen, str) else ""

    def _runs(self, names: tuple[str, ...]) -> list[tuple[DeterminedRelease, DeterminedRelease]]:
        def holds(release: DeterminedRelease) -> bool:
            if self._kind == ROOT and release.number >= SCHEMAS_SINCE:
                return shapes_of(release.number).holds(names)
            return schema_of(release).holds(names, self._kind)

        return runs_of(holds)

    def _elsewhere(self, names: tuple[str, ...]) -> str:
        """Return where a key of this name belongs; blank if nowhere, or in more than one place."""
        *above, key = names
        found = [path for path in self._paths() if path[-1] == key and path != names]
        shortest = min(map(len, found), default=0)
        best = list(dict.fromkeys(path for path in found if len(path) == shortest))
        if len(best) == 1:
            return dotted(best[0])
        if not best and tuple(above) in ((), _POD[:1], _POD[:2]) and self._kind != "pod":
            spec = schema_of(self._release).struct("core.PodSpec")
            return dotted((*_POD, key)) if key in spec.fields else ""
        return ""

    def _paths(self) -> Iterator[tuple[str, ...]]:
        if self._kind == "pod":
            spec = schema_of(self._release).struct("core.PodSpec")
            yield from ((*_POD, key) for key in spec.fields)
        elif self._kind == ROOT and self._release.number >= SCHEMAS_SINCE:
            yield from shapes_of(self._release.number).paths()
        else:
            schema = schema_of(self._release)
            yield from schema.paths(schema.tasks[self._kind], stop="core.Pod")


def _early_members(release: DeterminedRelease, names: tuple[str, ...]) -> Collection[str]:
    schema = schema_of(release)
    struct = schema.struct(schema.tasks["experiment"])
    for name in names:
        if name not in struct.fields:
            return ()
        struct = schema.struct(struct.fields[name].lstrip("*"))
    return struct.union


def _plain(name: str) -> str:
    return name.lower().replace("_", "").replace("-", "")
