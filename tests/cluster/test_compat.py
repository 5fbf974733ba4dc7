"""What compat foretells of an upgrade, and then happens: Helm 3 and Helm 4 at a real API server."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from tests.compat.comparing import write_chart
from tests.conformance.update_apply_answers import ANSWERS, ask_conflict, ask_refusal

from helmwright.compat import compat
from helmwright.diff import RenderSettings
from helmwright.releases import read_releases

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cluster.client import Client
    from tests.cluster.helm import Helm

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
_TWICE = (
    "          env:\n            - {name: A, value: one}\n            - {name: A, value: two}\n"
)
_DEPLOYMENTS = "/apis/apps/v1/namespaces/{}/deployments/web"


def foretold(chart: Path, namespace: str, rule: str, **more: Any) -> str:
    """Return the message of a finding of the upgrade, without the name of its object."""
    settings = RenderSettings(release_name="web", namespace=namespace)
    report: Compatibility = compat(chart, settings=settings, **more)
    (found,) = [one for one in report.of_group("upgrade") if one.rule == rule]
    return found.message.partition(": ")[2]


def _problems(answer: str) -> set[str]:
    """Return what is wrong, line by line, without what the first line begins with."""
    text = answer.replace(": errors:\n", ": ").partition("): ")[2] or answer
    return {line.strip() for line in text.split("\n")}


@pytest.mark.parametrize("case", json.loads(ANSWERS.read_text())["refusals"])
def test_the_server_still_refuses_in_these_words(admin: Client, case: dict[str, Any]) -> None:
    answer = ask_refusal(admin, case["object"])

    # An unknown field ends the walk through its map, whose order is another each time.
    told, known = _problems(answer), _problems(case["answer"])
    assert told == known or ("field not declared in schema" in answer and told < known)


@pytest.mark.parametrize("case", json.loads(ANSWERS.read_text())["conflicts"])
def test_the_server_still_conflicts_in_these_words(admin: Client, case: dict[str, Any]) -> None:
    given = {key: case[key] for key in ("first", "patches", "then")}

    assert ask_conflict(admin, given)["answer"] == case["answer"]


@pytest.mark.parametrize(
    ("more", "rule"),
    [
        (_TWICE, "apply-duplicate-key"),
        ("      serviceAcount: x\n", "apply-unknown-field"),
        ("      hostNetwork: 'yes'\n", "apply-wrong-type"),
    ],
)
def test_a_refusal_is_foretold_and_seen(
    helm: Helm, namespace: str, tmp_path: Path, more: str, rule: str
) -> None:
    chart = write_chart(tmp_path, _WEB + more)
    message = foretold(chart, namespace, rule)

    done = helm.run("install", "web", str(chart))

    assert done.code == 1
    assert (
        f"failed to create typed patch object ({namespace}/web; apps/v1, Kind=Deployment): {message}"
        in done.stderr
    )


def test_helm_3_installs_what_the_server_would_not_apply(
    helm: Helm, helm3: Helm, namespace: str, tmp_path: Path
) -> None:
    chart = write_chart(tmp_path, _WEB + _TWICE)
    foretold(chart, namespace, "apply-duplicate-key")

    helm3.run("install", "web", str(chart)).succeeded()
    upgraded = helm.run("upgrade", "web", str(chart))
    applied = helm.run("upgrade", "web", str(chart), "--server-side=true")

    assert upgraded.code == 0, upgraded.stderr
    assert applied.code == 1
    assert 'duplicate entries for key [name="A"]' in applied.stderr


def test_a_conflict_is_foretold_and_seen(
    helm: Helm, admin: Client, namespace: str, tmp_path: Path
) -> None:
    chart = write_chart(
        tmp_path, _WEB.replace("spec:\n  selector", "spec:\n  replicas: 1\n  selector")
    )
    helm.run("install", "web", str(chart)).succeeded()
    path = _DEPLOYMENTS.format(namespace)
    scaled = {"spec": {"replicas": 3}}
    admin.ask(
        "PATCH", f"{path}/scale?fieldManager=kubectl", scaled, "application/merge-patch+json"
    ).taken()
    live = json.dumps(admin.ask("GET", path).taken())

    message = foretold(chart, namespace, "apply-conflict", live=live)
    done = helm.run("upgrade", "web", str(chart))

    assert done.code == 1
    assert (
        f"conflict occurred while applying object {namespace}/web apps/v1, Kind=Deployment: {message}"
        in done.stderr
    )
    assert helm.run("upgrade", "web", str(chart), "--force-conflicts").code == 0


def _stored(admin: Client, namespace: str) -> Any:
    path = f"/api/v1/namespaces/{namespace}/secrets/sh.helm.release.v1.web.v1"
    data = {"apiVersion": "v1", "kind": "Secret", **admin.ask("GET", path).taken()}
    (release,) = read_releases(json.dumps(data).encode(), "release.json")
    return release


def test_a_strategy_that_turns_to_recreate_is_foretold_and_seen(
    helm: Helm, admin: Client, namespace: str, tmp_path: Path
) -> None:
    chart = write_chart(tmp_path, _WEB)
    helm.run("install", "web", str(chart)).succeeded()
    release = _stored(admin, namespace)
    strategy = "spec:\n  strategy: {type: Recreate}\n  selector"
    chart = write_chart(tmp_path, _WEB.replace("spec:\n  selector", strategy))

    message = foretold(chart, namespace, "recreate-strategy", release=release)
    done = helm.run("upgrade", "web", str(chart))

    assert done.code == 1
    assert message in done.stderr
    assert helm.run("upgrade", "web", str(chart), "--server-side=false").code == 0


def test_a_release_of_helm_3_stays_with_the_client(
    helm: Helm, helm3: Helm, admin: Client, namespace: str, tmp_path: Path
) -> None:
    chart = write_chart(tmp_path, _WEB)
    helm3.run("install", "web", str(chart)).succeeded()
    release = _stored(admin, namespace)
    strategy = "spec:\n  strategy: {type: Recreate}\n  selector"
    chart = write_chart(tmp_path, _WEB.replace("spec:\n  selector", strategy))

    message = foretold(chart, namespace, "release-client-side", release=release)

    assert message == ""
    assert helm.run("upgrade", "web", str(chart)).code == 0


def test_managed_fields_are_foretold_and_seen(helm: Helm, namespace: str, tmp_path: Path) -> None:
    text = _WEB.replace("  name: web\nspec", "  name: web\n  managedFields: []\nspec")
    chart = write_chart(tmp_path, text)

    message = foretold(chart, namespace, "server-metadata")
    done = helm.run("install", "web", str(chart))

    assert message.endswith("metadata.managedFields must be nil")
    assert done.code == 1
    assert "metadata.managedFields must be nil" in done.stderr


def test_an_object_that_is_there_twice_is_an_error_of_helm_3_alone(
    helm: Helm, helm3: Helm, namespace: str, tmp_path: Path
) -> None:
    one = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: m\n"
    chart = write_chart(tmp_path, f"-- templates/a.yaml --\n{one}---\n{one}")
    foretold(chart, namespace, "object-twice")

    before = helm3.run("install", "web", str(chart))
    helm3.run("uninstall", "web")
    after = helm.run("install", "other", str(chart))

    assert (before.code, after.code) == (1, 0)
    assert "already exists" in before.stderr


def test_a_bundle_that_is_injected_is_foretold_and_seen(
    helm: Helm, admin: Client, namespace: str, tmp_path: Path
) -> None:
    name = f"hook-{namespace}"
    chart = write_chart(
        tmp_path,
        "-- templates/a.yaml --\napiVersion: admissionregistration.k8s.io/v1\n"
        f"kind: ValidatingWebhookConfiguration\nmetadata:\n  name: {name}\n  annotations:\n"
        "    cert-manager.io/inject-ca-from: a/b\nwebhooks:\n  - name: a.example.com\n    sideEffects: None\n"
        '    admissionReviewVersions: [v1]\n    clientConfig: {url: "https://a.example.com/", caBundle: ""}\n',
    )
    foretold(chart, namespace, "injected-ca-bundle")
    helm.run("install", "web", str(chart)).succeeded()
    path = f"/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/{name}"
    patch = {"webhooks": [{"name": "a.example.com", "clientConfig": {"caBundle": "Cg=="}}]}
    form = "application/strategic-merge-patch+json"
    admin.ask("PATCH", f"{path}?fieldManager=cainjector", patch, form).taken()

    done = helm.run("upgrade", "web", str(chart))

    assert done.code == 1
    assert 'conflict with "cainjector"' in done.stderr
    assert '.webhooks[name="a.example.com"].clientConfig.caBundle' in done.stderr
