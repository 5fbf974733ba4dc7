"""What of an object that was read back somebody has applied: all but the defaults of the server.

A server says with an object what it has filled in only in ``metadata.managedFields``, which nobody
prints. Of what a manifest does not say, that counts as filled in which the server would fill in again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.kube.defaulting.defaults import with_defaults

if TYPE_CHECKING:
    from helmwright.kube.custom_types import CustomTypes


def applied_before(
    read: dict[str, Any], now: dict[str, Any], custom: CustomTypes
) -> dict[str, Any]:
    """Return an object that was read back without the defaults that a manifest leaves out.

    now: the manifest. Raises ``PatchTypeError`` for what the server could not decode.
    """
    again = with_defaults(_within(read, now), custom)
    without: dict[str, Any] = _without(read, now, again)
    return without


def _within(read: Any, now: Any) -> Any:
    """Return a value with those members only that a manifest names, too."""
    if type(read) is dict and type(now) is dict:
        return {key: _within(value, now[key]) for key, value in read.items() if key in now}
    if type(read) is list and type(now) is list and len(read) == len(now):
        return [_within(item, other) for item, other in zip(read, now, strict=True)]
    return read


def _without(read: Any, now: Any, again: Any) -> Any:
    """Return a value without the members that a manifest does not name and that come ``again``."""
    if type(read) is dict and type(now) is dict:
        filled = again if type(again) is dict else {}
        return {
            key: _without(value, now[key], filled.get(key)) if key in now else value
            for key, value in read.items()
            if key in now or key not in filled or filled[key] != value
        }
    if type(read) is list and type(now) is list and len(read) == len(now):
        items = again if type(again) is list and len(again) == len(read) else [None] * len(read)
        return [_without(*three) for three in zip(read, now, items, strict=True)]
    return read
