"""Hides secrets in diffs, before any report is written, and in the texts of golden files.

What is secret is known by its place (a Secret's data, ``x-secret`` in a schema, what ``kubectl``
has last applied), by its name (``password``) or by its form (a private key). Such a value is then
looked for in all else that is written, in every way a template may write it. A mark says which
secrets are equal and nothing else: neither how long they are, nor their hash, which could be
guessed from a list of common passwords.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from helmwright.base.records import replace
from helmwright.diff.model import (
    ABSENT,
    Change,
    ChartChange,
    Failure,
    Impact,
    ObjectKey,
    ValueChange,
)
from helmwright.diff.report_texts import shown_texts
from helmwright.diff.secret_objects import (
    documents_with_secrets,
    in_secret,
    is_hidden,
    is_release,
    leaves,
    open_texts,
    secrets_in,
    shows_keys,
    structured,
    without_words,
    words_of_name,
)
from helmwright.reference.secret_paths import secret_paths
from helmwright.secrets import forms
from helmwright.secrets.matching import Matcher
from helmwright.secrets.names import holds_secrets, is_open_below, is_open_name, is_secret_name
from helmwright.secrets.places import (
    APPLIED,
    PARTS,
    is_named_secret,
    is_secret,
    last_name,
    secret_leaves,
    variable_name,
)
from helmwright.secrets.spellings import as_text, is_distinct, is_word

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from helmwright.base.paths import Path
    from helmwright.charts.chart import Chart
    from helmwright.diff.model import DiffObject, DiffReport, Fold, ObjectDiff, Side

_KEY_PART = re.compile(r"((?:\\.|[^.\[\\])+)|(\[\d+\])")
_SECRET_KINDS = ("Secret", "SecretList")


def redact(reports: Sequence[DiffReport], charts: Iterable[Chart] = ()) -> tuple[DiffReport, ...]:
    """Return reports without secrets: equal ones have equal marks, ``<redacted:a>``.

    charts: whose schemas say which values are secrets (``x-secret``), with their subcharts.
    The sides of the returned reports have neither objects nor values, and no object has its text:
    that has comments, and reports are written from the data.
    """
    sides = (side for report in reports for side in (report.before, report.after))
    schemas = (schema for side in sides for schema in side.schemas)
    marks = Marks(secret_paths(charts, schemas))
    for report in reports:
        marks.learn(report)
    marks.look(shown_texts(reports))
    return tuple(Redaction(marks).report(report) for report in reports)


class Marks:
    """The secrets that are known, and the mark of each."""

    def __init__(self, is_secret: Callable[[Path], bool], key: bytes = b"") -> None:
        self.is_secret = is_secret
        self._key = key
        self._labels: dict[str, str] = {}
        self._secrets: dict[str, None] = {}
        self._names: set[str] = set()
        self._matcher = Matcher(())
        self._texts: dict[str, str] = {}

    def learn(self, report: DiffReport) -> None:
        """Remember the secrets of a report, and the names that are no secrets."""
        for side in (report.before, report.after):
            self._learn_values(side.values, ())
            for one in side.objects:
                self._learn_object(one)
        known = {id(one) for side in (report.before, report.after) for one in side.objects}
        for pair in report.objects:
            for state in (pair.before, pair.after):
                if state is not None and id(state) not in known:
                    self._learn_object(state)
        defaults = report.chart.defaults if report.chart is not None else ()
        for change in (*report.values, *defaults):
            path = steps_of(change.key)
            self._learn_values(change.before, path, whole=change.is_secret)
            self._learn_values(change.after, path, whole=change.is_secret)

    def _learn_object(self, one: DiffObject) -> None:
        self._names.update(words_of_name(one.key.name, one.key.namespace, one.key.kind))
        self.learn_data(one.data)

    def learn_names(self, data: Any) -> None:
        """Remember an object's name: what is a part of it is no secret elsewhere."""
        metadata = data.get("metadata") if type(data) is dict else None
        if type(metadata) is dict:
            names = (metadata.get("name"), metadata.get("namespace"))
            self._names.update(words_of_name(*(one for one in names if type(one) is str)))

    def learn_data(self, data: Any) -> None:
        """Remember the secrets of an object."""
        for secret in secrets_in(data):
            self._learn_secret(secret)
        for path, value in secret_leaves(data):
            if not {"data", "stringData"} & {*path} or last_name(path) == "value":
                self.add(value)

    def _learn_secret(self, secret: dict[str, Any]) -> None:
        for part in PARTS:
            members = secret.get(part)
            for name, value in members.items() if type(members) is dict else ():
                if type(value) is str and not is_open_name(name):
                    text = forms.decoded(value) if part == "data" else value
                    self._learn_text(value if text is None else text)

    def _learn_text(self, text: str) -> None:
        documents = structured(text)
        if documents is None and not forms.is_certificate(text):
            self.add(text)
        for document in documents or ():
            for _, value in secret_leaves(document):
                self.add(value)

    def _learn_values(self, values: Any, path: Path, *, whole: bool = False) -> None:
        found = leaves(values, path) if whole else secret_leaves(values, self.is_secret, path)
        for _, value in found:
            self.add(value)

    def add(self, value: Any) -> None:
        """Remember a secret that is to be looked for, if it can be."""
        if value is None or value is ABSENT or type(value) is bool:
            return
        text = as_text(value)
        if is_distinct(text) and not forms.is_reference(text):
            self._secrets[text] = None

    @property
    def is_known(self) -> bool:
        """Whether any secret that was remembered is in the texts."""
        return self._matcher.is_known

    def look(self, texts: Iterable[str]) -> None:
        """Find out which ways to write a secret there are in the texts that will be shown."""
        self._matcher = Matcher(self._secrets, self._names)
        self._matcher.look(texts)

    def of(self, value: Any) -> str:
        """Return the mark of a secret."""
        text = value if type(value) is str else json.dumps(value, sort_keys=True, default=str)
        if forms.is_mark(text):
            return text
        label = self._labels.get(text)
        if label is None:
            label = self._hash(text) if self._key else _letters(len(self._labels))
            self._labels[text] = label
        return f"<redacted:{label}>"

    def _hash(self, text: str) -> str:
        import hmac

        data = text.encode("utf-8", "surrogateescape")
        return hmac.digest(self._key, data, "sha256").hex()[:16]

    def text(self, text: str) -> str:
        """Return a text with marks for the secrets in it."""
        found = self._texts.get(text)
        if found is None:
            found = self._texts[text] = self._marked(text)
        return found

    def _marked(self, text: str) -> str:
        spans = self._matcher.spans(text)
        spans += [(*span, text[slice(*span)]) for span in forms.spans_of_forms(text)]
        return self._replaced(text, spans) if spans else text

    def known(self, text: str) -> str:
        """Return a text with marks for the secrets that were remembered."""
        spans = self._matcher.spans(text)
        return self._replaced(text, spans) if spans else text

    def across(self, texts: list[str]) -> list[str | None]:
        """Return the marks of texts that are secrets only together; None for all others."""
        whole = "\n".join(texts)
        found: list[str | None] = [None] * len(texts)
        for start, end, secret in self._matcher.spans(whole):
            first, last = whole.count("\n", 0, start), whole.count("\n", 0, end)
            for at in range(first, last + 1) if last > first else ():
                found[at] = self.of(secret)
        return found

    def _replaced(self, text: str, spans: list[tuple[int, int, str]]) -> str:
        """Return a text without stretches of it; those that overlap become one."""
        spans.sort(key=lambda span: (span[0], -span[1]))
        pieces, shown = [], 0
        start, end, secret = spans[0]
        for first, last, other in (*spans[1:], (len(text) + 1, 0, "")):
            if first < end:
                end = max(end, last)
                continue
            pieces += [text[shown:start], self.of(secret)]
            shown, start, end, secret = end, first, last, other
        return "".join([*pieces, text[shown:]])


class Redaction:
    """Writes a report anew without secrets."""

    def __init__(self, marks: Marks) -> None:
        self._marks = marks
        self._text = marks.text

    def report(self, report: DiffReport) -> DiffReport:
        """Return a report without secrets."""
        data = {one.key: one for one in report.before.objects}
        data |= {one.key: one for one in report.after.objects}
        return replace(
            report,
            before=self._side(report.before),
            after=self._side(report.after),
            objects=tuple(self._object(one) for one in report.objects),
            folds=tuple(self._fold(one, data) for one in report.folds),
            values=tuple(self._value(one) for one in report.values),
            environment=self._text(report.environment),
            notes=tuple(map(self._text, report.notes)),
            refused=self._text(report.refused),
            chart=None if report.chart is None else self._chart(report.chart),
        )

    def _chart(self, change: ChartChange) -> ChartChange:
        facts, own, defaults, schema, notes, images = change
        return ChartChange(
            tuple((name, self._text(one), self._text(other)) for name, one, other in facts),
            tuple((self._text(key), clause) for key, clause in own),
            tuple(map(self._value, defaults)),
            tuple((self._text(key), self._text(clause)) for key, clause in schema),
            tuple((version, self._text(text)) for version, text in notes),
            tuple(
                (self._text(name), self._text(one), self._text(other))
                for name, one, other in images
            ),
        )

    def _side(self, side: Side) -> Side:
        notes = tuple(map(self._text, side.notes))
        title = self._text(side.title)
        return replace(
            side,
            title=title,
            objects=(),
            values=None,
            notes=notes,
            schemas=(),
            failure=None if side.failure is None else self._failure(side.failure),
        )

    def _failure(self, failure: Failure) -> Failure:
        """Return why a side does not render; a secret may reach over several lines of it."""
        place = failure.position
        shown = None if place is None else place._replace(path=self._text(place.path))
        return Failure(self._text(failure.message), shown)

    def _key(self, key: ObjectKey) -> ObjectKey:
        group, kind, namespace, name = map(self._text, key[:4])
        return ObjectKey(group, kind, namespace, name, key.is_hook)

    def _state(self, one: DiffObject | None) -> DiffObject | None:
        if one is None:
            return None
        return replace(one, key=self._key(one.key), data=self.tree(one.data), content="")

    def _object(self, one: ObjectDiff) -> ObjectDiff:
        states = [state.data for state in (one.before, one.after) if state is not None]
        hidden = {
            text for data in states for secret in secrets_in(data) for text in open_texts(secret)
        }
        return replace(
            one,
            changes=tuple(self._change(change, states) for change in one.changes),
            key=self._key(one.key),
            old_key=None if one.old_key is None else self._key(one.old_key),
            before=self._state(one.before),
            after=self._state(one.after),
            impacts=tuple(self._impact(impact, states, hidden) for impact in one.impacts),
        )

    def _impact(self, impact: Impact, states: list[Any], hidden: set[str]) -> Impact:
        message = without_words(self._text(impact.message), hidden, self._marks.of)
        inside, keys = in_secret(impact.path, states), shows_keys(impact.path, states)
        return impact._replace(
            message=message, path=self._path(impact.path, inside=inside, keys=keys)
        )

    def _fold(self, fold: Fold, known: dict[ObjectKey, DiffObject]) -> Fold:
        states = [known[key].data for key in fold.objects if key in known]
        if any(key.kind in _SECRET_KINDS for key in fold.objects):
            states.append({"kind": "Secret"})
        return replace(
            fold,
            title=self._text(fold.title),
            change=self._change(fold.change, states),
            objects=tuple(map(self._key, fold.objects)),
        )

    def _change(self, change: Change, states: list[Any]) -> Change:
        if in_secret(change.path, states):
            path = self._path(change.path, inside=True, keys=shows_keys(change.path, states))
            encoded = not change.embedded and "data" in change.path
            before = self._hidden(change.before, encoded=encoded)
            after = self._hidden(change.after, encoded=encoded)
        elif is_hidden(change.path, states) and not _are_switches(change):
            path = self._path(change.path, inside=False)
            before, after = self._mark(change.before), self._mark(change.after)
        else:
            path = self._path(change.path, inside=False)
            before, after = self.tree(change.before), self.tree(change.after)
        return change._replace(path=path, before=before, after=after)

    def _path(self, path: Path, *, inside: bool, keys: bool = True) -> Path:
        """Return a path to show; inside: below a Secret's data, of which words alone are shown.

        keys: whether even they are.
        """
        shown: list[str | int] = []
        data = next((at for at, step in enumerate(path) if step in PARTS), len(path))
        for at, step in enumerate(path):
            if type(step) is not str:
                shown.append(step)
                continue
            key, _, name = step[1:-1].partition("=") if step[:1] == "[" else ("", "", step)
            shows = keys and is_word(name) and step[:2] != "[="
            if inside and at > data + 1 and not shows:
                name = self._marks.of(name)
            name = self._text(name)
            shown.append(f"[{key}={name}]" if step[:1] == "[" else name)
        return tuple(shown)

    def _value(self, change: ValueChange) -> ValueChange:
        path = steps_of(change.key)
        known = change.is_secret or self._marks.is_secret(path)
        shown = [
            self._mark(value) if known else self._values(value, path)
            for value in (change.before, change.after)
        ]
        known = known or is_named_secret(last_name(path), change.after or change.before)
        return ValueChange(self._text(change.key), shown[0], shown[1], known)

    def _values(self, value: Any, path: Path) -> Any:
        if type(value) is dict:
            return {
                self._text(key): self._values(inner, (*path, key)) for key, inner in value.items()
            }
        if type(value) is list:
            return [self._values(inner, (*path, at)) for at, inner in enumerate(value)]
        secret = self._marks.is_secret(path) or is_named_secret(last_name(path), value)
        return self._mark(value) if secret else self.tree(value)

    def _mark(self, value: Any) -> Any:
        if value is ABSENT or value is None or value == "":
            return value
        return self._marks.of(value)

    def _hidden(self, value: Any, *, encoded: bool) -> Any:
        """Return a part of a Secret's data with marks; keys that are words stay."""
        if type(value) is dict:
            return {
                key if is_word(key) else self._marks.of(key): self._hidden(inner, encoded=encoded)
                for key, inner in value.items()
            }
        if type(value) is list:
            return [self._hidden(inner, encoded=encoded) for inner in value]
        return self._mark((encoded and type(value) is str and forms.decoded(value)) or value)

    def tree(self, value: Any, name: str | None = None) -> Any:
        """Return an object, or any part of one, without secrets; name: of the key it stands at."""
        kind = type(value)
        if kind is str:
            documents = documents_with_secrets(value)
            return self._text(value) if documents is None else self._embedded(documents)
        if kind is dict:
            return self._map(value, name)
        if kind is list:
            return list(self._items(value, name))
        if kind is int or kind is float:
            text = as_text(value)
            shown = self._text(text)
            return value if shown == text else shown
        return value

    def _map(self, value: dict[str, Any], name: str | None) -> dict[str, Any]:
        secret = is_secret(value)
        shown = {}
        variable = is_secret_name(variable_name(value))
        holds = name is not None and holds_secrets(name)
        for key, inner in value.items():
            title = self._text(key)
            if secret and key in PARTS:
                shown[title] = self._members(inner, encoded=key == "data")
            else:
                hidden = (
                    key == APPLIED
                    or (is_named_secret(key, inner) and "remoteRef" not in value)
                    or (key == "value" and variable and not forms.is_switch(inner))
                    or (holds and not is_open_below(key) and not forms.is_switch(inner))
                    or (key == "release" and is_release(value))
                )
                shown[title] = self._mark(inner) if hidden else self.tree(inner, key)
        return shown

    def _members(self, members: Any, *, encoded: bool) -> Any:
        if type(members) is not dict:
            return self._mark(members)
        return {
            self._text(name): self._member(
                (encoded and type(value) is str and forms.decoded(value)) or value
            )
            for name, value in members.items()
        }

    def _member(self, value: Any) -> Any:
        """Return a Secret's value; of a document, its keys stay, for there is what has changed."""
        documents = structured(value) if type(value) is str else None
        if documents is None:
            return self._mark(value)
        return _written(self._hidden(document, encoded=False) for document in documents)

    def _items(self, items: list[Any], name: str | None) -> Iterator[Any]:
        after_flag = False
        named = name is not None and is_secret_name(name)
        marks = self._marks.across([one if type(one) is str else "" for one in items])
        for item, mark in zip(items, marks, strict=True):
            if mark is not None:
                yield mark
            elif (after_flag and type(item) is str and item[:1] not in ("-", "$")) or (
                named and not forms.is_switch(item) and not forms.is_reference(as_text(item))
            ):
                yield self._mark(item)
            else:
                yield self.tree(item)
            after_flag = type(item) is str and forms.is_secret_flag(item)

    def _embedded(self, documents: list[Any]) -> str:
        return _written(map(self.tree, documents))


def _written(documents: Iterable[Any]) -> str:
    from helmwright.go.yaml_write import marshal

    return "---\n".join(map(marshal, documents))


def steps_of(key: str) -> Path:
    """Return the path of a value whose key is written as for ``--set``."""
    return tuple(
        int(index[1:-1]) if index else re.sub(r"\\(.)", r"\1", name)
        for name, index in _KEY_PART.findall(key)
    )


def _are_switches(change: Change) -> bool:
    return forms.is_switch(change.before) and forms.is_switch(change.after)


def _letters(number: int) -> str:
    """Return a, b, … z, aa, ab, and so on."""
    letters = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(97 + rest) + letters
    return letters
