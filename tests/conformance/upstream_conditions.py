"""What must hold for a difference to be one of the list: the conditions of `upstream_differences`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from tests.conformance.upstream_objects import CONFIG_FILE, RELEASE
from tests.conformance.upstream_rules import Found, look_up, matches

if TYPE_CHECKING:
    from collections.abc import Callable

MASTER = "Deployment/deter*mined-master-deployment-<release>"
DATABASE = "Deployment/deter*mined-db-deployment-<release>"
GENAI = "Deployment/genai-deployment-<release>"
"""Patterns: until 0.13.4 upstream misspelt the names."""

SCHEDULER = "Deployment/kube-system/*"
SNAPSHOT_CLASS = "VolumeSnapshotClass/*"
PODS = (MASTER, DATABASE, GENAI, SCHEDULER)
POD = "spec.template.spec"
CONTAINER = f"{POD}.containers[*]"
STANDARD = tuple(f"[app.kubernetes.io/{name}]" for name in ("name", "instance", "component"))

CONFIGURATION = "Configuration/determined-master-config-<release>"
CREDENTIALS = "Secret/determined-master-credentials-<release>"
_CREDENTIALS_IN_FILE = (
    "checkpoint_storage.access_key",
    "checkpoint_storage.secret_key",
    "checkpoint_storage.connection_string",
    "checkpoint_storage.credential",
    "scim.auth.password",
    "logging.security.password",
)


def all_of(*conditions: Callable[[Found], bool]) -> Callable[[Found], bool]:
    """Returns the condition that all of several hold."""
    return lambda found: all(condition(found) for condition in conditions)


def any_of(*conditions: Callable[[Found], bool]) -> Callable[[Found], bool]:
    """Returns the condition that one of several holds."""
    return lambda found: any(condition(found) for condition in conditions)


def adds(value: Any) -> Callable[[Found], bool]:
    """Returns the condition that ours has this."""
    return lambda found: bool(found.difference.ours == value)


def changes(upstream: Any, ours: Any) -> Callable[[Found], bool]:
    """Returns the condition that ours has this instead of that."""
    return lambda found: bool(
        found.difference.upstream == upstream and found.difference.ours == ours
    )


def is_value(path: str) -> Callable[[Found], bool]:
    """Returns the condition that ours is what a key of the values says."""
    return lambda found: bool(found.difference.ours == found.value(path))


def was_value(path: str) -> Callable[[Found], bool]:
    """Returns the condition that upstream is what a key of the values says."""
    return lambda found: bool(found.difference.upstream == found.value(path))


def value(path: str, *wanted: Any) -> Callable[[Found], bool]:
    """Returns the condition that a key of the values is one of these; set at all without them."""
    return lambda found: found.value(path) in wanted if wanted else bool(found.value(path))


def quoted(found: Found) -> bool:
    """Says whether ours is the text of a number or word that upstream left unquoted."""
    difference = found.difference
    return isinstance(difference.ours, str) and _text(difference.upstream) == difference.ours


def _text(scalar: Any) -> str:
    return str(int(scalar)) if isinstance(scalar, float) and scalar.is_integer() else str(scalar)


def without(condition: Callable[[Found], bool]) -> Callable[[Found], bool]:
    """Returns the condition that another does not hold."""
    return lambda found: not condition(found)


def containers(objects: dict[str, Any], pattern: str) -> dict[str, Any]:
    """Returns the containers of a Deployment by name, in brackets."""
    for name, content in objects.items():
        if matches(pattern, name):
            return look_up(content, "spec.template.spec.containers") or {}
    return {}


def environment(found: Found, name: str) -> dict[str, Any]:
    """Returns the variables of our Deployment, what is in a Secret of ours as its text."""
    variables = {}
    for container in containers(found.ours, name).values():
        for variable in container.get("env", {}).values():
            reference = look_up(variable, "valueFrom.secretKeyRef")
            variables[variable["name"]] = variable.get("value")
            if reference:
                secret = f"Secret/{reference['name']}".replace(RELEASE, "<release>")
                data = (found.ours.get(secret) or {}).get("data", {})
                variables[variable["name"]] = data.get(reference["key"])
    return variables


def moved_to_environment(name: str, variable: str, found: Found) -> bool:
    """Says whether our Deployment has in a variable what upstream wrote elsewhere."""
    upstream = found.difference.upstream
    return upstream is not None and environment(found, name).get(variable) == _text(upstream)


def moves_to_master(variable: str) -> Callable[[Found], bool]:
    """Returns the condition that our master has in a variable what upstream wrote elsewhere."""
    return partial(moved_to_environment, MASTER, variable)


def master_has(variable: str, path: str) -> Callable[[Found], bool]:
    """Returns the condition that our master has in a variable what a key of the values says."""
    return reads_secret(MASTER, variable, path)


def credential_is(key: str, path: str) -> Callable[[Found], bool]:
    """Returns the condition that our Secret holds what a key of the values says."""
    return lambda found: look_up(found.ours.get(CREDENTIALS), f"data.{key}") == found.value(path)


def only_password_moves(found: Found) -> bool:
    """Says whether all that is missing is the first users' password, which our master has."""
    upstream = found.difference.upstream
    has = environment(found, MASTER).get("DET_SECURITY_INITIAL_USER_PASSWORD")
    return bool(upstream == {"initial_user_password": has})


def reads_secret(name: str, variable: str, path: str) -> Callable[[Found], bool]:
    """Returns the condition that a variable of our Deployment has what a key of the values says."""
    return lambda found: environment(found, name).get(variable) == _text(found.value(path))


def kind_follows_content(found: Found) -> bool:
    """Says whether the configuration is a Secret exactly if it holds a credential."""
    holds = any(look_up(found.ours[CONFIG_FILE], place) for place in _CREDENTIALS_IN_FILE)
    given = look_up(found.values, "scim.auth.password")
    return bool(found.ours[CONFIGURATION]["kind"] == "Secret") == (holds or bool(given))


def is_certificate_mount(found: Found) -> bool:
    """Says whether a mount is that of the certificate of the database."""
    mount = found.difference.upstream or found.difference.ours
    return bool(mount["name"] == "database-cert" and found.value("db.certResourceName"))
