"""What a CustomResourceDefinition may become.

Source: staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go
(ValidateCustomResourceDefinitionUpdate, ValidateCustomResourceDefinitionStoredVersions).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.diff.reading import maps_at, shown
from helmwright.diff.transitions.model import Refusal, Subject

if TYPE_CHECKING:
    from collections.abc import Iterator


def refusals(subject: Subject) -> Iterator[Refusal]:
    """Yield what is refused of versions that a definition no longer has."""
    left = {shown(one.get("name")) for one in maps_at(subject.update.new, "spec", "versions")}
    for version in maps_at(subject.update.old, "spec", "versions"):
        name = shown(version.get("name"))
        if name in left:
            continue
        path = ("spec", "versions", f"[name={name}]")
        if version.get("storage") is True:
            reason = f"version {name} has been stored (status.storedVersions), and is removed"
            advice = (
                "keep it with served: false until every object is stored in another version and "
                f"{name} is taken out of status.storedVersions"
            )
            yield Refusal(path, reason, advice)
        else:
            reason = f"version {name} is removed"
            advice = (
                "the upgrade fails if it has ever been the storage version (status.storedVersions)"
            )
            yield Refusal(path, reason, advice, certain=False)
