from __future__ import annotations

import pytest

from helmwright.base.errors import FunctionError
from helmwright.functions.urls import URLS


def test_url_becomes_a_dict():
    assert URLS["urlParse"].call("http://u:p@h:80/a%20b?q=1#f") == {
        "scheme": "http",
        "host": "h:80",
        "hostname": "h",
        "path": "/a b",
        "query": "q=1",
        "opaque": "",
        "fragment": "f",
        "userinfo": "u:p",
    }


def test_dict_becomes_a_url():
    parts = {
        "scheme": "http", "host": "h", "path": "/a b", "query": "q", "fragment": "f g",
        "userinfo": "u:p%20w",
    }  # fmt: skip
    assert URLS["urlJoin"].call(parts) == "http://u:p%20w@h/a%20b?q#f%20g"
    assert URLS["urlJoin"].call({}) == ""
    assert URLS["urlJoin"].call(None) == ""


def test_broken_url_is_a_panic():
    with pytest.raises(FunctionError) as caught:
        URLS["urlParse"].call("http://[::1")
    assert caught.value.message == "unable to parse url: parse \"http://[::1\": missing ']' in host"


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"host": 3}, "unable to parse host key, must be of type string, but int found"),
        ({"path": None}, "runtime error: invalid memory address or nil pointer dereference"),
        (
            {"userinfo": "a b"},
            'unable to parse userinfo in dict: parse "proto://a b@host": net/url: invalid userinfo',
        ),
    ],
)
def test_broken_part_is_a_panic(parts, message):
    with pytest.raises(FunctionError) as caught:
        URLS["urlJoin"].call(parts)
    assert caught.value.message == message
