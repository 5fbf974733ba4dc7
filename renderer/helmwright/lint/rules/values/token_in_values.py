"""A secret of a known form in a values file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.paths import dotted
from helmwright.base.patterns import lazy_pattern
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.secrets.tokens import TOKENS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.source import ValuesSource

_FORMS = (
    (
        "a private key",
        r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----(?:\s|\\n)+[A-Za-z0-9+/=:\s]{32,}",
    ),
    ("an access key of AWS", r"\b(?:AKIA|ASIA)(?![A-Z0-9]*EXAMPLE)[A-Z0-9]{16}\b"),
    (
        "an address of a Slack webhook",
        r"hooks\.slack\.com/services/T[A-Za-z0-9]+/B[A-Za-z0-9]+/\w{16,}",
    ),
    ("a key of Google", r"\bAIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])"),
    ("a key of an Azure storage account", r"AccountKey=[A-Za-z0-9+/]{86}=="),
    *TOKENS,
)
_ALL = tuple((what, lazy_pattern(form)) for what, form in _FORMS)
_HINT = lazy_pattern(
    r"-----|A[KS]IA|gh[pousr]_|github_pat|gl\w{2,3}-|xox|slack|AIza|Key=|k_live|npm_|pypi-|hf_|dckr_|hv[sbr]\.|SG\.|eyJ"
)
_PEM = "-----BEGIN RSA " + "PRIVATE KEY-----"  # in two parts: this is no key


@rule(
    "token-in-values",
    reads=Reads.SOURCE,
    severity=Severity.WARNING,
    general=True,
    summary="A values file holds a private key or a token",
    why=(
        "Values files are kept in repositories, and Helm stores all values in the cluster; whoever"
        " may read either has the secret."
    ),
    advice=(
        "Put it into a Secret and name that in the values, or hand it over with --set-file from a"
        " safe place; revoke it if the file has been shared."
    ),
    url="https://kubernetes.io/docs/concepts/security/secrets-good-practices/",
    bad=(
        Example(
            "aws:\n  id: «AKIA" + "Z7Q2J5XWT3LKNV4P»\n",
            message="aws.id: here is an access key of AWS",
        ),
        Example(
            f"tls:\n  key: «»|\n    {_PEM}\n    {'MIIEowIBAAKCAQEA' * 4}\n", message="a private key"
        ),
        Example("env:\n  - name: T\n    value: «ghp_" + "0123456789abcdefghijABCDEFGHIJ012345»\n"),
    ),
    good=(
        Example("tls:\n  cert: |\n    -----BEGIN CERTIFICATE-----\n    MIIE\n"),
        Example(f"tls:\n  key: |\n    {_PEM}\n    ...\n"),
        Example("aws:\n  id: AKIAIOSFODNN7EXAMPLE\n  existingSecret: aws-keys\n"),
        Example("token: $TOKEN\nslack: https://hooks.slack.com/services/T0/B0/x\n"),
    ),
)
def check(source: ValuesSource) -> Iterator[Problem]:
    """Look at every text of the file; no secret is ever part of a message."""
    if not _HINT.search(source.text):
        return
    for path, node in source.nodes():
        if node.kind != "scalar" or len(node.value) < 16:
            continue
        for what, form in _ALL:
            if form.search(node.value):
                where = dotted((*source.prefix, *path))
                yield source.problem(path, f"{where}: here is {what}")
                break
