"""Which keys a chart knows at each place of its values, and which of the user's it does not know.

A chart knows what values.yaml has, also in comments, what its schema lists, what templates read by
name, and what Kubernetes takes where a map is passed on under its name; in the section of a subchart,
what that knows.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.patterns import lazy_pattern
from helmwright.base.records import Record
from helmwright.lint.abstract_values import ANY
from helmwright.lint.commented_keys import commented_keys
from helmwright.lint.expectations import parsed_schema
from helmwright.lint.nearest import misspelt
from helmwright.lint.passed_on import known_fields, types_below, types_by_name, types_of_items

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from helmwright.base.paths import Path
    from helmwright.charts.chart import Chart
    from helmwright.lint.abstract_values import Names
    from helmwright.lint.values_reads import ValuesReads

_OWN = frozenset({"enabled", "exports", "global", "tags"})
"""Keys at the top of a chart that Helm itself reads, or a chart that has this one as a dependency."""
_FREE = lazy_pattern(
    r"(?i).*(?:labels|annotations|selector|env|envvars|environment|data|headers|variables)"
)
"""Names of maps whose keys are the user's."""
_NAME = lazy_pattern(r"[A-Za-z][\w-]*")
_HIDDEN = "_internal_defaults_do_not_set"
"""Where charts of Istio keep what users set at the top."""
_DEEPEST = 40


class KnownChart:
    """What one chart knows; each kind of knowledge is worked out when it is first asked for."""

    def __init__(self, chart: Chart, reads: Callable[[], ValuesReads] | None = None) -> None:
        self.chart = chart
        self._reads = reads

    @cached_property
    def commented(self) -> dict[Names, frozenset[str]]:
        """The keys in comments of values.yaml, by the path of their map."""
        return commented_keys(self._text("values.yaml"))

    @cached_property
    def reads(self) -> ValuesReads:
        """What the chart's templates do with values."""
        from helmwright.lint.values_reads import values_reads

        return self._reads() if self._reads else values_reads(self.chart, self.chart.values)

    @cached_property
    def subcharts(self) -> dict[str, KnownChart]:
        """The subcharts by the names of their sections, also those that are switched off."""
        named = {one.metadata.name: KnownChart(one) for one in self.chart.dependencies}
        found = {
            one.name: named.get(one.metadata.name, KnownChart(one))
            for one in self.chart.dependencies
        }
        for wanted in self.chart.metadata.dependencies or ():
            if wanted.name in named:
                found[wanted.alias or wanted.name] = named[wanted.name]
        return found

    @cached_property
    def reserved(self) -> frozenset[str]:
        """The keys at the top that are Helm's, or those of subcharts."""
        names = {*_OWN, *self.subcharts}
        for wanted in self.chart.metadata.dependencies or ():
            names |= {wanted.alias or wanted.name}
            names |= {one.strip().partition(".")[0] for one in wanted.condition.split(",")}
        return frozenset(names - {""})

    def everywhere(self) -> Iterator[KnownChart]:
        """Yield this chart and all below it."""
        yield self
        for one in self.subcharts.values():
            yield from one.everywhere()

    def properties(self, path: Names) -> frozenset[str]:
        """Return the keys that the chart's schema lists for the map at a path."""
        from helmwright.reference.pack_schemas import schema_of

        root = parsed_schema(schema_of(self.chart))
        if root is None:
            return frozenset()
        from helmwright.reference.schema_facts import facts

        schema = root
        for step in path:
            known = facts(schema, root)
            below = (
                known.items if step == ANY and known.items else (known.properties or {}).get(step)
            )
            schema = known.values if below is None else below
            if schema is None:
                return frozenset()
        return frozenset(facts(schema, root).properties or ())

    def is_documented(self, path: Names) -> bool:
        """Tell whether the chart's README names a key with its path, as code."""
        return f"`{'.'.join(path)}`" in self._text("README.md")

    def _text(self, name: str) -> str:
        data = next((raw.data for raw in self.chart.raw if raw.name == name), b"")
        return data.decode("utf-8", "surrogateescape")


class Spot(NamedTuple):
    """A place in the values of one chart; items of lists are ``*``."""

    known: KnownChart
    path: Names


class Place(Record):
    """A place in the values that the user gives.

    spots: where that is for the chart, and for a subchart. defaults: what stands there by default.
    types: what Kubernetes may take there. name: of the last key, blank for an item of a list.
    """

    spots: tuple[Spot, ...]
    defaults: tuple[Any, ...]
    types: tuple[str, ...] = ()
    name: str = ""

    @property
    def is_free(self) -> bool:
        """Whether the keys of a map here are the user's, by the name of the map."""
        return bool(_FREE.fullmatch(self.name))

    def below(self, key: str) -> Place:
        """Return the place of what stands under a key."""
        spots = [Spot(known, (*path, key)) for known, path in self.spots]
        defaults = [one[key] for one in self.defaults if type(one) is dict and key in one]
        tops = [known for known, path in self.spots if not path]
        for known in tops:
            inner = known.subcharts.get(key)
            if inner is not None:
                spots.append(Spot(inner, ()))
                defaults.append(inner.chart.values)
            if key == "global":
                spots += [Spot(one, ("global",)) for one in known.everywhere()]
                defaults += [one.chart.values.get("global") for one in known.everywhere()]
        types = types_below(self.types, key) or types_by_name(key)
        return Place(tuple(spots), tuple(defaults), types, key)

    def item(self) -> Place:
        """Return the place of an item of the list here."""
        items = [item for one in self.defaults if type(one) is list for item in one]
        spots = tuple(Spot(known, (*path, ANY)) for known, path in self.spots)
        return Place(spots, tuple(items), types_of_items(self.types))

    def own(self) -> frozenset[str]:
        """Return the keys that values.yaml has here, the schema lists, or Kubernetes takes."""
        found = {key for one in self.defaults if type(one) is dict for key in one}
        for known, path in self.spots:
            found |= known.properties(path)
            if not path:
                found |= known.reserved
        return frozenset(found) | known_fields(self.types, self.defaults)

    def commented(self) -> frozenset[str]:
        """Return the keys that values.yaml has here in comments."""
        return frozenset().union(*(known.commented.get(path, ()) for known, path in self.spots))

    def read(self) -> frozenset[str]:
        """Return the keys that templates read here by their names."""
        return frozenset().union(*(known.reads.known_below(path) for known, path in self.spots))

    def is_documented(self, key: str) -> bool:
        """Tell whether a README names the key."""
        return any(known.is_documented((*path, key)) for known, path in self.spots)


def top(chart: Chart, reads: Callable[[], ValuesReads] | None = None) -> Place:
    """Return the place of all values of a chart.

    reads: what its templates do with values, if somebody else works that out as well.
    """
    known = KnownChart(chart, reads)
    defaults: list[Any] = [chart.values]
    hidden = chart.values.get(_HIDDEN)
    if type(hidden) is dict:
        defaults.append(hidden)
    spots = [Spot(known, ())]
    for one in known.subcharts.values():
        if one.chart.metadata.type == "library":  # which may merge its values with the chart's
            spots.append(Spot(one, ()))
            defaults.append(one.chart.values)
    return Place(tuple(spots), tuple(defaults))


class UnknownKey(NamedTuple):
    """A key that the chart does not know; meant: the known one that it is a slip of, or blank."""

    path: Path
    meant: str
    place: Place


def unknown_keys(values: Any, place: Place, path: Path = ()) -> Iterator[UnknownKey]:
    """Yield the keys of given values that the chart does not know, with what may be meant."""
    if len(path) > _DEEPEST:
        return
    if type(values) is list:
        item = place.item()
        for index, value in enumerate(values):
            if type(value) in (dict, list):
                yield from unknown_keys(value, item, (*path, index))
    elif type(values) is dict and not place.is_free:
        yield from _unknown_in_map(values, place, path)


def _unknown_in_map(values: dict[str, Any], place: Place, path: Path) -> Iterator[UnknownKey]:
    known = place.own() if values.keys() else frozenset()
    for key, value in values.items():
        if key not in known:
            unknown = _unknown(key, place, path)
            if unknown is not None:
                yield unknown
                if unknown.meant:
                    continue
        if type(value) in (dict, list):
            yield from unknown_keys(value, place.below(key), (*path, key))


def _unknown(key: str, place: Place, path: Path) -> UnknownKey | None:
    """Return a key that values.yaml lacks; None if it is known in another way."""
    if _is_shown(key, place) or key in place.read() or place.is_documented(key):
        return None
    meant = ""
    if _NAME.fullmatch(key) and not (key.isupper() and len(key) > 2):
        for names in (place.own(), place.commented(), place.read() - {f"{key}s", key[:-1]}):
            meant = meant or misspelt(key, names)
    return UnknownKey((*path, key), meant, place)


def _is_shown(key: str, place: Place) -> bool:
    """Tell whether a comment has the key; a word that begins a sentence there is none."""
    is_prose = key[:1].isupper() and key.lower() in {one.lower() for one in place.own()}
    return key in place.commented() and not is_prose
