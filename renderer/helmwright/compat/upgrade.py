"""What an upgrade that the server applies refuses, conflicts with, or sees for the first time.

All of it is told from the objects that a chart renders, and from files that say what is installed. What is wrong without
a move as well is for rules of the linter, which are run here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.compat.definitions import definition
from helmwright.compat.installed import ObjectName
from helmwright.diff.model import DiffObject, ObjectKey
from helmwright.kube.custom_types import CustomTypes
from helmwright.kube.pod_templates import api_group
from helmwright.kube.scopes import cluster_kinds
from helmwright.kube.updates.apply_errors import DUPLICATE, TYPE, UNKNOWN, apply_errors
from helmwright.kube.updates.ownership import conflict_text, conflicts, has_managers
from helmwright.kube.validation.refusal import section
from helmwright.lint.finding import Finding, Severity, Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from helmwright.base.paths import Path
    from helmwright.compat.installed import Installed
    from helmwright.kube.updates.apply_errors import ApplyError
    from helmwright.lint.rendered import RenderedChart
    from helmwright.rendering.objects import RenderedObject

RULES: Mapping[str, str] = {
    "duplicate-object": "object-twice",
    "injected-ca-bundle": "injected-ca-bundle",
    "replicas-beside-autoscaler": "replicas-beside-autoscaler",
    "server-metadata": "server-metadata",
}
"""Rules of the linter that are run, and what their findings are called here."""
_IDS = {
    DUPLICATE: "apply-duplicate-key",
    UNKNOWN: "apply-unknown-field",
    TYPE: "apply-wrong-type",
}
_MANAGER = "helm"
_REFUSED_STRATEGY = "spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'"
_FEW = 3


class UpgradeChecks:
    """Looks at what a chart renders to. installed: what is known of the cluster."""

    def __init__(self, rendered: RenderedChart, installed: Installed) -> None:
        self._rendered = rendered
        self._installed = installed
        self._objects = [one for one in rendered.objects if one.kind and one.kind != "List"]
        self._of_cluster = cluster_kinds(one.data for one in self._objects)
        self.notes: list[str] = []

    def findings(self) -> Iterator[Finding]:
        """Yield all findings."""
        for one in self._objects:
            for error in apply_errors(one.data):
                yield self._refused(one, error)
        yield from self._of_rules()
        yield from self._recreated()
        yield from self._conflicts()
        yield from self._refusals()
        yield from self._hooks()
        if self._installed.by_server is False:
            release = self._installed.release
            name = release.title if release is not None else "the release"
            message = f"{name} was applied by the client, and Helm 4 goes on so"
            yield self._finding("release-client-side", Span(self._rendered.chart.path), message)

    def _finding(
        self,
        name: str,
        span: Span,
        message: str,
        *,
        fix: str = "",
        severity: Severity | None = None,
    ) -> Finding:
        return Finding(
            name,
            definition(name).severity if severity is None else severity,
            message,
            span,
            fix=fix,
        )

    def title(self, one: RenderedObject) -> str:
        """Return how findings name an object."""
        name = self._name(one)
        return (
            f"{name.kind} {name.namespace}/{name.name}"
            if name.namespace
            else f"{name.kind} {name.name}"
        )

    def _name(self, one: RenderedObject) -> ObjectName:
        group = api_group(one.api_version)
        own = section(one.data, "metadata").get("namespace")
        place = str(own or self._rendered.release.namespace)
        is_clusters = (group, one.kind) in self._of_cluster
        return ObjectName(group, one.kind, "" if is_clusters else place, one.name)

    def _refused(self, one: RenderedObject, error: ApplyError) -> Finding:
        text = error.text(show=one.kind != "Secret")
        span = self._rendered.span(one, error.path)
        fix = ""
        if error.kind == DUPLICATE:
            fix = "leave out all but one: the last one counts today"
        elif error.kind == UNKNOWN:
            fix = _nearest_field(one, error.path)
        return self._finding(_IDS[error.kind], span, f"{self.title(one)}: {text}", fix=fix)

    def _of_rules(self) -> Iterator[Finding]:
        from helmwright.lint.catalogue import find_rule

        for rule_id, name in RULES.items():
            rule = find_rule(rule_id)
            for problem in rule.check(self._rendered):
                severity = problem.severity if problem.severity is not None else None
                found = self._finding(name, problem.span, problem.message, severity=severity)
                yield Finding(
                    name,
                    found.severity,
                    problem.message,
                    problem.span,
                    fix=problem.fix,
                    related=problem.related,
                )

    def _recreated(self) -> Iterator[Finding]:
        """Yield Deployments that are recreated from now on, or may be."""
        for one in self._objects:
            if one.kind != "Deployment" or api_group(one.api_version) != "apps":
                continue
            if section(one.data, "spec", "strategy").get("type") != "Recreate":
                continue
            old, by_server = self._before(one)
            strategy = section(old, "spec", "strategy").get("type") or "RollingUpdate"
            span = self._rendered.span(one, ("spec", "strategy"))
            title = self.title(one)
            fix = "upgrade once with --server-side=false"
            if old is None:
                message = (
                    f"{title}: if the installed one has the strategy RollingUpdate and was applied by the server, the "
                    "upgrade is refused"
                )
                yield self._finding("recreate-strategy", span, message, fix=fix)
            elif strategy != "Recreate" and by_server:
                message = f'{title}: Deployment.apps "{one.name}" is invalid: {_REFUSED_STRATEGY}'
                yield self._finding(
                    "recreate-strategy", span, message, fix=fix, severity=Severity.ERROR
                )

    def _before(self, one: RenderedObject) -> tuple[dict[str, Any] | None, bool]:
        """Return an object as it is installed, as far as that is known, and whether the server applied it."""
        name = self._name(one)
        live = (self._installed.live or {}).get(name)
        if live is not None:
            managers = section(live.data, "metadata").get("managedFields")
            applied = any(
                type(entry) is dict
                and entry.get("manager") == _MANAGER
                and entry.get("operation") == "Apply"
                for entry in managers or ()
            )
            return live.data, applied
        stored = (self._installed.stored or {}).get(name)
        if stored is not None:
            return stored.data, self._installed.by_server is True
        known = self._installed.stored is not None or self._installed.live is not None
        return ({"spec": {"strategy": {"type": "Recreate"}}} if known else None), False

    def _conflicts(self) -> Iterator[Finding]:
        """Yield the fields that others own in the cluster."""
        live = self._installed.live
        if live is None:
            return
        custom = CustomTypes(one.data for one in self._objects)
        silent = 0
        for one in self._objects:
            found = live.get(self._name(one))
            if found is None:
                continue
            if not has_managers(found.data):
                silent += 1
                continue
            owned = conflicts(found.data, one.data, _MANAGER, custom)
            if owned:
                text = conflict_text(owned).replace("\n", " ")
                span = self._rendered.span(one, owned[0].path)
                fix = "do not render what others set, or take it over with --force-conflicts"
                yield self._finding("apply-conflict", span, f"{self.title(one)}: {text}", fix=fix)
        if silent:
            objects = "1 object" if silent == 1 else f"{silent} objects"
            self.notes.append(
                f"{objects} of --live without managedFields: who owns their fields is not known; "
                "kubectl get -o yaml --show-managed-fields prints it"
            )

    def _refusals(self) -> Iterator[Finding]:
        """Yield what the server refuses in changed objects of a release that it applied, and Helm 3 did not ask it."""
        stored = self._installed.stored
        if not stored or self._installed.by_server is not True:
            return
        from helmwright.diff.prospect import prospect

        custom = CustomTypes(one.data for one in self._objects)
        for one in self._objects:
            old = stored.get(self._name(one))
            if old is None or old.data.get("apiVersion") != one.api_version:
                continue
            ahead = prospect(old, _diff_object(one), 4, custom)
            for refusal in ahead.refusals:
                if not refusal.reason.startswith("with Helm") or refusal.path[:2] == (
                    "spec",
                    "strategy",
                ):
                    continue
                message = f"{self.title(one)}: {refusal.reason}"
                span = self._rendered.span(one, refusal.path)
                yield self._finding("upgrade-refused", span, message, fix=refusal.advice)

    def _hooks(self) -> Iterator[Finding]:
        hooks = [one for one in self._objects if one.is_hook]
        if hooks:
            names = ", ".join(self.title(one) for one in hooks[:_FEW])
            more = len(hooks) - _FEW
            if more > 0:
                names += f" and {more} more"
            message = f"a post-renderer of Helm 4 gets hooks, too: {names}"
            yield self._finding("hook-post-rendered", self._rendered.span(hooks[0]), message)


def _diff_object(one: RenderedObject) -> DiffObject:
    metadata = section(one.data, "metadata")
    key = ObjectKey(
        api_group(one.api_version), one.kind, str(metadata.get("namespace") or ""), one.name
    )
    return DiffObject(key, one.data, one.content, one.template, one.line)


def _nearest_field(one: RenderedObject, path: Path) -> str:
    """Return the field that was probably meant; blank if none is near."""
    from helmwright.kube.conformity import faults
    from helmwright.lint.nearest import nearest

    for fault in faults(one.data):
        if fault.kind == "unknown" and fault.path == path:
            known = nearest(str(path[-1]), fault.known)
            return f"write '{known}'" if known else ""
    return ""
