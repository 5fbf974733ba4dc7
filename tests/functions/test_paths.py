from __future__ import annotations

import pytest

from helmwright.functions.paths import PATHS


@pytest.mark.parametrize("prefix", ["", "os"])
def test_paths_are_taken_apart_under_both_names(prefix):
    def call(name, path):
        return PATHS[f"os{name[0].upper()}{name[1:]}" if prefix else name].call(path)

    assert call("base", "/a/b.c") == "b.c"
    assert call("base", "") == "."
    assert call("dir", "/a/b.c") == "/a"
    assert call("dir", "a") == "."
    assert call("ext", "/a.d/b.c") == ".c"
    assert call("clean", "a/../b//c") == "b/c"
    assert call("isAbs", "/a") is True
    assert call("isAbs", "a") is False
