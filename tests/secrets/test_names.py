"""Which names are those of secrets: the table has what public charts use, and false friends."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from helmwright.secrets.names import holds_secrets, is_open_below, is_open_name, is_secret_name

TABLE = yaml.safe_load((Path(__file__).parent / "names.yaml").read_text())


@pytest.mark.parametrize(
    "name", [name for group in TABLE["secret"].values() for name in group.split()]
)
def test_a_name_of_a_secret_is_known(name: str) -> None:
    assert is_secret_name(name)


@pytest.mark.parametrize(
    "name", [name for group in TABLE["open"].values() for name in group.split()]
)
def test_a_false_friend_is_no_secret(name: str) -> None:
    assert not is_secret_name(name)


@pytest.mark.parametrize("prefix", ["db", "my-app", "web_", "ACME_", "redis.", "a/"])
@pytest.mark.parametrize("name", ["password", "jwtSecret", "API_KEY", "auth-token", "credentials"])
def test_what_stands_before_a_name_does_not_matter(prefix: str, name: str) -> None:
    joined = prefix + (name[0].upper() + name[1:] if prefix == "db" else name)

    assert is_secret_name(joined)


def test_what_stands_below_some_names_is_secret_unless_it_says_where_or_who() -> None:
    assert holds_secrets("passwords")
    assert holds_secrets("dbCredentials")
    assert not holds_secrets("existingCredentials")
    assert not holds_secrets("secretNames")
    assert is_open_below("username")
    assert is_open_below("secretName")
    assert not is_open_below("admin")
    assert is_open_name("db_host")


def test_a_name_of_a_megabyte_is_judged_by_its_end() -> None:
    assert is_secret_name("x" * 1_000_000 + "_password")
    assert not is_secret_name("password" * 125_000 + "_name")
