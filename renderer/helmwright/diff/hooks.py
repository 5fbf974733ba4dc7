"""What becomes of hooks: when they run, and whether an earlier one is in the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.diff.model import Effect, Impact
from helmwright.diff.reading import at, shown
from helmwright.manifest import HOOK, HOOK_DELETE_POLICY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.diff.model import DiffObject

_RECREATED = "before-hook-creation"
_SUCCEEDED = "hook-succeeded"
_UPGRADE = ("pre-upgrade", "post-upgrade")
_PATH = ("metadata", "annotations", HOOK_DELETE_POLICY)


def hook_impacts(
    before: DiffObject | None, after: DiffObject | None, helm: int
) -> Iterator[Impact]:
    """Yield that a hook runs, and that Helm 3 cannot make it again where nothing deletes it.

    helm: the major version that upgrades. Source: helm pkg/action/hooks.go (execHook): Helm 3 creates
    hooks, Helm 4 applies them.
    """
    if after is None:
        return
    events = [event.strip() for event in _annotation(after, HOOK).split(",")]
    again = "the hook" if before is None else "the changed hook"
    message = f"{again} runs at {', '.join(events)}"
    yield Impact(Effect.HOOK, message, ("metadata", "annotations", HOOK))
    if helm != 3 or not set(events) & set(_UPGRADE) or _RECREATED in _policies(after):
        return
    advice = f"add {_RECREATED} to {HOOK_DELETE_POLICY}"
    if before is not None and stays(before):
        text = f'with Helm 3, the hook is there already ("already exists"): {advice}'
        yield Impact(Effect.IMMUTABLE, text, _PATH)
    elif stays(after):
        text = f'with Helm 3, every later upgrade ends in "already exists": {advice}'
        yield Impact(Effect.MAY_FAIL, text, _PATH)


def stays(one: DiffObject) -> bool:
    """Tell whether a hook is still there after it has succeeded, when the next upgrade runs it again."""
    policies = _policies(one)
    return _RECREATED not in policies and _SUCCEEDED not in policies


def _policies(one: DiffObject) -> list[str]:
    return [policy.strip() for policy in _annotation(one, HOOK_DELETE_POLICY).split(",")]


def _annotation(one: DiffObject, name: str) -> str:
    default = _RECREATED if name == HOOK_DELETE_POLICY else ""
    return shown(at(one.data, "metadata", "annotations").get(name, default))
