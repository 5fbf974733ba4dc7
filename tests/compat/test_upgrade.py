"""What an upgrade refuses or conflicts with, told from rendered objects and files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from tests.compat.comparing import write_chart

from helmwright.base.errors import HelmwrightError, UsageError
from helmwright.compat import compat
from helmwright.compat.permissions import plural_of, roles_text
from helmwright.releases.model import StoredRelease

if TYPE_CHECKING:
    from pathlib import Path

    from helmwright.compat import Compatibility

_WEB = """\
-- templates/web.yaml --
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels: {a: b}
  template:
    metadata:
      labels: {a: b}
    spec:
      containers:
        - name: web
          image: web
"""
_OLD = (
    "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  selector: {matchLabels: {a: b}}\n"
    "  template: {metadata: {labels: {a: b}}, spec: {containers: [{name: web, image: web}]}}\n"
)


def upgrade(tmp_path: Path, text: str, **more: Any) -> Compatibility:
    return compat(write_chart(tmp_path, text), **more)


def rows(report: Compatibility) -> list[str]:
    """Return findings of the upgrade as ``ID LINE MESSAGE``."""
    return [f"{one.rule} {one.span.line} {one.message}" for one in report.of_group("upgrade")]


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        (
            "          env:\n            - {name: A, value: one}\n            - {name: A, value: two}\n",
            (
                'apply-duplicate-key 17 Deployment default/web: .spec.template.spec.containers[name="web"].env: '
                'duplicate entries for key [name="A"]'
            ),
        ),
        (
            "          comand: [x]\n",
            (
                'apply-unknown-field 15 Deployment default/web: .spec.template.spec.containers[name="web"].comand: '
                "field not declared in schema"
            ),
        ),
        (
            "      hostNetwork: 'yes'\n",
            (
                "apply-wrong-type 15 Deployment default/web: .spec.template.spec.hostNetwork: expected boolean, "
                "got &{yes}"
            ),
        ),
        (
            "  strategy:\n    type: Recreate\n",
            (
                "recreate-strategy 16 Deployment default/web: if the installed one has the strategy RollingUpdate and was "
                "applied by the server, the upgrade is refused"
            ),
        ),
    ],
)
def test_what_the_server_refuses_is_foretold(tmp_path: Path, more: str, expected: str) -> None:
    report = upgrade(tmp_path, _WEB + more)

    (row,) = rows(report)
    assert row.split(" ", 2)[::2] == expected.split(" ", 2)[::2]
    assert report.of_group("upgrade")[0].span.path.endswith("templates/web.yaml")


def test_values_of_secrets_are_in_no_message(tmp_path: Path) -> None:
    manifest = (
        "apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\nstringData:\n  password: 8675309\n"
    )

    (finding,) = upgrade(tmp_path, f"-- templates/a.yaml --\n{manifest}").findings[-1:]

    assert finding.rule == "apply-wrong-type"
    assert "8675309" not in finding.message
    assert ".stringData.password: expected string" in finding.message


def test_rules_of_the_linter_are_run(tmp_path: Path) -> None:
    text = (
        _WEB + "  replicas: 2\n-- templates/a.yaml --\napiVersion: autoscaling/v2\n"
        "kind: HorizontalPodAutoscaler\nmetadata:\n  name: web\nspec:\n  scaleTargetRef:\n"
        "    {apiVersion: apps/v1, kind: Deployment, name: web}\n  maxReplicas: 3\n"
        "-- templates/b.yaml --\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: m\n  managedFields: []\n"
        "---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: m\n"
    )

    report = upgrade(tmp_path, text)

    assert [row.partition(" ")[0] for row in rows(report)] == [
        "server-metadata",
        "object-twice",
        "replicas-beside-autoscaler",
    ]


@pytest.mark.parametrize(
    ("method", "strategy", "expected"),
    [
        ("ssa", "", ["recreate-strategy error"]),
        ("csa", "", ["release-client-side info"]),
        ("", "", ["release-client-side info"]),
        ("ssa", "  strategy: {type: Recreate}\n", []),
    ],
)
def test_a_release_says_what_was_installed(
    tmp_path: Path, method: str, strategy: str, expected: list[str]
) -> None:
    release = StoredRelease(name="r", namespace="n", manifest=_OLD + strategy, apply_method=method)

    report = upgrade(tmp_path, _WEB + "  strategy:\n    type: Recreate\n", release=release)

    found = report.of_group("upgrade")
    assert [f"{one.rule} {one.severity}" for one in found] == expected
    if "error" in expected[:1]:
        assert found[0].message.endswith(
            'Deployment.apps "web" is invalid: spec.strategy.rollingUpdate: Forbidden: may not be specified '
            "when strategy `type` is 'Recreate'"
        )


def _live(**metadata: Any) -> str:
    return json.dumps(
        {
            "apiVersion": "v1",
            "kind": "List",
            "items": [
                {
                    "apiVersion": "apps/v1",
                    "kind": "Deployment",
                    "metadata": {"name": "web", "namespace": "default", **metadata},
                    "spec": {"replicas": 3},
                }
            ],
        }
    )


def test_who_owns_a_field_in_the_cluster_is_named_by_the_server(tmp_path: Path) -> None:
    owner = {
        "manager": "kubectl",
        "operation": "Update",
        "apiVersion": "apps/v1",
        "subresource": "scale",
        "fieldsV1": {"f:spec": {"f:replicas": {}}},
    }

    report = upgrade(tmp_path, _WEB + "  replicas: 1\n", live=_live(managedFields=[owner]))

    assert rows(report) == [
        (
            "apply-conflict 15 Deployment default/web: Apply failed with 1 conflict: conflict with "
            '"kubectl" with subresource "scale" using apps/v1: .spec.replicas'
        )
    ]
    assert not report.ok


def test_live_objects_without_owners_are_noted(tmp_path: Path) -> None:
    report = upgrade(tmp_path, _WEB + "  replicas: 1\n", live=_live())

    assert rows(report) == []
    (note,) = report.notes
    assert note.startswith("1 object of --live without managedFields")
    assert "--show-managed-fields" in note


def test_live_objects_that_are_none_are_refused(tmp_path: Path) -> None:
    with pytest.raises(HelmwrightError, match="apiVersion and kind"):
        upgrade(tmp_path, _WEB, live="just a text")


def test_hooks_are_named_for_post_renderers(tmp_path: Path) -> None:
    hook = (
        "-- templates/a.yaml --\napiVersion: v1\nkind: Pod\nmetadata:\n  name: h\n"
        "  annotations: {helm.sh/hook: pre-install}\nspec:\n  containers: [{name: a, image: b}]\n"
    )

    assert rows(upgrade(tmp_path, hook)) == [
        "hook-post-rendered 1 a post-renderer of Helm 4 gets hooks, too: Pod default/h"
    ]


def test_nothing_is_foretold_for_a_helm_that_merges_itself(tmp_path: Path) -> None:
    text = _WEB + "          env: [{name: A}, {name: A}]\n"

    assert rows(upgrade(tmp_path, text, from_="3.14", to="3.21")) == []


def test_what_wait_watches_is_a_role(tmp_path: Path) -> None:
    text = (
        _WEB
        + "-- templates/a.yaml --\napiVersion: example.com/v1\nkind: Policy\nmetadata:\n  name: p\n  namespace: other\n"
        "---\napiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n  name: c\nrules: []\n"
    )

    report = upgrade(tmp_path, text)

    assert roles_text(report.watched, "web") == (
        "---\napiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata:\n  name: web-wait\n"
        '  namespace: default\nrules:\n- apiGroups:\n  - ""\n  resources:\n  - pods\n  verbs:\n  - get\n'
        "  - list\n  - watch\n- apiGroups:\n  - apps\n  resources:\n  - deployments\n  - replicasets\n"
        "  verbs:\n  - get\n  - list\n  - watch\n"
        "---\napiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata:\n  name: web-wait\n"
        "  namespace: other\nrules:\n- apiGroups:\n  - example.com\n  resources:\n  - policies\n  verbs:\n"
        "  - get\n  - list\n  - watch\n"
        "---\napiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n  name: web-wait\nrules:\n"
        "- apiGroups:\n  - rbac.authorization.k8s.io\n  resources:\n  - clusterroles\n  verbs:\n"
        "  - get\n  - list\n  - watch\n"
    )


@pytest.mark.parametrize(
    ("kind", "plural"),
    [
        ("Ingress", "ingresses"),
        ("NetworkPolicy", "networkpolicies"),
        ("Pod", "pods"),
        ("Endpoints", "endpoints"),
    ],
)
def test_plurals_are_those_of_the_server(kind: str, plural: str) -> None:
    assert plural_of(kind) == plural


def test_an_unknown_id_is_refused_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match='did you mean "null-dropped"'):
        upgrade(tmp_path, _WEB, allow=["nul-dropped"])
