"""What the chart does only when it can ask a cluster, or makes up: no golden case can hold it."""

from __future__ import annotations

import base64
from dataclasses import replace
from typing import Any

import pytest
import yaml
from tests.chart_cases import ChartCase
from tests.chart_rendering import Rendered, Studio

from helmwright import World

SECRET = "determined-master-credentials-det"  # noqa: S105 - its name
BASE = ChartCase("cluster", row="maxSlotsPerPod: 4\n")


def _values(**values: Any) -> ChartCase:
    return replace(BASE, row=BASE.row + yaml.safe_dump(values))


GENERATED = _values(initialUser={"generatePassword": True})
GENERATED_ALONE = _values(initialUser={"generatePassword": True}, db={"existingSecret": "database"})
COPIED = _values(
    initialUserPassword="Passw0rd",
    poolNamespaces=[{"name": "tasks", "copySecrets": ["ngc", "gone"]}],
)
NOTICED = _values(initialUserPassword="Passw0rd", tlsSecret="determined-tls")


def _world(*objects: dict[str, Any], seed: int = 1) -> World:
    def lookup(api_version: str, kind: str, namespace: str, name: str) -> dict[str, Any]:
        for one in objects:
            metadata = one["metadata"]
            found = one["apiVersion"], one["kind"], metadata.get("namespace", ""), metadata["name"]
            if found == (api_version, kind, namespace, name):
                return one
        return {}

    return World.fixed(seed=seed, lookup=lookup)


def _secret(name: str, **data: str) -> dict[str, Any]:
    encoded = {key: base64.b64encode(text.encode()).decode() for key, text in data.items()}
    return {
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": {"name": name, "namespace": "mlde"},
        "type": "kubernetes.io/dockerconfigjson",
        "data": encoded,
    }


ACCOUNT = {
    "apiVersion": "v1",
    "kind": "ServiceAccount",
    "metadata": {"name": "default", "namespace": "mlde"},
}
"""What every namespace of a cluster has."""
UPGRADED = replace(BASE, upgrade=True)
MASTER = "determined-master-deployment-det"


def _deployment(strategy: dict[str, Any], *managers: dict[str, Any]) -> dict[str, Any]:
    """Returns the master's Deployment of the upstream chart, as a cluster has it."""
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": MASTER, "namespace": "mlde", "managedFields": list(managers)},
        "spec": {"strategy": strategy},
    }


def _manager(operation: str, manager: str, *fields: str) -> dict[str, Any]:
    owned: dict[str, Any] = {f"f:{field}": {"f:type": {}} for field in fields}
    return {
        "operation": operation,
        "manager": manager,
        "fieldsV1": {"f:spec": {"f:strategy": owned}},
    }


ROLLING = {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": "25%"}}
SERVER_SIDE = _manager("Apply", "helm", "type")
SERVER_SIDE_OWNER = _manager("Apply", "helm", "type", "rollingUpdate")
CLIENT_SIDE = _manager("Update", "helm", "type", "rollingUpdate")
CASES = [
    (UPGRADED, _world(_deployment(ROLLING, CLIENT_SIDE, SERVER_SIDE))),
    (UPGRADED, _world(_deployment(ROLLING))),
    (GENERATED, _world()),
    (GENERATED_ALONE, _world()),
    (COPIED, _world(_secret("ngc", **{".dockerconfigjson": "{}"}))),
    (NOTICED, _world(ACCOUNT)),
    (NOTICED, _world(ACCOUNT, _secret("determined-tls"))),
]
"""What the coverage of the templates counts beside the golden cases."""


@pytest.fixture(scope="module")
def studio() -> Studio:
    return Studio()


def _find(made: Rendered, kind: str, name: str) -> dict[str, Any] | None:
    found = [one for _, one in made.objects if one["kind"] == kind]
    return next((one for one in found if one["metadata"]["name"] == name), None)


def _password(made: Rendered) -> str:
    secret = _find(made, "Secret", SECRET)
    assert secret is not None
    return str(secret["stringData"]["initial-user-password"])


@pytest.mark.parametrize(
    ("live", "expected"),
    [
        ((), {"type": "Recreate", "rollingUpdate": None}),
        ((ROLLING, CLIENT_SIDE), {"type": "Recreate", "rollingUpdate": None}),
        ((ROLLING, SERVER_SIDE_OWNER), {"type": "Recreate", "rollingUpdate": None}),
        (({"type": "Recreate"}, SERVER_SIDE), {"type": "Recreate", "rollingUpdate": None}),
        (
            (ROLLING, SERVER_SIDE),
            {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": 0, "maxUnavailable": 1}},
        ),
    ],
    ids=["none", "client-side", "owned", "recreated", "owned by nobody"],
)
def test_a_rolling_update_that_nobody_owns_is_first_made_ours(
    studio: Studio, live: tuple[Any, ...], expected: dict[str, Any]
) -> None:
    world = _world(_deployment(*live)) if live else _world()
    deployment = _find(studio.render(UPGRADED, world=world), "Deployment", MASTER)
    assert deployment is not None
    assert deployment["spec"]["strategy"] == expected


def test_a_generated_password_is_strong_and_new_every_time(studio: Studio) -> None:
    passwords = {_password(studio.render(GENERATED, world=_world(seed=seed))) for seed in (1, 2)}
    assert len(passwords) == 2
    for password in passwords:
        assert len(password) >= 20
        assert any(map(str.isdigit, password))
        assert any(map(str.isupper, password))
        assert any(map(str.islower, password))


def test_a_generated_password_may_be_alone_in_its_secret(studio: Studio) -> None:
    secret = _find(studio.render(GENERATED_ALONE, world=_world()), "Secret", SECRET)
    assert secret is not None
    assert list(secret["stringData"]) == ["initial-user-password"]


def test_a_generated_password_stays_as_long_as_its_secret(studio: Studio) -> None:
    present = _secret(SECRET, **{"initial-user-password": "Kept-Passw0rd"})
    assert _password(studio.render(GENERATED, world=_world(present))) == "Kept-Passw0rd"


def test_secrets_are_copied_into_the_namespaces_of_pools(studio: Studio) -> None:
    original = _secret("ngc", **{".dockerconfigjson": "{}"})
    made = studio.render(COPIED, world=_world(original))
    copy = _find(made, "Secret", "ngc")
    assert copy is not None
    assert copy["metadata"]["namespace"] == "tasks"
    assert (copy["type"], copy["data"]) == (original["type"], original["data"])
    assert _find(made, "Secret", "gone") is None


def test_the_notes_name_a_tls_secret_that_is_missing(studio: Studio) -> None:
    without = studio.render(NOTICED, world=_world(ACCOUNT)).notes
    present = _secret("determined-tls")
    having = studio.render(NOTICED, world=_world(ACCOUNT, present)).notes
    unasked = studio.render(NOTICED, world=_world()).notes
    warning = "tlsSecret: there is no Secret determined-tls"
    assert [warning in notes for notes in (without, having, unasked)] == [True, False, False]
