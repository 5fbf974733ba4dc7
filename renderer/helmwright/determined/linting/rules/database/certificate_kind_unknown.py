"""db.resourceType is neither secret nor configMap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.values.editing import Put

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_KINDS = {"secret": "secret", "configmap": "configMap", "config-map": "configMap"}


@rule(
    "certificate-kind-unknown",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("D1",),
    since="0.17.10",
    summary="db.resourceType is neither secret nor configMap",
    why="Anything but configMap, spelt so, stands for a Secret; the pod of the master waits for one "
    "that is not there.",
    advice="Write secret or configMap.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/helm/charts/determined/templates/_helpers.tpl",
    fixable=True,
    bad=(
        example(
            "db:\n  sslMode: verify-ca\n  sslRootCert: ca.pem\n  certResourceName: db-ca\n"
            "  resourceType: «configmap»\n",
            message='"configmap" is neither secret nor configMap',
        ),
    ),
    good=(
        example(
            "db:\n  sslMode: verify-ca\n  sslRootCert: ca.pem\n  certResourceName: db-ca\n"
            "  resourceType: configMap\n"
        ),
        example("db:\n  sslMode: prefer\n  certResourceName: db-ca\n  resourceType: Secret\n"),
        example("db:\n  resourceType: configMap\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at db.resourceType where it counts."""
    path = ("db", "resourceType")
    kind = settings.get(*path)
    if not kind or not isinstance(kind, str) or not settings.get("db", "certResourceName"):
        return
    if kind.strip() in ("secret", "Secret", "configMap"):
        return
    meant = _KINDS.get(kind.strip().lower(), "")
    yield settings.problem(
        path,
        f"db.resourceType: {settings.show(*path)} is neither secret nor configMap",
        fix=f"write {meant}" if meant else "",
        edits=[Put(path, meant)] if meant else (),
    )
