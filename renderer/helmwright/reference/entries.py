"""The rows of a reference: defaults of values.yaml, facts of the schema, texts of the comments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import ChartError, Position
from helmwright.base.patterns import lazy_pattern
from helmwright.reference.comments import NOTHING, Comment, comments, titles
from helmwright.reference.schema_facts import UNKNOWN, Facts, facts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.charts.chart import Chart

_PLAIN_KEY = lazy_pattern(r"[\w-]+").fullmatch
_DEPTH_LIMIT = 16
_OTHER = "Other values"
_OLD = "Values of earlier charts"
_TYPES = ((bool, "boolean"), ((int, float), "number"), (str, "string"), (list, "list"))


class Entry(NamedTuple):
    """One key.

    key: as ``--set`` writes it: ``db.port``; ``pools[].name`` for a key of every item of a list.
    type: in words, such as ``number or string``; empty if nothing is known.
    default: as YAML; empty for a key that is blank.
    since, until: the first and the last release that the key is for, where it is not for all.
    choices: the values that are allowed, as YAML, if they are few.
    """

    key: str
    type: str
    default: str
    since: str
    until: str
    description: str
    choices: tuple[str, ...]
    secret: bool
    deprecated: bool

    @property
    def versions(self) -> str:
        """The releases in one word: ``0.14.5+``, ``0.19.11–0.34.0``; empty for all."""
        if self.since == self.until:
            return self.since
        if self.since and self.until:
            return f"{self.since}–{self.until}"
        return f"{self.since}+" if self.since else f"–{self.until}" if self.until else ""


class Section(NamedTuple):
    """Keys that belong together; the title is empty if values.yaml has no headings."""

    title: str
    entries: tuple[Entry, ...]


def sections(chart: Chart) -> tuple[Section, ...]:
    """Return all keys of a chart, in the order of values.yaml; those of the schema alone follow."""
    text = _file(chart, "values.yaml")
    path = f"{chart.path}/values.yaml"
    schema = _schema(chart)
    collector = _Collector(schema, comments(text, path))
    groups: dict[str, list[Entry]] = {title: [] for title in titles(text)}
    known = facts(schema, schema)
    for name in _keys(chart.values, known):
        entries = list(collector.entries((name,), chart.values.get(name), known))
        if entries:
            title = collector.section(name, known, in_values=name in chart.values)
            groups.setdefault(title, []).extend(entries)
    ordered = sorted(groups.items(), key=lambda group: group[0] in (_OTHER, _OLD))
    if not titles(text) and len(groups) == 1:
        return (Section("", tuple(ordered[0][1])),)
    return tuple(Section(title, tuple(entries)) for title, entries in ordered if entries)


def _file(chart: Chart, name: str) -> str:
    """Return the text of one of the chart's files, empty without it."""
    data = next((file.data for file in chart.raw if file.name == name), b"")
    return data.decode("utf-8-sig", "replace")


def _schema(chart: Chart) -> Any:
    from helmwright.reference.pack_schemas import schema_of

    text = schema_of(chart)
    if not text:
        return {}
    import json

    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        place = (getattr(error, "lineno", None), getattr(error, "colno", None))
        reason = getattr(error, "msg", str(error))
        raise ChartError(
            f"cannot read values.schema.json: {reason}",
            Position(f"{chart.path}/values.schema.json", *place),
        ) from None


def _keys(value: Any, known: Facts) -> list[str]:
    """Return the keys of a map: those it has, then those that the schema adds.

    Below a key that the schema explains, keys that it does not explain are part of that.
    """
    own = list(value) if isinstance(value, dict) else []
    explained = bool(known.description)
    more = {
        name: part
        for name, part in (known.properties or {}).items()
        if name not in own and not (explained and _says_nothing(part))
    }
    return [*own, *more]


def _says_nothing(schema: Any) -> bool:
    """Tell whether a schema and what is written in it have no description at all."""
    if isinstance(schema, dict):
        return "description" not in schema and all(map(_says_nothing, schema.values()))
    return not isinstance(schema, list) or all(map(_says_nothing, schema))


class _Collector:
    def __init__(self, schema: Any, said: dict[Path, Comment]) -> None:
        self._schema = schema
        self._said = said
        self._shown: dict[str, str] = {}

    def section(self, name: str, parent: Facts, *, in_values: bool) -> str:
        """Return the title of the section that a key at the top belongs to."""
        known = self._facts(parent, name)
        title = self._said.get((name,), NOTHING).section or known.section
        if title or in_values:
            return title
        return _OLD if known.deprecated else _OTHER

    def entries(self, path: Path, value: Any, parent: Facts) -> Iterator[Entry]:
        """Yield the entries of a key and of everything below it."""
        comment = self._said.get(path, NOTHING)
        known = self._facts(parent, str(path[-1]))
        if comment.ignored or len(path) > _DEPTH_LIMIT:
            return
        text = known.description or comment.text
        shape, own = self._shape(path, known)
        same = "" if value else self._shown.get(shape, "")
        below = [] if same else list(self._below(path, value, known))
        if below and shape:
            self._shown.setdefault(shape, own)
        if text or not below or not value or not isinstance(value, dict):
            text = f"{text} The keys of `{same}`.".lstrip() if same else text
            row = _entry(path, value, known, comment, has_children=bool(below))
            yield row._replace(description=text)
        yield from below

    def _shape(self, path: Path, known: Facts) -> tuple[str, str]:
        """Return what part of the schema names the keys below, and the key that they are below."""
        if known.items is None:
            return known.shape, _dotted(path)
        return facts(known.items, self._schema).shape, f"{_dotted(path)}[]"

    def _below(self, path: Path, value: Any, known: Facts) -> Iterator[Entry]:
        if not isinstance(value, list):
            for name in _keys(value, known):
                inner = value.get(name) if isinstance(value, dict) else None
                yield from self.entries((*path, name), inner, known)
        if known.properties is None and known.values is not None:
            yield from self._unnamed((*path, "<name>"), known.values, known.description)
        if known.items is not None:
            yield from self._unnamed((*path, 0), known.items, known.description)

    def _unnamed(self, path: Path, schema: Any, text: str) -> Iterator[Entry]:
        """Yield what is known about the keys of items, whatever their index or name."""
        known = facts(schema, self._schema)
        known = known._replace(description=known.description or text)
        for name in _keys(None, known):
            yield from self.entries((*path, name), None, known)

    def _facts(self, parent: Facts, name: str) -> Facts:
        properties = parent.properties or {}
        if name in properties:
            return facts(properties[name], self._schema)
        return facts(parent.values, self._schema) if parent.values is not None else UNKNOWN


def _entry(path: Path, value: Any, known: Facts, comment: Comment, *, has_children: bool) -> Entry:
    default = comment.default
    if not default and not (has_children and value and isinstance(value, dict)):
        default = yaml_text(known.default if value is None else value)
    return Entry(
        key=_dotted(path),
        type=comment.type or known.type or _type(value, has_children=has_children),
        default=default,
        since=known.since,
        until=known.until,
        description=known.description or comment.text,
        choices=tuple(map(yaml_text, known.choices)),
        secret=known.secret,
        deprecated=known.deprecated,
    )


def _dotted(path: Path) -> str:
    text = ""
    for part in path:
        if isinstance(part, int):
            text += "[]"
            continue
        name = part if _PLAIN_KEY(part) or part == "<name>" else f'"{part}"'
        text += f".{name}" if text else name
    return text


def _type(value: Any, *, has_children: bool) -> str:
    """Return the word for a default's type."""
    if isinstance(value, dict) or has_children:
        return "map"
    return next((word for kind, word in _TYPES if isinstance(value, kind)), "")


def yaml_text(value: Any) -> str:
    """Return a value as one line of YAML; empty for None."""
    if value is None:
        return ""
    if isinstance(value, dict | list):
        from helmwright.go.json_write import marshal as marshal_json

        return marshal_json(value, escape_html=False)
    from helmwright.go.yaml_write import marshal

    text = marshal(value).rstrip("\n")
    if "\n" in text:
        from helmwright.go.strconv import quote

        return quote(value)
    return text
