"""Determined as a pack: what this package registers with the rest, as a stranger's would."""

from __future__ import annotations

from helmwright.packs.interface import Command, Fact, Pack

_REGISTRY = ("password", "auth", "identitytoken", "registrytoken")
_POOL = "task_container_defaults.registry_auth"
SECRETS = (
    "initialUserPassword",
    "defaultPassword",
    "security.tls.key",
    "security.initial_user_password",
    "oidc.clientSecret",
    "scim.auth.password",
    "db.password",
    "checkpointStorage.accessKey",
    "checkpointStorage.secretKey",
    "checkpointStorage.connection_string",
    "checkpointStorage.credential",
    "registryCredentials[].password",
    "logging.security.password",
    "webhooks.signingKey",
    *(f"taskContainerDefaults.registryAuth.{key}" for key in _REGISTRY),
    *(f"resourcePools[].{_POOL}.{key}" for key in _REGISTRY),
    *(f"additional_resource_managers[].resource_pools[].{_POOL}.{key}" for key in _REGISTRY),
)
"""The values that this project's chart marks in its schema; the chart that comes with Determined has none."""
_LINTING = "helmwright.determined.linting"
_COMMANDS = "helmwright.determined.commands"

PACK = Pack(
    name="determined",
    charts=("determined",),
    rules=f"{_LINTING}.rules",
    facts=(
        Fact("determined_release", "DeterminedRelease | None", f"{_LINTING}.facts:read_release"),
        Fact("nodes", "Iterable[ClusterNode] | None", f"{_LINTING}.facts:read_nodes"),
    ),
    overrides=f"{_LINTING}.facts:overrides",
    release=f"{_LINTING}.facts:release_number",
    example_chart=f"{_LINTING}.facts:example_chart",
    secret_paths=SECRETS,
    migrations="helmwright.determined.values_migration:finder",
    kinds=("experiment", "command", "notebook", "shell", "tensorboard", "template"),
    documents=f"{_LINTING}.task_view:recognised",
    images="helmwright.determined.images:images_of_tasks",
    commands=(
        Command("capacity", "Say which tasks fit the nodes of a cluster", f"{_COMMANDS}.capacity"),
        Command(
            "podspec", "Print the pods that Determined makes of a task", f"{_COMMANDS}.podspec"
        ),
    ),
    formats="helmwright.determined.capacity.formats:formats",
)
