"""What somebody may have meant who wrote another name."""

from __future__ import annotations

import pytest

from helmwright.lint.nearest import distance, misspelt, nearest


@pytest.mark.parametrize(
    ("name", "known", "expected"),
    [
        ("targetport", ["port", "targetPort"], "targetPort"),
        ("max_slots", ["maxSlots", "slots"], "maxSlots"),
        ("repositry", ["tag", "repository"], "repository"),
        ("tga", ["tag", "name"], "tag"),
        ("minAvailable", ["maxUnavailable"], ""),
        ("ab", ["ac"], ""),
    ],
)
def test_nearest_name(name: str, known: list[str], expected: str) -> None:
    assert nearest(name, known) == expected


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("", "ab", 2),
        ("abc", "abc", 0),
        ("abc", "acb", 1),
        ("abc", "abd", 1),
        ("config", "confg", 1),
    ],
)
def test_distance_counts_slips(first: str, second: str, expected: int) -> None:
    assert distance(first, second) == expected


@pytest.mark.parametrize(
    ("name", "known", "expected"),
    [
        ("repositry", ["tag", "repository"], "repository"),
        ("ImagePullPolicy", ["imagePullPolicy"], "imagePullPolicy"),
        ("pull_policy", ["pullPolicy"], "pullPolicy"),
        ("limit", ["limits", "requests"], "limits"),
        ("prot", ["port"], "port"),
        ("poort", ["port"], "port"),
        ("tga", ["tag"], "tag"),
        ("topologySpreadCosntraitns", ["topologySpreadConstraints"], "topologySpreadConstraints"),
        ("nodeSelectro", ["nodeSelector", "selector"], "nodeSelector"),
        ("fullnameOveride", ["fullnameOverride", "nameOverride"], "fullnameOverride"),
    ],
)
def test_slip_of_the_fingers_is_known(name: str, known: list[str], expected: str) -> None:
    assert misspelt(name, known) == expected


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("https", "http"),
        ("gpu", "cpu"),
        ("web2", "web"),
        ("node1", "node2"),
        ("udp", "tcp"),
        ("internalPort", "externalPort"),
        ("minReplicas", "maxReplicas"),
        ("post", "port"),
        ("sport", "port"),
        ("id", "ip"),
        ("port", "port"),
        ("startupProbe", "readinessProbe"),
        ("readinessGates", "readinessProbe"),
    ],
)
def test_name_of_its_own_is_no_slip(name: str, known: str) -> None:
    assert misspelt(name, [known]) == ""
