"""Which value the text of a rendered field comes from: proven by another value in its place.

Values that look like the field are changed, each in its own way, and the chart is rendered again: the
one whose change comes out in the field is where it came from. A field that no change of a value
changes so, or that has a text of the template's own, keeps the template's place.
"""

from __future__ import annotations

from collections import defaultdict
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.patterns import lazy_pattern
from helmwright.lint.value_trials import Substitutes, nodes_of, scalar_text, value_at, with_value
from helmwright.rendering.objects import objects_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from helmwright.base.paths import Path
    from helmwright.lint.rendered import RenderedChart
    from helmwright.lint.settings import Settings
    from helmwright.rendering.objects import RenderedObject

    Render = Callable[[dict[str, Any]], "dict[str, str] | None"]

_RENDERS = 40
"""How often a chart is rendered for all findings about it, at most."""
_SECONDS = 8.0
"""When no more renders are begun, of a chart that takes long."""
_ALONE = 4
"""How many values are tried one by one for one field."""
_SHORTEST = 3
"""Of how many characters a part of a text is, at least, that is looked for in it."""
_PLAIN = lazy_pattern(r"[A-Za-z0-9](?:[A-Za-z0-9._/:@-]*[A-Za-z0-9])?")
"""What names, images, labels and hosts are made of."""


class ValueOrigin(NamedTuple):
    """Where a part of an object comes from.

    path: in the values of the root chart. exact: whether the part is the value as it stands, and
    not made with it. others: values that are in the part as well.
    """

    path: Path
    exact: bool
    others: tuple[Path, ...] = ()


_Change = tuple["Path", str]
"""The path of a value, and the part of its text that is changed; blank for all of it."""


class _Trial(NamedTuple):
    """A value that may be the origin of a field.

    value: its path. field: the path in the object where its change has to come out.
    whole: the path of the value that the part in question is, from its own path.
    exact: whether the field is the value and not a text made with it.
    inside: the part of the value, a text, that the field is; blank for all of it.
    """

    value: Path
    field: Path
    whole: Path
    exact: bool
    inside: str = ""

    @property
    def change(self) -> _Change:
        """What is changed to try it."""
        return self.value, self.inside


class _Field(NamedTuple):
    """A part of an object that an origin is looked for; ``number`` counts those of its template."""

    one: RenderedObject
    path: Path
    number: int


class ValueOrigins:
    """Finds origins in the values of one chart.

    render: renders the chart with what a user gives, and returns the files; None if it fails.
    """

    def __init__(self, rendered: RenderedChart, settings: Settings, render: Render) -> None:
        self._rendered = rendered
        self._settings = settings
        self._render = render
        self._renders = _RENDERS
        self._until = monotonic() + _SECONDS
        self._substitutes = Substitutes()
        self._changed: dict[_Change, tuple[Any, Any]] = {}
        self._index: dict[str, list[Path]] = defaultdict(list)
        self._texts: list[tuple[str, Path]] = []
        self._containers: list[tuple[Path, Any]] = []
        for path, value in nodes_of(settings.values):
            if type(value) in (dict, list):
                self._containers.append((path, value))
            if type(value) not in (dict, list) or not value:
                self._index[_kind(value)].append(path)
                if type(value) is not bool and len(scalar_text(value)) >= _SHORTEST:
                    self._texts.append((scalar_text(value), path))

    def find(self, parts: Sequence[tuple[RenderedObject, Path]]) -> list[ValueOrigin | None]:
        """Return the origin of each part of an object; None where it is not sure."""
        places = {id(one): number for number, one in self._numbered()}
        fields = [_Field(one, path, places[id(one)]) for one, path in parts]
        trials = [self._trials(field) for field in fields]
        proven: list[list[_Trial]] = [[] for _ in fields]
        together = {trial.change for own in trials for trial in own if self._is_plain(trial.change)}
        self._try(sorted(together, key=str), fields, trials, proven)
        likeliest = {
            own[0].change for own, done in zip(trials, proven, strict=True) if own and not done
        }
        if len(likeliest) < len(together):
            self._try(sorted(filter(self._is_plain, likeliest), key=str), fields, trials, proven)
        for number, own in enumerate(trials):
            for trial in own[:_ALONE]:
                if not proven[number]:
                    self._try([trial.change], fields, trials, proven)
        return [self._best(found, field) for found, field in zip(proven, fields, strict=True)]

    def _numbered(self) -> Iterable[tuple[int, RenderedObject]]:
        counts: dict[str, int] = defaultdict(int)
        for one in self._rendered.objects:
            yield counts[one.template], one
            counts[one.template] += 1

    def _is_plain(self, change: _Change) -> bool:
        """Tell whether a change may be made with others: templates take the same way with it."""
        value, _ = value_at(self._settings.values, change[0])
        return not change[1] and (bool(value) or (value == 0 and value is not False))

    # What may be the origin

    def _trials(self, field: _Field) -> list[_Trial]:
        """Return what may be the origin of a field, the likeliest first."""
        data, known = value_at(field.one.data, field.path)
        path = field.path
        while not known and path:
            path = path[:-1]
            data, known = value_at(field.one.data, path)
        if type(data) in (dict, list) and data:
            found = self._of_container(path, data)
        elif path == field.path:
            found = self._of_scalar(path, data)
        else:
            found = []
        if self._is_of_template(field.one, found):
            return []
        named = f"{field.one.template}/{field.one.name}".lower()
        return sorted(found, key=lambda trial: self._unlikeliness(trial, path, named))

    def _is_of_template(self, one: RenderedObject, found: list[_Trial]) -> bool:
        """Tell whether a part is written in the template itself, so that no value has to be tried."""
        return not found or all(
            self._rendered.is_constant(one, field) for field in {trial.field for trial in found}
        )

    def _of_scalar(self, path: Path, data: Any) -> list[_Trial]:
        same = self._index[_kind(data)]
        if data in ("true", "false"):
            same = [*same, *self._index[str(data)]]
        equal = [_Trial(value, path, value, exact=True) for value in same]
        if type(data) is bool or data is None or data == "" or type(data) in (dict, list):
            return [one for one in equal if one.value and one.value[-1] == path[-1]] or equal
        text = scalar_text(data)
        parts = [
            _Trial(value, path, value, exact=False)
            for known, value in self._texts
            if known in text and known != text
        ]
        wholes = [
            _Trial(value, path, value, exact=False, inside=text)
            for known, value in self._texts
            if len(text) >= _SHORTEST and text in known and known != text
        ]
        return equal + parts + wholes

    def _of_container(self, path: Path, data: Any) -> list[_Trial]:
        """Return the maps and lists that a part of an object has all from, by one leaf of it."""
        leaves = [
            (where, value)
            for where, value in nodes_of(data)
            if where and (type(value) not in (dict, list) or not value)
        ]
        leaves.sort(key=lambda leaf: type(leaf[1]) not in (str, int, float) or leaf[1] == "")
        where = leaves[0][0]
        found = []
        for container, known in self._containers:
            if type(known) is not type(data) or not container:
                continue
            if _mirrors(known, leaves):
                found.append(_Trial((*container, *where), (*path, *where), container, exact=True))
        return found

    def _unlikeliness(
        self, trial: _Trial, path: Path, named: str
    ) -> tuple[bool, int, bool, int, int, str]:
        """Return the key by which trials are sorted; named: template and object, in small letters."""
        alike = 0
        for mine, theirs in zip(reversed(trial.whole), reversed(path), strict=False):
            if mine != theirs:
                break
            alike += 1
        of_user = self._settings.layered.decisive(trial.whole, of_users=True) is not None
        told = sum(type(step) is str and step.lower() in named for step in trial.whole)
        return not trial.exact, -alike, not of_user, -told, len(trial.whole), str(trial.whole)

    # What is the origin

    def _try(
        self,
        changes: list[_Change],
        fields: list[_Field],
        trials: list[list[_Trial]],
        proven: list[list[_Trial]],
    ) -> None:
        """Change values, all at once or, if that fails, half of them, and see what comes out."""
        if not changes or self._renders <= 0 or monotonic() > self._until:
            return
        self._renders -= 1
        files = self._with_changed(changes)
        if files is None:
            if len(changes) > 1:
                half = len(changes) // 2
                self._try(changes[:half], fields, trials, proven)
                self._try(changes[half:], fields, trials, proven)
            return
        tried = set(changes)
        objects: dict[str, list[RenderedObject]] = {}
        for number, field in enumerate(fields):
            own = [trial for trial in trials[number] if trial.change in tried]
            template = field.one.template
            if own and not proven[number]:
                if template not in objects:
                    objects[template] = list(objects_of(template, files.get(template, "")))
                proven[number] += [
                    trial for trial in own if self._comes_out(trial, field, objects[template])
                ]

    def _with_changed(self, changes: list[_Change]) -> dict[str, str] | None:
        """Render the chart with other values in the place of these."""
        given, effective = self._settings.layered.given, self._settings.values
        for change in changes:
            if change not in self._changed:
                self._changed[change] = self._other(change)
            given = with_value(given, effective, change[0], self._changed[change][1])
        return self._render(given)

    def _other(self, change: _Change) -> tuple[Any, Any]:
        """Return a value as it is, and with a change."""
        path, inside = change
        old, _ = value_at(self._settings.values, path)
        if not inside:
            return old, self._substitutes.of(old)
        return old, old.replace(inside, self._substitutes.of(inside))

    def _comes_out(self, trial: _Trial, field: _Field, objects: list[RenderedObject]) -> bool:
        """Tell whether the change of a value is the change of a field."""
        if field.number >= len(objects) or objects[field.number].kind != field.one.kind:
            return False
        before, _ = value_at(field.one.data, trial.field)
        after, there = value_at(objects[field.number].data, trial.field)
        old, new = self._changed[trial.change]
        if not there or _kind(before) == _kind(after) or _kind(old) == _kind(new):
            return False
        if trial.exact:
            return _kind(after) == _kind(new)
        was, is_now = scalar_text(before), scalar_text(after)
        if trial.inside:
            return is_now in new and is_now not in old
        return scalar_text(new) in is_now and scalar_text(new) not in was

    def _best(self, proven: list[_Trial], field: _Field) -> ValueOrigin | None:
        """Return the value that is likeliest at fault among those that make a field.

        None if it is more likely what else the field's text is made of.
        """
        if not proven:
            return None
        layered = self._settings.layered
        of_user = [one for one in proven if layered.decisive(one.whole, of_users=True) is not None]
        best = min(of_user or proven, key=self._plainness)
        if self._plainness(best)[1] and self._is_rest_odd(proven, field):
            return None
        others = tuple(one.whole for one in proven if one.whole != best.whole)
        return ValueOrigin(best.whole, best.exact and not others, others)

    def _is_rest_odd(self, proven: list[_Trial], field: _Field) -> bool:
        """Tell whether a text is odd where no value is known to have written it."""
        text = scalar_text(value_at(field.one.data, proven[0].field)[0])
        for trial in proven:
            text = text.replace(scalar_text(value_at(self._settings.values, trial.value)[0]), "")
        return bool(text) and not _PLAIN.fullmatch(f"a{text}a")

    def _plainness(self, trial: _Trial) -> tuple[bool, bool, bool, int]:
        """Return the key by which values that make one text are sorted: what is odd, what is long."""
        if trial.exact:
            return False, False, False, 0
        text = scalar_text(value_at(self._settings.values, trial.value)[0])
        return True, bool(_PLAIN.fullmatch(text)), text.lower() == text, -len(text)


def _kind(value: Any) -> str:
    """Return a value as text that tells booleans, nulls and empty things from strings."""
    if type(value) is str:
        return f'"{value}'
    if type(value) in (int, float):
        return f'"{scalar_text(value)}'
    return scalar_text(value)


def _mirrors(value: Any, leaves: list[tuple[Path, Any]]) -> bool:
    """Tell whether a value has all leaves of a part of an object, at the same places."""
    for where, leaf in leaves:
        known, there = value_at(value, where)
        if not there or _kind(known) != _kind(leaf):
            return False
    return True
