"""A password or key is in a values file as plain text, whatever chart the file is for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.paths import dotted
from helmwright.base.patterns import lazy_pattern
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.references import is_plain, is_reference

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.lint.finding import Problem
    from helmwright.lint.settings import Settings

_BLANK = lazy_pattern(
    r"(?i)(?:.*(?:change|replace|fill|insert|update)[-_ ]?(?:me|it|this|in|here)?[-_ !.]*"
    r"|(?:your|my|the|some|an?)[-_ ].*|.*(?:example|dummy|placeholder|redacted|todo|fixme|sample)"
    r".*|[x.?#*-]+|none|null|nil|unset|empty|secret|password|passwd|pass|token|test|mock|foo|bar|baz)"
)
"""What people write where somebody else is to fill in a password."""
_LETTERS = 3
"""Of how many letters a secret has to be made."""
_NAMING = lazy_pattern(r"(?i)(?:existing|external|custom).*secret.*|secret(?:name|ref)")
"""Keys of charts that name a Secret."""
_CHART = """\
-- templates/a.yaml --
apiVersion: v1
kind: Secret
metadata:
  name: a
stringData:
  password: {{ .Values.auth.password | quote }}
-- values.yaml --
auth:
  password: ""
  existingSecret: ""
"""


@rule(
    "plain-password",
    reads=Reads.VALUES,
    severity=Severity.WARNING,
    general=True,
    summary="A values file has a password, a token or a key as plain text",
    why="Values files are put into version control, and Helm keeps them with every revision of the "
    "release; whoever reads one of these has the secret.",
    advice="Name a Secret of the cluster if the chart has a key for that, hand the value over with "
    "--set-file from where secrets are kept, or encrypt the file (SOPS).",
    url="https://kubernetes.io/docs/concepts/security/secrets-good-practices/",
    bad=(
        Example(
            f"{_CHART}-- my.yaml --\nauth:\n  password: «Ahr3oNgei»\n",
            message="auth.password is a secret in plain text",
        ),
        Example(f"{_CHART}-- my.yaml --\nusers:\n  - name: a\n    apiKey: «4f6b8a0c2e»\n"),
        Example(f"{_CHART}-- my.yaml --\nauth:\n  adminPassword: «12345678»\n"),
    ),
    good=(
        Example(f"{_CHART}-- my.yaml --\nauth:\n  existingSecret: web-password\n"),
        Example(f"{_CHART}-- my.yaml --\nauth: {{password: changeme, token: '0000000000'}}\n"),
        Example(
            f"{_CHART}-- my.yaml --\nauth: {{password: '{{{{ .Values.global.password }}}}'}}\n"
        ),
        Example(f"{_CHART}-- my.yaml --\nauth: {{password: '${{PASSWORD}}', token: ''}}\n"),
        Example(f"{_CHART}-- my.yaml --\nauth: {{password: vault:kv/web#password}}\n"),
        Example(f"{_CHART}-- my.yaml --\nauth: {{passwordKey: password, tokenTTL: 3600}}\n"),
        Example(f"{_CHART}-- my.yaml --\na: 1\n", overrides=(("set", "auth.password=Ahr3oNgei"),)),
    ),
)
def check(settings: Settings) -> Iterator[Problem]:
    """Look at what files set by the names of keys; flags are how a secret is handed in."""
    from helmwright.lint.catalogue import is_replaced
    from helmwright.secrets.places import secret_leaves

    if is_replaced("plain-password", settings.chart):
        return  # a rule of the chart's pack knows where each secret belongs
    seen: set[Path] = set()
    for layer in reversed(settings.layered.layers):
        if layer.kind != "file":
            continue
        for path, value in secret_leaves(layer.values, lambda path: settings.is_marked(*path)):
            if path in seen or _is_harmless(value) or not _is_own(settings, path, value):
                continue
            seen.add(path)
            name = dotted(path)
            yield settings.problem(
                path, f"{name} is a secret in plain text", fix=_fix(settings, path)
            )


def _is_harmless(value: Any) -> bool:
    from helmwright.secrets.forms import is_harmless

    if not is_plain(value):
        return True
    text = str(value).strip()
    repeats = len(set(text)) < _LETTERS  # 00000000
    return repeats or bool(_BLANK.fullmatch(text)) or is_reference(text) or is_harmless(text)


def _is_own(settings: Settings, path: Path, value: Any) -> bool:
    """Tell whether the value is the user's, and the one that counts."""
    defaults = [layer for layer in settings.layered.layers if layer.kind == "defaults"]
    if any(_value(layer, path) == value for layer in defaults):
        return False
    return bool(settings.get(*path) == value)


def _value(layer: Any, path: Path) -> Any:
    try:
        return layer.value(path)
    except KeyError:
        return None


def _fix(settings: Settings, path: Path) -> str:
    """Return where the chart takes the name of a Secret instead; blank if it has no key for that."""
    for size in range(len(path) - 1, max(len(path) - 3, -1), -1):
        beside = settings.section(*path[:size]) if size else settings.values
        for key in beside:
            if _NAMING.fullmatch(key):
                return f"name a Secret in {dotted((*path[:size], key))}, and remove {dotted(path)}"
    return ""
