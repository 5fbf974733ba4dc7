"""A caBundle is rendered though something injects it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.paths import dotted
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.manifests._workloads import entries, section

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.lint.finding import Problem
    from helmwright.lint.rendered import RenderedChart

_INJECTORS = (
    "cert-manager.io/inject-apiserver-ca",
    "cert-manager.io/inject-ca-from",
    "cert-manager.io/inject-ca-from-secret",
    "service.beta.openshift.io/inject-cabundle",
)
_GOOD = """\
-- templates/a.yaml --
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata:
  name: web
  annotations:
    cert-manager.io/inject-ca-from: default/web
webhooks:
  - name: web.example.com
    sideEffects: None
    admissionReviewVersions: [v1]
    clientConfig:
      service:
        name: web
        namespace: default
"""


@rule(
    "injected-ca-bundle",
    reads=Reads.RENDERED,
    severity=Severity.WARNING,
    summary="A caBundle is rendered though something injects it",
    why="The injector owns the field as soon as it has written another certificate: each upgrade that the server applies, "
    "as Helm 4 does it, then ends in a conflict; one by Helm 3 breaks the webhook until the injector comes round.",
    advice="Leave caBundle out where the object has the annotation of an injector.",
    url="https://cert-manager.io/docs/concepts/ca-injector/",
    bad=(
        Example(
            _GOOD + '«»      caBundle: ""\n',
            message="webhooks[0].clientConfig.caBundle: cert-manager.io/inject-ca-from has it injected",
        ),
    ),
    good=(
        Example(_GOOD),
        Example(
            _GOOD.replace("  annotations:\n    cert-manager.io/inject-ca-from: default/web\n", "")
            + "      caBundle: Cg==\n"
        ),
    ),
)
def check(rendered: RenderedChart) -> Iterator[Problem]:
    """Look for certificates in what has the annotation of an injector."""
    for one in rendered.objects:
        annotations = section(one.data, "metadata", "annotations")
        injector = next((name for name in _INJECTORS if annotations.get(name)), "")
        for path in _bundles(one.data) if injector else ():
            message = f"{dotted(path)}: {injector} has it injected"
            yield rendered.problem(one, path, message, of_key=True)


def _bundles(data: dict[str, Any]) -> Iterator[Path]:
    """Yield where an object has a caBundle."""
    for index, one in enumerate(entries(data, "webhooks")):
        if section(one, "clientConfig").get("caBundle") is not None:
            yield "webhooks", index, "clientConfig", "caBundle"
    for steps in (("spec",), ("spec", "conversion", "webhook", "clientConfig")):
        if section(data, *steps).get("caBundle") is not None:
            yield (*steps, "caBundle")
