"""Which values are secrets, and where each should be instead."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.patterns import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from helmwright.base.paths import Path


class Home(NamedTuple):
    """Where a secret belongs.

    advice: what to do instead, beginning with a verb. path: the key that names the Secret, if
    there is one.
    """

    advice: str
    path: Path = ()


_WHOLE = "keep the whole master.yaml in a Secret and name it in masterConfig.existingSecret"
_CONFIG_SECRET = ("masterConfig", "existingSecret")
IN_CONFIG = Home(_WHOLE, _CONFIG_SECRET)
UNREAD = Home("remove it: nothing reads it")
_IDENTITY = Home(
    f"leave it blank and give the master and the tasks an identity of the cloud, or {_WHOLE}",
    _CONFIG_SECRET,
)
_USERS = Home(
    "name a Secret in initialUser.existingSecret, or set initialUser.generatePassword",
    ("initialUser", "existingSecret"),
)
HOMES: dict[str, Home] = {
    "db.password": Home("name a Secret in db.existingSecret", ("db", "existingSecret")),
    "initialUserPassword": _USERS,
    "defaultPassword": _USERS,
    "oidc.clientSecret": Home(
        "name a Secret in oidc.clientSecretName and its key in oidc.clientSecretKey",
        ("oidc", "clientSecretName"),
    ),
    "scim.auth.password": IN_CONFIG,
    "logging.security.password": IN_CONFIG,
    "webhooks.signingKey": Home(
        "name a Secret in webhooks.existingSecret", ("webhooks", "existingSecret")
    ),
    "checkpointStorage.accessKey": _IDENTITY,
    "checkpointStorage.secretKey": _IDENTITY,
    "checkpointStorage.connection_string": IN_CONFIG,
    "checkpointStorage.credential": _IDENTITY,
    "registryCredentials[].password": Home(
        "make the Secret yourself, and name it in imagePullSecrets,"
        " taskContainerDefaults.imagePullSecrets or poolNamespaces[].copySecrets"
    ),
    "masterConfig.extra.db.password": Home("remove it, and name a Secret in db.existingSecret"),
    "masterConfig.extra.security.initial_user_password": Home(f"remove it, and {_USERS.advice}"),
    "masterConfig.extra.oidc.client_secret": Home(
        "remove it, and name a Secret in oidc.clientSecretName"
    ),
    "masterConfig.extra.webhooks.signing_key": Home(
        "remove it, and name a Secret in webhooks.existingSecret"
    ),
    "security.tls.key": UNREAD,
    "security.initial_user_password": UNREAD,
}
"""By path, with ``[]`` for every item of a list."""
_REGISTRY = Home("name a pull secret in the pod specs: on Kubernetes nothing reads it")
_CONFIG = lazy_pattern(
    r"masterConfig\.extra\..*\b(password|initial_user_password|access_key|secret_key|"
    r"connection_string|credential|client_secret|signing_key)"
)
_REGISTRY_KEYS = lazy_pattern(
    r"(.*\.)?(registryAuth|registry_auth)\.(password|auth|identitytoken|registrytoken)"
)
_POD_SPEC = lazy_pattern(r"pod_spec|PodSpec")


def home_of(path: Path) -> Home | None:
    """Return where the secret at a path belongs; None for what is not known to be one."""
    name = "".join("[]" if isinstance(step, int) else f".{step}" for step in path)[1:]
    known = HOMES.get(name)
    if known is not None or _POD_SPEC.search(name):
        return known
    if _REGISTRY_KEYS.fullmatch(name):
        return _REGISTRY
    return IN_CONFIG if _CONFIG.fullmatch(name) else None


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield the scalars below a value, with their paths."""
    if type(value) is dict or type(value) is list:
        pairs: Iterable[tuple[Any, Any]] = (
            value.items() if type(value) is dict else enumerate(value)
        )
        for step, item in pairs:
            yield from leaves(item, (*path, step))
    else:
        yield path, value
