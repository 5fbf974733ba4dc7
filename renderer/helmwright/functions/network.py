"""DNS: sprig's network.go, behind Helm's switch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.go.function import Family

if TYPE_CHECKING:
    from helmwright.go.world import World

NETWORK = Family()


@NETWORK.function("getHostByName")
def get_host_by_name(world: World, name: str) -> str:
    """Return an address of the host ``name``, or nothing where DNS is not to be asked."""
    return world.resolve_host(name)
