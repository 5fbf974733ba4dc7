"""Effective values as rules see them: by path, with the place that decided each."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from helmwright.lint.finding import Problem, Span
from helmwright.lint.source import ValuesSource

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.base.paths import Path
    from helmwright.charts.chart import Chart
    from helmwright.charts.layers import LayeredValues, ValuesLayer
    from helmwright.lint.finding import Related, Severity
    from helmwright.lint.known_keys import UnknownKey
    from helmwright.lint.scalars import ChangedScalar
    from helmwright.lint.values_reads import ValuesReads
    from helmwright.lint.violations import Violation
    from helmwright.values.editing import Edit

_HIDDEN = "***"


class Settings:
    """The values of one chart; ``prefix`` is where they stand in those of the root chart.

    skips_schema: whether Helm is told not to look at schemas.
    All paths that rules give and get begin below the prefix.
    """

    def __init__(
        self,
        chart: Chart,
        layered: LayeredValues,
        prefix: Path = (),
        *,
        skips_schema: bool = False,
    ) -> None:
        self.chart = chart
        self.layered = layered
        self.prefix = prefix
        self.skips_schema = skips_schema
        self._sources: dict[int, ValuesSource] = {}

    @cached_property
    def values(self) -> dict[str, Any]:
        """The effective values."""
        value: Any = self.layered.effective
        for step in self.prefix:
            value = value.get(step) if type(value) is dict else None
        return value if type(value) is dict else {}

    def get(self, *path: str | int, default: Any = None) -> Any:
        """Return the effective value at ``path``; ``default`` if it is absent or null."""
        value: Any = self.values
        for step in path:
            if type(value) is dict and isinstance(step, str):
                value = value.get(step)
            elif type(value) is list and type(step) is int and 0 <= step < len(value):
                value = value[step]
            else:
                return default
        return default if value is None else value

    def section(self, *path: str | int) -> dict[str, Any]:
        """Return the map at ``path``; an empty one if there is something else."""
        value = self.get(*path)
        return value if type(value) is dict else {}

    def items(self, *path: str | int) -> list[Any]:
        """Return the list at ``path``; an empty one if there is something else."""
        value = self.get(*path)
        return value if type(value) is list else []

    def given(self, *path: str | int) -> bool:
        """Tell whether the user, and not the chart's defaults, sets ``path`` to something."""
        if self.get(*path) is None:
            return False
        layer = self.layered.decisive((*self.prefix, *path), of_users=True)
        return layer is not None

    def layer(self, path: Path, *, of_users: bool = False) -> tuple[ValuesLayer, Path] | None:
        """Return the source that decides ``path`` or the innermost part above it, and that path."""
        return self.layered.nearest((*self.prefix, *path), of_users=of_users)

    def span(self, path: Path, *, of_key: bool = False) -> Span:
        """Return where ``path`` is set; for what is absent or null, where the part above it is.

        What is not there at all is missing in the user's last file, or else in the defaults; so is
        what concerns no value, with an empty path.
        """
        found = self.layer(path, of_users=True)
        if found is None or (len(found[1]) < len(self.prefix) + len(path) and self._is_set(path)):
            files = [layer for layer in self.layered.layers if layer.kind == "file"]
            if files and not (path and self._is_set(path)):
                return Span(files[-1].name, 1, 1, 1, 1)
            found = self.layer(path)
        if found is None:
            return Span(f"{self.chart.path}/values.yaml", 1, 1, 1, 1)
        layer, known = found
        if layer.text is None:
            return Span(layer.name)
        source = self.source_of(layer)
        own = layer.own_path(known) or ()
        exact = len(known) == len(self.prefix) + len(path)
        return source.key_span(own) if of_key or not exact else source.value_span(own)

    def default_span(self, path: Path) -> Span:
        """Return where the user would set ``path``, which was left at its default.

        That is at the innermost part above it in the files of the user's, else where the last of
        them begins; without any, in the defaults themselves.
        """
        found = self.layer(path, of_users=True)
        if found is not None and found[0].text is not None:
            layer, known = found
            return self.source_of(layer).key_span(layer.own_path(known) or ())
        files = [layer for layer in self.layered.layers if layer.kind == "file"]
        return Span(files[-1].name, 1, 1, 1, 1) if files else self.span(path)

    def _is_set(self, path: Path) -> bool:
        return self.get(*path) is not None

    def source_of(self, layer: ValuesLayer) -> ValuesSource:
        """Return the file of a source of values."""
        source = self._sources.get(id(layer))
        if source is None:
            source = ValuesSource(layer.name, layer.text or b"", layer.prefix)
            self._sources[id(layer)] = source
        return source

    def written(self, *path: str | int) -> str | None:
        """Return the scalar at ``path`` as its file spells it; None where no file sets it."""
        found = self.layer(path)
        if found is None or len(found[1]) != len(self.prefix) + len(path):
            return None
        layer, known = found
        place = layer.places.get(layer.own_path(known) or ())
        node = None if place is None else place.node.target or place.node
        return node.value if node is not None and node.kind == "scalar" else None

    @cached_property
    def violations(self) -> tuple[Violation, ...]:
        """What the schemas of the chart and of its subcharts refuse; paths begin below the prefix."""
        from helmwright.lint.violations import schema_violations

        if self.skips_schema:
            return ()
        return tuple(schema_violations(self.chart, self.values))

    @cached_property
    def reads(self) -> ValuesReads:
        """What the templates of the chart do with values."""
        from helmwright.lint.values_reads import values_reads

        return values_reads(self.chart, self.values)

    @cached_property
    def unknown_keys(self) -> tuple[UnknownKey, ...]:
        """The keys that the user gives and that the chart does not know, and what may be meant."""
        from helmwright.lint.known_keys import top, unknown_keys

        if self.prefix or not self.layered.given or self.chart.metadata.type == "library":
            return ()
        return tuple(unknown_keys(self.layered.given, top(self.layered.loaded, lambda: self.reads)))

    def is_refused(self, path: Path) -> bool:
        """Tell whether a schema refuses a key because it does not know it."""
        from helmwright.schema.messages import quote

        name = quote(str(path[-1]))
        return any(
            one.keyword == "additionalProperties" and one.path == path[:-1] and name in one.message
            for one in self.violations
        )

    @cached_property
    def changed_scalars(self) -> tuple[ChangedScalar, ...]:
        """The scalars without quotes that templates print differently."""
        from helmwright.lint.scalars import changed_scalars

        return tuple(changed_scalars(self))

    def is_marked(self, *path: str | int) -> bool:
        """Tell whether the chart's schema marks the value at ``path`` as a secret."""
        from helmwright.reference.secret_paths import is_secret

        return is_secret(self.chart, path)

    def is_secret(self, *path: str | int) -> bool:
        """Tell whether the value at ``path`` is a secret by the schema, or by its name."""
        from helmwright.secrets.names import is_secret_name
        from helmwright.secrets.places import last_name

        return is_secret_name(last_name(path)) or self.is_marked(*path)

    def show(self, *path: str | int) -> str:
        """Return the value at ``path`` for a message, as YAML on one line; never a secret."""
        if self.is_secret(*path):
            return _HIDDEN
        import json

        value = self.get(*path)
        if type(value) is float and value.is_integer():
            return str(int(value))
        return json.dumps(value, ensure_ascii=False)

    def problem(  # noqa: PLR0913 - what a problem is
        self,
        path: Path,
        message: str,
        *,
        of_key: bool = False,
        fix: str = "",
        edits: Iterable[Edit] = (),
        related: Iterable[Related] = (),
        severity: Severity | None = None,
        of_default: bool = False,
    ) -> Problem:
        """Return a problem with the value at ``path``, or with its key.

        edits: their paths are those of the values here; they are made only if the place is in a
        file of the user's. of_default: if the user has not set it, show where that would be done
        instead of the default itself.
        """
        from helmwright.values.editing.operations import below

        whole = (*self.prefix, *path)
        elsewhere = of_default and not self.given(*path)
        return Problem(
            self.default_span(path) if elsewhere else self.span(path, of_key=of_key),
            message,
            whole,
            fix,
            tuple(below(edit, self.prefix) for edit in edits),
            tuple(related),
            severity,
        )
