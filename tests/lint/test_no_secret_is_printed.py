"""No report, baseline or message holds a secret of the values, however broken these are."""

from __future__ import annotations

import base64
import random
from typing import TYPE_CHECKING

import pytest
from tests.cli.command import helmwright

from helmwright.lint.report import FORMATS

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

LETTERS = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
SEED = 20
PEM = "-----BEGIN PRIVATE KEY-----"

PLACES = {
    "the database": "db:\n  password: {}\n",
    "the database, a number before": "db:\n  port: none\n  password: {}\n  sslMode: require\n",
    "the first users": "initialUserPassword: {}\n",
    "S3": "checkpointStorage:\n  type: s3\n  bucket: a\n  accessKey: {}\n  secretKey: {}\n",
    "azure": "checkpointStorage:\n  type: azure\n  container: c\n"
    "  connection_string: AccountName=a;AccountKey={}\n  credential: {}\n",
    "gcs with the keys of S3": "checkpointStorage:\n  type: gcs\n  secretKey: {}\n",
    "single sign-on": "oidc:\n  enabled: true\n  clientSecret: {}\n",
    "SCIM": "scim:\n  enabled: true\n  auth:\n    type: basic\n    username: u\n    password: {}\n",
    "webhooks": "webhooks:\n  signingKey: {}\n",
    "registries": "registryCredentials:\n  - name: a\n    registry: b\n    password: {}\n",
    "Elasticsearch": "logging:\n  type: elastic\n  security:\n    username: u\n    password: {}\n",
    "a variable of tasks": "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n      containers:\n"
    "        - name: determined-container\n          env:\n"
    "            - name: AWS_SECRET_ACCESS_KEY\n              value: {}\n",
    "a key of PEM": f"tls:\n  privateKey: |\n    {PEM}\n    {{}}\n    -----END PRIVATE KEY-----\n",
    "a misspelt key": "db:\n  pasword: {}\ninitialUserPasword: {}\n",
    "a list for a text": "db:\n  password: [{}]\nscim:\n  auth:\n    password: [{}]\n",
    "a map for a text": "db:\n  password: {{value: {}}}\ninitialUserPassword: {{a: {}}}\n",
    "a text for a map": "checkpointStorage: {{secretKey: {}}}\noidc: {{clientSecret: [{}]}}\n",
    "an object": "extraObjects:\n  - apiVersion: v1\n    kind: Secret\n    metadata: {{name: a}}\n"
    "    stringData:\n      password: {}\n",
    "text twice": "db:\n  password: {}\n  password: {}\n",
    "an unknown section": "databases:\n  password: {}\n",
    "master.yaml": "masterConfig:\n  extra:\n    db:\n      password: {}\n    passwort: {}\n",
    "bad words": "db:\n  password: '{}@:/ x'\n  hostAddress: h\n",
}
BROKEN = {
    "no colon": "db:\n  user: a\n  password {}\n  name: b\n",
    "no space": "db:\n  user: a\n  password:{}\n  name: b\n",
    "an open quote": "db:\n  password: '{}\n  name: b\n",
    "a quote inside": "db:\n  password: '{}'x'\n",
    "too deep": "db:\n  user: a\n    password: {}\n",
    "between levels": "db:\n  user:\n      a: b\n   password: {}\n",
    "a tab": "db:\n\tpassword: {}\n",
    "a map as a key": "db:\n  ? {{password: {}}}\n  : a\n",
    "a list as a key": "db:\n  [password: {}]: a\n",
    "an open bracket": "db: {{password: {}\nname: a\n",
    "a list of values": "- password: {}\n",
    "a text": "password={}\n",
    "a colon inside": "db:\n  password: a: {}\n",
    "an alias": "db:\n  password: *{}\n",
    "an expression": "db:\n  password: {{{{ {} }}}}\n",
    "a tag": "db:\n  password: !!int {}\n",
    "a tag of numbers": "db:\n  password: !!float '{}'\n",
    "text of a binary": "db:\n  password: !!binary '{}!'\n",
    "percent": "db:\n  password: %{}\n",
    "at": "db:\n  password: @{}\n",
    "a dash": "db:\n  password: - {}\n",
}
FLAGS = {
    "a value": ("--set", "db.password={}"),
    "two values": ("--set", "db.port=x,checkpointStorage.secretKey={}"),
    "a list": ("--set", "db.password={{{}}}"),
    "a text": ("--set-string", "initialUserPassword={}"),
    "JSON": ("--set-json", 'db={{"password": "{}", "port": "x"}}'),
    "broken JSON": ("--set-json", 'db={{"password": "{}"'),
    "literal": ("--set-literal", "db.password={}"),
    "a key without a value": ("--set", "db.password[={}"),
    "a list that is open": ("--set", "db.password={{{}"),
    "an index": ("--set", "db.password[a]={}"),
    "a misspelt key": ("--set", "db.pasword={}"),
}


def secrets(count: int, seed: str) -> list[str]:
    source = random.Random(f"{SEED} {seed}")  # noqa: S311 - not used as a secret
    return ["Z" + "".join(source.choice(LETTERS) for _ in range(23)) for _ in range(count)]


def printed(arguments: list[str], folder: Path) -> str:
    """Returns everything that the formats say, and the baseline that is written."""
    baseline = folder / "known.json"
    texts = []
    for form in FORMATS:
        done = helmwright("lint", *arguments, "--format", form)
        texts += [done.out, done.err]
    done = helmwright("lint", *arguments, "--baseline", str(baseline), "--write-baseline")
    texts += [done.out, done.err]
    texts += [baseline.read_text()] if baseline.exists() else []
    return "\n".join(texts)


def assert_hidden(hidden: list[str], text: str) -> None:
    for secret in hidden:
        lines = [line for line in text.splitlines() if secret in line]
        encoded = base64.b64encode(secret.encode()).decode().rstrip("=")[:-1]
        assert lines == []
        assert encoded not in text


@pytest.mark.parametrize("name", PLACES | BROKEN)
def test_secret_of_a_values_file_is_in_no_report(name: str, tmp_path: Path) -> None:
    template = (PLACES | BROKEN)[name]
    hidden = secrets(template.count("{}"), name)
    path = tmp_path / "values.yaml"
    path.write_text(f"maxSlotsPerPod: x\n{template.format(*hidden)}")

    assert_hidden(hidden, printed([str(path)], tmp_path))


@pytest.mark.parametrize("name", BROKEN)
def test_secret_of_a_broken_file_stays_hidden_without_the_rule_for_it(
    name: str, tmp_path: Path
) -> None:
    hidden = secrets(1, name)
    path = tmp_path / "values.yaml"
    path.write_text(BROKEN[name].format(*hidden))

    assert_hidden(hidden, printed([str(path), "--select", "deprecated-key"], tmp_path))


@pytest.mark.parametrize("name", FLAGS)
def test_secret_of_a_flag_is_in_no_report(name: str, tmp_path: Path) -> None:
    flag, argument = FLAGS[name]
    hidden = secrets(1, name)
    path = tmp_path / "values.yaml"
    path.write_text("maxSlotsPerPod: 4\n")

    assert_hidden(hidden, printed([str(path), flag, argument.format(*hidden)], tmp_path))
