"""Compares a chart under two Helms: renders, names causes, looks ahead to the upgrade, and hides secrets.

::

    renders ─▶ targets ─▶ causes ─▶ nulls ─▶ told ─▶ allowing ─▶ Compatibility ─▶ report
        └────▶ bytes_compared      upgrade, permissions, commands ┘
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import HelmwrightError
from helmwright.base.records import Record, replace
from helmwright.compat.allowing import sort_findings
from helmwright.compat.bytes_compared import compare_bytes
from helmwright.compat.causes import (
    NULLS,
    OTHER,
    Move,
    causes,
    failing_property,
    id_of,
    is_same_failure,
    told_cause,
)
from helmwright.compat.definitions import definition
from helmwright.compat.installed import Installed
from helmwright.compat.model import Cause, Compatibility, Difference, Documents, FieldChange
from helmwright.compat.nulls import RETURNS, NullCauses, fix_of
from helmwright.compat.permissions import watch_rules
from helmwright.compat.renders import Renders
from helmwright.compat.targets import changed_objects
from helmwright.compat.told import difference_findings
from helmwright.compat.upgrade import UpgradeChecks
from helmwright.diff.model import Change, DiffReport, ObjectDiff, Side, Status
from helmwright.lint.finding import Finding, Severity, Span
from helmwright.lint.rendered import RenderedChart
from helmwright.rendering.source_map import SourceMap, template_texts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from helmwright.compat.renders import Inputs, Rendered
    from helmwright.compat.targets import Changed, Target
    from helmwright.diff.model import Failure
    from helmwright.eras.era import Era
    from helmwright.lint.subject import Subject
    from helmwright.template.trace import OutputTrace


_QUOTING = frozenset({"apply-duplicate-key", "apply-wrong-type"})
"""Findings whose messages quote what is rendered, besides those of charts that fail."""


class Options(Record):
    """What is compared, and what counts.

    files: names of the values files of the user. allow: ids of findings. fail_level: the least severity that counts as
    failure, None for none. subject: the chart and values files, for comments in them. installed: what is in the
    cluster. safe: takes secrets out of a text. show_secrets: leave them in.
    """

    files: tuple[str, ...] = ()
    allow: frozenset[str] = frozenset()
    fail_level: Severity | None = Severity.WARNING
    subject: Subject | None = None
    installed: Installed = Installed()
    safe: Callable[[str], str] = str
    show_secrets: bool = False


def compare(before: Era, after: Era, inputs: Inputs, options: Options) -> Compatibility:
    """Return what the move from one era to the other changes for a chart.

    Raises:
        UsageError: for settings that cannot be meant.
    """
    return _Session(Move(before, after), Renders(inputs), options).run()


class _Found(NamedTuple):
    differences: tuple[Difference, ...]
    unseparated: int = 0


class _Session:
    def __init__(self, move: Move, renders: Renders, options: Options) -> None:
        self._move = move
        self._renders = renders
        self._options = options
        self._notes: list[str] = []
        self._fails = False

    def run(self) -> Compatibility:
        """Return everything that was found."""
        old = self._renders.rendered(self._move.before)
        new, trace = self._renders.traced(self._move.after)
        static = new if new.failure is None else old
        self._fails = old.failure is not None or new.failure is not None
        view = self._view(static, trace) if static.failure is None else None
        found = _Found(())
        if not self._fails:
            found = self._differences(old, new, view)
        documents = None
        if not self._fails:
            documents = compare_bytes(self._renders, self._move, old, new)
        findings = [
            *difference_findings(found.differences),
            *self._of_bytes(documents),
            *self._of_failures(old, new),
            *self._at_upgrade(view),
        ]
        sorted_ = sort_findings(
            map(self._safe, findings), self._options.allow, self._options.subject
        )
        chart = self._chart_path(static)
        report = Compatibility(
            chart=chart,
            before=str(self._move.before),
            after=str(self._move.after),
            differences=found.differences,
            findings=sorted_.counted,
            allowed=sorted_.allowed,
            objects=0 if view is None else sum(bool(one.kind) for one in view.objects),
            failures=(self._safe_failure(old.failure), self._safe_failure(new.failure)),
            watched=() if view is None else watch_rules(view.objects, view.release.namespace),
            notes=tuple(self._notes),
            renders=self._renders.count,
            unseparated=found.unseparated,
            fail_level=self._options.fail_level,
            inputs=(chart,),
        )
        return report if documents is None else replace(report, documents=documents)

    def _chart_path(self, rendered: Rendered) -> str:
        try:
            chart, _ = self._renders.inputs(rendered.era)
        except HelmwrightError:
            return ""
        return chart.path or chart.name

    def _view(self, rendered: Rendered, trace: OutputTrace) -> RenderedChart | None:
        """Return what rules of the linter look at."""
        if rendered.chart is None:
            return None
        if rendered.era is not self._move.after:
            _, trace = self._renders.traced(rendered.era)
        texts = template_texts(rendered.chart)
        settings = self._renders.settings
        return RenderedChart(
            rendered.chart,
            settings.release(),
            dict(rendered.files),
            None,
            SourceMap(trace, texts),
            settings.kube_version,
        )

    def _differences(self, old: Rendered, new: Rendered, view: RenderedChart | None) -> _Found:
        changed = changed_objects(self._renders, old, new)
        if not changed:
            return _Found(())
        names = causes(self._renders, self._move, changed)
        by_null = [target for target, found in names.items() if NULLS in found]
        search = NullCauses(
            self._renders,
            self._move,
            changed,
            next((found for found in names.values() if NULLS in found), ()),
        )
        known = search.of(by_null)
        shown = self._redacted(old, new, changed)
        differences = tuple(
            self._difference(one, safe, names, known, view)
            for one, safe in zip(changed, shown, strict=True)
        )
        return _Found(differences, search.unseparated)

    def _difference(
        self,
        one: Changed,
        shown: ObjectDiff,
        names: dict[Target, tuple[str, ...]],
        known: dict[Target, Cause],
        view: RenderedChart | None,
    ) -> Difference:
        state = one.after or one.before
        template = state.template if state is not None else ""
        span = _span(view, one, template)
        if one.status is not Status.CHANGED:
            cause = self._cause(one.targets[0], names, known)
            return Difference(shown.key, one.status, template, span, cause=cause)
        changes = tuple(
            FieldChange(
                change.path,
                change.before,
                change.after,
                self._cause(target, names, known),
                settled=target.settled,
            )
            for target, change in zip(one.targets, shown.changes, strict=True)
        )
        return Difference(shown.key, one.status, template, span, changes)

    def _cause(
        self, target: Target, names: dict[Target, tuple[str, ...]], known: dict[Target, Cause]
    ) -> Cause:
        properties = names.get(target, ())
        found = known.get(target)
        cause = told_cause(properties) if found is None else found._replace(properties=properties)
        if cause.id == RETURNS:
            return cause._replace(fix=fix_of(cause.key, self._options.files))
        return cause

    def _redacted(
        self, old: Rendered, new: Rendered, changed: Sequence[Changed]
    ) -> tuple[ObjectDiff, ...]:
        """Return the objects that differ without their secrets."""
        objects = tuple(
            ObjectDiff(
                one.status,
                one.identity.key,
                one.before,
                one.after,
                tuple(
                    Change(target.path, target.before, target.after, target.embedded)
                    for target in one.targets
                    if target.path
                ),
            )
            for one in changed
        )
        if self._options.show_secrets:
            return objects
        from helmwright.diff.redaction import redact

        sides = [self._side(one) for one in (old, new)]
        charts = [one.chart for one in (old, new) if one.chart is not None]
        return redact([DiffReport(sides[0], sides[1], objects)], charts)[0].objects

    def _side(self, rendered: Rendered) -> Side:
        """Return a side of a diff in which all is that may be secret."""
        from helmwright.reference.secret_paths import schemas_with_secrets

        secret = [one for one in rendered.documents if "Secret" in one.content]
        schemas = schemas_with_secrets(rendered.chart) if rendered.chart is not None else ()
        objects = tuple(self._renders.objects(secret))
        return Side("", objects, rendered.values, (), schemas)

    def _of_bytes(self, found: Documents | None) -> Iterator[Finding]:
        for name, count in found.causes if found is not None else ():
            documents = "1 document" if count == 1 else f"{count} documents"
            summary = definition(name).summary
            message = f"{summary}: {documents}"
            yield Finding(name, Severity.INFO, message, Span(self._chart_path_of_any()))

    def _of_failures(self, old: Rendered, new: Rendered) -> Iterator[Finding]:
        """Yield that the chart does not render, with one of both or with both."""
        if old.failure is None and new.failure is None:
            return
        names = () if is_same_failure(old, new) else self._failing(old, new)
        for mine, rendered in ((self._move.before, old), (self._move.after, new)):
            failure = rendered.failure
            if failure is None:
                continue
            both = old.failure is not None and new.failure is not None
            if both and is_same_failure(old, new):
                if mine is self._move.before:
                    yield self._failure_finding("render-fails", "both", failure, Severity.ERROR)
                continue
            found = id_of(names) if names else "render-fails"
            name = "render-fails" if found in (OTHER, "error-text") or both else found
            yield self._failure_finding(name, f"Helm {mine}", failure, Severity.ERROR)
        if old.failure is not None and new.failure is not None and not is_same_failure(old, new):
            name = id_of(names) if names else "error-text"
            message = f"Helm {self._move.before} and Helm {self._move.after} fail with other texts"
            severity = definition(name).severity
            yield Finding(name, severity, message, Span(self._chart_path(new)))

    def _failing(self, old: Rendered, new: Rendered) -> tuple[str, ...]:
        return failing_property(self._renders, self._move, old, new)

    def _failure_finding(
        self, name: str, who: str, failure: Failure, severity: Severity
    ) -> Finding:
        place = failure.position
        chart = self._chart_path_of_any()
        span = Span(chart) if place is None or place.line is None else Span.at(place)
        message = f"{who}: {failure.message.splitlines()[0] if failure.message else ''}"
        return Finding(name, severity, message, span)

    def _chart_path_of_any(self) -> str:
        for era in self._move:
            path = self._chart_path(self._renders.rendered(era))
            if path:
                return path
        return "."

    def _at_upgrade(self, view: RenderedChart | None) -> Iterator[Finding]:
        if view is None or self._move.after.merges_manifests:
            return
        checks = UpgradeChecks(view, self._options.installed)
        yield from checks.findings()
        self._notes += checks.notes

    def _safe(self, finding: Finding) -> Finding:
        """Return a finding whose message quotes no secret; what differs has been redacted before."""
        if finding.rule not in _QUOTING and not self._fails:
            return finding
        return replace(finding, message=self._options.safe(finding.message))

    def _safe_failure(self, failure: Failure | None) -> Failure | None:
        if failure is None:
            return None
        return failure._replace(message=self._options.safe(failure.message))


def _span(view: RenderedChart | None, one: Changed, template: str) -> Span:
    """Return where the template begins to write an object."""
    if view is None:
        return Span(template)
    state = one.after
    if state is not None:
        for rendered in view.objects:
            if (rendered.template, rendered.kind, rendered.name) == (
                template,
                state.key.kind,
                state.key.name,
            ):
                return view.span(rendered)
    return Span(view.file_of(template))
