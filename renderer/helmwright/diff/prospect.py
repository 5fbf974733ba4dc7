"""What would become of a changed object in a cluster: what is stored then, or why it is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import HelmwrightError
from helmwright.diff.shapes import object_shape

if TYPE_CHECKING:
    from helmwright.diff.model import DiffObject
    from helmwright.diff.transitions.model import Refusal
    from helmwright.kube.custom_types import CustomTypes
    from helmwright.kube.updates.update import Update

_OTHER = {3: 4, 4: 3}


class Prospect(NamedTuple):
    """What would become of a changed object.

    update: before and after, as the server stores it; ``None`` if that is not known, since a side is not
    valid. refusals: why the server does not take it.
    """

    update: Update | None = None
    refusals: tuple[Refusal, ...] = ()

    @property
    def is_unchanged(self) -> bool:
        """Whether the server takes the change, and stores what it has stored before."""
        return self.update is not None and self.update.is_unchanged and not self.refusals


def prospect(
    before: DiffObject,
    after: DiffObject,
    helm: int,
    custom: CustomTypes,
    *,
    was_read: bool = False,
) -> Prospect:
    """Return what would become of an object of which both sides have one version.

    helm: the major version of the Helm that upgrades. was_read: whether the object before was read
    back from a cluster, so that it has the server's defaults.
    """
    if before.data.get("apiVersion") != after.data.get("apiVersion"):
        return Prospect()
    found = _prospect(before, after, helm, custom, was_read=was_read)
    if not found.refusals:
        return found
    other = _prospect(before, after, _OTHER[helm], custom, was_read=was_read)
    paths = {refusal.path for refusal in other.refusals}
    return found._replace(
        refusals=tuple(
            one if one.path in paths else one._replace(reason=f"with Helm {helm}, {one.reason}")
            for one in found.refusals
        )
    )


def _prospect(
    before: DiffObject,
    after: DiffObject,
    helm: int,
    custom: CustomTypes,
    *,
    was_read: bool,
) -> Prospect:
    from helmwright.diff.transitions.foretelling import refusals
    from helmwright.diff.transitions.model import Refusal, Subject
    from helmwright.kube.defaulting.defaults import with_defaults
    from helmwright.kube.updates.applied_before import applied_before
    from helmwright.kube.updates.server_apply import DuplicateError
    from helmwright.kube.updates.update import UnmergeableError, update

    try:
        last = applied_before(before.data, after.data, custom) if was_read else None
        found = update(before.data, after.data, helm, custom, last)
        alone = with_defaults(after.data, custom)
    except UnmergeableError as error:
        reason = f"the patch cannot be made: {error}"
        return Prospect(None, (Refusal((), reason, "correct the manifest"),))
    except (HelmwrightError, DuplicateError, RecursionError):
        return Prospect()
    shape = object_shape(after.data, custom)
    key = after.key
    name = f"{key.kind}.{key.group}" if key.group else key.kind
    subject = Subject(found, shape, after.data, alone, helm)
    return Prospect(found, tuple(dict.fromkeys(refusals(name, subject))))
