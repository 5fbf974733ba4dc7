"""A secret stands in the environment of a container as plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.paths import dotted
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.manifests._workloads import entries, pods
from helmwright.secrets.forms import is_harmless
from helmwright.secrets.names import is_secret_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.rendered import RenderedChart

_NO_SECRETS = frozenset({"ETCD_INITIAL_CLUSTER_TOKEN"})  # tells clusters apart
_GOOD = """\
-- templates/a.yaml --
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: web
      env:
        - name: DB_PASSWORD
          valueFrom:
            secretKeyRef: {name: db, key: password}
        - name: DB_PASSWORD_FILE
          value: password.txt
        - name: ALLOW_EMPTY_PASSWORD
          value: "yes"
        - name: TOKEN
          value: $(DB_PASSWORD)
"""
_TLS = "-- templates/b.yaml --\napiVersion: v1\nkind: Secret\nmetadata:\n  name: web-tls\n"


@rule(
    "env-var-secret",
    reads=Reads.RENDERED,
    severity=Severity.WARNING,
    summary="An environment variable holds a secret as plain text",
    why="Whoever may read the pod, or its manifest in a repository, reads the secret.",
    advice="Put the value into a Secret and refer to it with valueFrom.secretKeyRef.",
    url="https://kubernetes.io/docs/concepts/configuration/secret/#using-secrets",
    bad=(
        Example(
            f"{_GOOD}        - name: adminPassword\n«»          value: hunter2\n",
            message="spec.containers[0].env[4]: adminPassword is given as plain text",
        ),
        Example(f"{_GOOD}        - name: AWS_SECRET_ACCESS_KEY\n«»          value: abc123\n"),
    ),
    good=(
        Example(_GOOD),
        Example(f"{_GOOD}        - name: TLS_SECRET\n          value: web-tls\n{_TLS}"),
    ),
)
def check(rendered: RenderedChart) -> Iterator[Problem]:
    """Look at variables whose names end in what secrets are called."""
    known = {one.name for one in rendered.objects}
    for pod in pods(rendered):
        for container in pod.containers():
            for index, variable in enumerate(entries(container.data, "env")):
                if type(variable) is not dict:
                    continue
                name, value = variable.get("name"), variable.get("value")
                if type(name) is not str or type(value) is not str or not _is_secret(name):
                    continue
                if value in known or is_harmless(value):
                    continue
                path = (*container.path, "env", index)
                message = f"{dotted(path)}: {name} is given as plain text"
                yield rendered.problem(pod.owner, (*path, "value"), message)


def _is_secret(name: str) -> bool:
    return is_secret_name(name) and name not in _NO_SECRETS
