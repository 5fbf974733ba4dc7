"""A network at the load balancer is no CIDR."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.values.editing import Put

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_KEY = "loadBalancerSourceRanges"


@rule(
    "source-range-no-network",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("T5",),
    summary="An item of loadBalancerSourceRanges is no network",
    why="Kubernetes refuses the Service: an address alone is no network either.",
    advice="Write networks as 10.0.0.0/8, and single addresses as 192.0.2.7/32.",
    url="https://kubernetes.io/docs/reference/kubernetes-api/service-resources/service-v1/#ServiceSpec",
    fixable=True,
    bad=(
        example(
            "loadBalancerSourceRanges:\n  - 10.0.0.0/8\n  - «192.0.2.7»\n",
            message='loadBalancerSourceRanges[1]: "192.0.2.7" is no network',
        ),
        example("loadBalancerSourceRanges:\n  - «10.0.0.0/33»\n"),
        example("loadBalancerSourceRanges: «10.0.0.0/8,office»\n"),
    ),
    good=(
        example("loadBalancerSourceRanges:\n  - 10.0.0.0/8\n  - 2001:db8::/32\n  - 10.1.2.3/8\n"),
        example("loadBalancerSourceRanges: 10.0.0.0/8, 10.1.0.0/16\n"),
        example("loadBalancerSourceRanges:\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Read every network; a text with commas is a list, too, for our chart."""
    if settings.upstream and not settings.release.at_least(0, 31, 0):
        return  # that chart does not read it
    ranges = settings.get(_KEY)
    if isinstance(ranges, str) and not settings.upstream:
        for text in filter(None, "".join(ranges.split()).split(",")):
            if not _is_network(text):
                yield settings.problem((_KEY,), f'{_KEY}: "{text}" is no network')
    for index, item in enumerate(settings.items(_KEY)):
        if isinstance(item, str) and not _is_network(item.strip()):
            path: Path = (_KEY, index)
            message = f"{settings.name(path)}: {settings.show(*path)} is no network"
            better = _as_network(item.strip())
            yield settings.problem(
                path,
                message,
                fix=f"write {better}" if better else "",
                edits=(Put(path, better),) if better else (),
            )


def _is_network(text: str) -> bool:
    from ipaddress import ip_network

    try:
        ip_network(text, strict=False)
    except ValueError:
        return False
    return "/" in text and text.rpartition("/")[2].isdecimal()


def _as_network(text: str) -> str:
    """Return the network of one address; blank for what is no address."""
    from ipaddress import ip_address

    try:
        address = ip_address(text)
    except ValueError:
        return ""
    return f"{text}/{address.max_prefixlen}"
