"""What becomes of hooks: when they run, and whether an earlier one is in the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.diff.model import Effect, Impact
from helmwright.diff.reading import at, shown
from helmwright.rendering.manifest import HOOK, HOOK_DELETE_POLICY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.diff.model import DiffObject

_RECREATED = "before-hook-creation"
_SUCCEEDED = "hook-succeeded"
_UPGRADE = ("pre-upgrade", "post-upgrade")
_WEIGHT = "helm.sh/hook-weight"
_NEVER_DELETED = "CustomResourceDefinition"
_PATH = ("metadata", "annotations", HOOK_DELETE_POLICY)
ADVICE = f"add {_RECREATED} to {HOOK_DELETE_POLICY}"
"""What makes Helm delete the hook of an earlier upgrade before it makes a new one."""


def hook_impacts(
    before: DiffObject | None, after: DiffObject | None, helm: int
) -> Iterator[Impact]:
    """Yield that a hook runs, and that Helm 3 cannot make it again where nothing deletes it.

    helm: the major version that upgrades. Source: helm pkg/action/hooks.go (execHook): Helm 3 creates
    hooks, Helm 4 applies them.
    """
    if after is None:
        if before is not None and _SUCCEEDED not in _policies(before):
            text = "what the hook has made stays in the cluster: Helm deletes no hook that is gone"
            yield Impact(Effect.NONE, text)
        return
    again = "the hook" if before is None else "the changed hook"
    message = f"{again} runs at {', '.join(_events(after))}"
    yield Impact(Effect.HOOK, message, ("metadata", "annotations", HOOK))
    yield from _weight(before, after)
    if helm != 3:
        return
    if before is not None and is_in_the_way(before, after):
        yield Impact(Effect.IMMUTABLE, _exists(after), _PATH)
    elif before is None and _runs_at_upgrade(after) and _stays(after):
        text = f'with Helm 3, every later upgrade ends in "already exists"{_advice(after)}'
        yield Impact(Effect.MAY_FAIL, text, _PATH)


def is_in_the_way(before: DiffObject, after: DiffObject) -> bool:
    """Tell whether the hook of an earlier run is still there when the upgrade comes to the new one.

    The old policies tell whether it went once it had succeeded, the new ones whether Helm deletes it
    first. Helm never deletes a CustomResourceDefinition.
    """
    if not _runs_at_upgrade(after):
        return False
    if after.key.kind == _NEVER_DELETED:
        return True
    return _SUCCEEDED not in _policies(before) and _RECREATED not in _policies(after)


def runs_at(one: DiffObject, events: tuple[str, ...]) -> bool:
    """Tell whether a hook runs at one of some events."""
    return bool(set(_events(one)) & set(events))


def deletes_first(one: DiffObject) -> bool:
    """Tell whether Helm deletes what has a hook's name before the hook runs."""
    return _RECREATED in _policies(one) and one.key.kind != _NEVER_DELETED


def unchanged_hook_note(before: DiffObject, after: DiffObject, helm: int) -> tuple[str, ...]:
    """Return a note on a hook that is the same on both sides, and that Helm 3 cannot make again."""
    if helm != 3 or not after.key.is_hook or not is_in_the_way(before, after):
        return ()
    return (f"the upgrade fails: {after.key}: {_exists(after)}",)


def _exists(one: DiffObject) -> str:
    return f'with Helm 3, the hook is there already ("already exists"){_advice(one)}'


def _advice(one: DiffObject) -> str:
    return "" if one.key.kind == _NEVER_DELETED else f": {ADVICE}"


def _weight(before: DiffObject | None, after: DiffObject) -> Iterator[Impact]:
    if before is None:
        return
    old, new = (_annotation(one, _WEIGHT) or "0" for one in (before, after))
    if old != new:
        path = ("metadata", "annotations", _WEIGHT)
        yield Impact(Effect.HOOK, f"its place among the hooks changes: weight {old} → {new}", path)


def _stays(one: DiffObject) -> bool:
    """Tell whether a hook is there after it has succeeded, and in the way of the next upgrade."""
    if one.key.kind == _NEVER_DELETED:
        return True
    policies = _policies(one)
    return _RECREATED not in policies and _SUCCEEDED not in policies


def _runs_at_upgrade(one: DiffObject) -> bool:
    return runs_at(one, _UPGRADE)


def _events(one: DiffObject) -> list[str]:
    return [event.strip() for event in _annotation(one, HOOK).split(",")]


def _policies(one: DiffObject) -> list[str]:
    found = [policy.strip() for policy in _annotation(one, HOOK_DELETE_POLICY).split(",")]
    return [policy for policy in found if policy] or [_RECREATED]


def _annotation(one: DiffObject, name: str) -> str:
    found = at(one.data, "metadata", "annotations").get(name)
    return "" if found is None else shown(found)
