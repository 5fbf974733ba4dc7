from __future__ import annotations

from helmwright.functions.network import NETWORK


class Hosts:
    def resolve_host(self, name):
        return {"a": "10.0.0.1"}.get(name, "")


def test_world_is_asked_for_the_address():
    function = NETWORK["getHostByName"]
    assert function.context == "world"
    assert function.parameters == ("string",)
    assert function.call(Hosts(), "a") == "10.0.0.1"
    assert function.call(Hosts(), "b") == ""
