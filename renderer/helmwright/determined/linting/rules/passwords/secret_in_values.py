"""A secret is in a values file as plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.passwords._secrets import (
    IN_CONFIG,
    UNREAD,
    Home,
    home_of,
    leaves,
)
from helmwright.lint.references import is_plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_DEFAULT_LOGIN = ("db", "password"), "postgres"
"""A password that is no secret; default-database-password has more to say about it."""


@rule(
    "secret-in-values",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("P4",),
    instead_of=("plain-password",),
    summary="A password or key is in a values file as plain text",
    why="Values files are put into version control, and Helm keeps them with every revision of the "
    "release; whoever reads one of these has the secret.",
    advice="Keep it in a Secret of Kubernetes that the values name, give it with --set from where "
    "secrets are kept, or encrypt the file (SOPS).",
    url="https://helm.sh/docs/chart_best_practices/values/",
    bad=(
        example(
            "db:\n  password: «Ahr3oN»\ninitialUserPassword: «Passw0rd»\n",
            message="db.password is a secret in plain text",
        ),
        example(
            "checkpointStorage:\n  type: s3\n  bucket: b\n  accessKey: «AKIA0»\n  secretKey: «x»\n"
        ),
        example(
            "checkpointStorage:\n  type: azure\n  container: c\n"
            "  connection_string: «AccountName=a;AccountKey=b»\n"
        ),
        example("registryCredentials:\n- name: ngc\n  registry: nvcr.io\n  password: «nvapi-0»\n"),
        example("masterConfig:\n  extra:\n    db:\n      password: «Ahr3oN»\n"),
        example(
            "scim:\n  enabled: true\n  auth:\n    type: basic\n    username: u\n"
            "    password: «Ahr3oN»\n",
            upstream=True,
        ),
    ),
    good=(
        example("db:\n  existingSecret: determined-db\n  password: postgres\n"),
        example("db:\n  password: ENC[AES256_GCM,data:Zm9v,iv:YmFy,tag:YmF6,type:str]\n"),
        example("db:\n  password: ref+vault://kv/determined#/db\n"),
        example('db:\n  password: "${DB_PASSWORD}"\ninitialUserPassword: <password>\n'),
        example("maxSlotsPerPod: 8\n", overrides=(("set", "initialUserPassword=Passw0rd"),)),
        example("oidc:\n  clientSecretName: oidc\n  clientSecretKey: secret\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at what files set; flags are how a secret is handed in from elsewhere."""
    seen: set[Path] = set()
    size = len(settings.prefix)
    for layer in settings.layered.layers:
        if layer.kind != "file":
            continue
        for whole, value in leaves(layer.values):
            path = whole[size:]
            if whole[:size] != settings.prefix or not path or path in seen or not is_plain(value):
                continue
            home = _home(settings, path)
            if home is None or (path, value) == _DEFAULT_LOGIN:
                continue
            found = settings.layer(path)
            if found is not None and found[0] is layer and settings.get(*path) == value:
                seen.add(path)
                yield _problem(settings, path, home)


def _home(settings: DeterminedSettings, path: Path) -> Home | None:
    home = home_of(path)
    if home is None and settings.is_marked(*path):
        return IN_CONFIG
    return home


def _problem(settings: DeterminedSettings, path: Path, home: Home) -> Problem:
    name = settings.name(path)
    message = f"{name} is a secret in plain text"
    fix = home.advice
    if settings.upstream:
        fix = "" if home.path else fix
    elif home.path and settings.get(*home.path):
        message += f" that nothing reads, since {settings.name(home.path)} is set"
        fix = f"remove {name}"
    elif home is not UNREAD:
        fix = f"{fix}, or give it with --set"
    return settings.problem(path, message, fix=fix)
