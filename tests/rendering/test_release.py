"""Release names, with the texts of Helm 4.2.4."""

from __future__ import annotations

import pytest

from helmwright.base.errors import UsageError
from helmwright.rendering.release import Release, validate_release_name

PATTERN = r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$"


@pytest.mark.parametrize("name", ["a", "0", "a-b.c-d", "a--b", "a" * 53])
def test_name_is_allowed(name):
    validate_release_name(name)


@pytest.mark.parametrize(
    "name", ["Foo_", "-a", "a-", "a..b", ".a", "a.", "a.-b", "a\n", "é", "a" * 54]
)
def test_name_is_refused(name):
    with pytest.raises(UsageError) as caught:
        validate_release_name(name)
    quoted = name.replace("\n", "\\n")
    assert caught.value.message == (
        f'release name "{quoted}": invalid release name, must match '
        f"regex {PATTERN} and the length must not be longer than 53"
    )


def test_an_empty_name_is_refused():
    with pytest.raises(UsageError) as caught:
        validate_release_name("")
    assert caught.value.message == 'release name "": no name provided'


def test_templates_see_the_release():
    assert Release("r", "n", is_upgrade=True).template_value() == {
        "Name": "r",
        "Namespace": "n",
        "IsUpgrade": True,
        "IsInstall": False,
        "Revision": 1,
        "Service": "Helm",
    }
