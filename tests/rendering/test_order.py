from __future__ import annotations

from types import SimpleNamespace

from helmwright.rendering.order import INSTALL_ORDER, UNINSTALL_ORDER, sort_manifests


def _kinds(*kinds, uninstall=False):
    items = [SimpleNamespace(kind=kind, at=at) for at, kind in enumerate(kinds)]
    return [(item.kind, item.at) for item in sort_manifests(items, uninstall=uninstall)]


def test_known_kinds_come_in_install_order():
    assert _kinds("Ingress", "Deployment", "Namespace", "Service") == [
        ("Namespace", 2),
        ("Service", 3),
        ("Deployment", 1),
        ("Ingress", 0),
    ]


def test_known_kinds_go_in_uninstall_order():
    assert _kinds("Namespace", "Deployment", "Service", "Ingress", uninstall=True) == [
        ("Ingress", 3),
        ("Service", 2),
        ("Deployment", 1),
        ("Namespace", 0),
    ]


def test_unknown_kinds_come_last_by_name():
    assert _kinds("Zed", "", "Alpha", "Pod", "alpha", "Zed") == [
        ("Pod", 3),
        ("", 1),
        ("Alpha", 2),
        ("Zed", 0),
        ("Zed", 5),
        ("alpha", 4),
    ]


def test_equal_kinds_keep_their_order():
    assert _kinds("Pod", "Secret", "Pod", "Secret") == [
        ("Secret", 1),
        ("Secret", 3),
        ("Pod", 0),
        ("Pod", 2),
    ]


def test_both_orders_hold_the_same_kinds():
    assert sorted(INSTALL_ORDER) == sorted(UNINSTALL_ORDER)
