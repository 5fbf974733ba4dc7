"""Whether an object may have its name, in the words of the Kubernetes code.

Source: helm pkg/chart/v2/lint/rules/template.go (validateMetadataName), k8s.io/apimachinery
pkg/api/validation/generic.go, pkg/util/validation/validation.go, pkg/util/validation/field
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from helmwright.go.strconv import quote

if TYPE_CHECKING:
    from collections.abc import Callable

_LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?"
_SUBDOMAIN = rf"{_LABEL}(\.{_LABEL})*"
_LABEL_1035 = "[a-z]([-a-z0-9]*[a-z0-9])?"
_ROLES = frozenset({"role", "clusterrole", "rolebinding", "clusterrolebinding"})


def name_problem(kind: str, name: str) -> str:
    """Return what ``helm lint`` says about the name of an object; blank if it is all right."""
    reasons = list(dict.fromkeys(_rule_of(kind.lower())(name)))
    if not reasons:
        return ""
    places = [f"metadata.name: Invalid value: {quote(name)}: {reason}" for reason in reasons]
    listed = places[0] if len(places) == 1 else f"[{', '.join(places)}]"
    return (
        f"object name does not conform to Kubernetes naming requirements: {quote(name)}: {listed}"
    )


def _rule_of(kind: str) -> Callable[[str], list[str]]:
    if kind == "service":
        return _dns_1035_label
    if kind == "namespace":
        return _dns_1123_label
    if kind == "certificatesigningrequest":
        return lambda _: []
    return _path_segment if kind in _ROLES else _dns_1123_subdomain


def _too_long(name: str, most: int) -> list[str]:
    size = len(name.encode("utf-8", "surrogateescape"))
    return [f"must be no more than {most} characters"] if size > most else []


def _refusal(message: str, pattern: str, *examples: str) -> str:
    shown = " or ".join(f"'{example}', " for example in examples)
    return f"{message} (e.g. {shown}regex used for validation is '{pattern}')"


def _dns_1123_subdomain(name: str) -> list[str]:
    reasons = _too_long(name, 253)
    if not re.fullmatch(_SUBDOMAIN, name):
        text = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, "
        text += "'-' or '.', and must start and end with an alphanumeric character"
        reasons.append(_refusal(text, _SUBDOMAIN, "example.com"))
    return reasons


def _dns_1123_label(name: str) -> list[str]:
    reasons = _too_long(name, 63)
    if not re.fullmatch(_LABEL, name):
        if re.fullmatch(_SUBDOMAIN, name):
            return [*reasons, "must not contain dots"]
        text = (
            "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', "
        )
        text += "and must start and end with an alphanumeric character"
        reasons.append(_refusal(text, _LABEL, "my-name", "123-abc"))
    return reasons


def _dns_1035_label(name: str) -> list[str]:
    reasons = _too_long(name, 63)
    if not re.fullmatch(_LABEL_1035, name):
        text = "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with "
        text += "an alphabetic character, and end with an alphanumeric character"
        reasons.append(_refusal(text, _LABEL_1035, "my-name", "abc-123"))
    return reasons


def _path_segment(name: str) -> list[str]:
    if name in {".", ".."}:
        return [f"may not be '{name}'"]
    return [f"may not contain '{part}'" for part in ("/", "%") if part in name]
