from __future__ import annotations

import pytest

from helmwright.base.errors import FunctionError
from helmwright.functions.semver import SEMVER


def test_version_is_a_new_pointer_every_time():
    first = SEMVER["semver"].call("v1.2")
    assert str(first) == "1.2.0"
    assert SEMVER["semver"].call("v1.2") is not first


def test_comparison_takes_the_constraint_first():
    assert SEMVER["semverCompare"].call(">=1.19-0", "1.20.1-gke.1") is True
    assert SEMVER["semverCompare"].call("^1.2 || 3.x", "2.0.0") is False


@pytest.mark.parametrize(
    ("constraint", "version", "message"),
    [
        ("bad", "x", 'improper constraint: "bad"'),
        ("", "1", 'improper constraint: ""'),
        (">1", "x", "invalid semantic version"),
    ],
)
def test_error_of_the_constraint_comes_first(constraint, version, message):
    with pytest.raises(FunctionError) as caught:
        SEMVER["semverCompare"].call(constraint, version)
    assert caught.value.message == message
