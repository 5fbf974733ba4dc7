"""Hooks that would delete what is not Helm's: before a hook runs, Helm deletes whatever has its name.

No dry run shows it, and no ownership is asked about. Source: helm pkg/action/hooks.go (deleteHookByPolicy)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import ClusterError, RefusalError
from helmwright.cluster.managed_fields import owned_fields
from helmwright.diff.hooks import deletes_first, runs_at
from helmwright.diff.model import Effect, Impact
from helmwright.diff.reading import at
from helmwright.rendering.manifest import HOOK

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from helmwright.cluster.reader import Reader
    from helmwright.diff.model import DiffObject

UPGRADE = ("pre-upgrade", "post-upgrade")
ROLLBACK = ("pre-rollback", "post-rollback")


def victims(
    reader: Reader, hooks: Sequence[DiffObject], namespace: str, events: tuple[str, ...] = UPGRADE
) -> Iterator[tuple[DiffObject, Impact]]:
    """Yield the hooks that delete an object which no Helm has made as a hook, with what is said of it."""
    for hook in hooks:
        if not runs_at(hook, events) or not deletes_first(hook):
            continue
        resource = reader.discovery().find(str(hook.data.get("apiVersion")), hook.key.kind)
        if resource is None or not hook.key.name:
            continue
        place = hook.key.namespace or namespace if resource.namespaced else ""
        try:
            live = reader.get(resource, place, hook.key.name)
        except RefusalError as error:
            if not error.is_not_found:
                said = f"whether its name is taken is not known: {error.message}"
                yield hook, Impact(Effect.MAY_FAIL, said)
            continue
        except ClusterError as error:
            yield hook, Impact(Effect.MAY_FAIL, error.message)
            continue
        if not _is_helms(live):
            yield (
                hook,
                Impact(
                    Effect.DATA_AT_RISK, f"before the hook runs, Helm deletes {_described(live)}"
                ),
            )


def _is_helms(live: dict[str, Any]) -> bool:
    if HOOK in at(live, "metadata", "annotations"):
        return True
    return any(one.manager.name == "helm" for one in owned_fields(live))


def _described(live: dict[str, Any]) -> str:
    makers = [one.manager for one in owned_fields(live)]
    said = f"the {live.get('kind')} of that name, which is not Helm's"
    made = at(live, "metadata").get("creationTimestamp")
    by = f" by {makers[0].name}" if makers and makers[0].name else ""
    return f"{said}: made{by}, {made}" if made else said
