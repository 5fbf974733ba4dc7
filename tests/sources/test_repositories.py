from __future__ import annotations

import fcntl
from hashlib import sha256
from pathlib import Path

import pytest

from helmwright.base.errors import HelmwrightError, SourceError
from helmwright.sources.content_cache import ContentCache, plain_digest
from helmwright.sources.repositories import (
    Repository,
    RepositoryFile,
    lock_path,
    locked,
    parse_repositories,
    read_repositories,
)
from helmwright.sources.settings import HelmSettings, cache_home, config_home, data_home

TEXT = """\
apiVersion: ""
generated: "0001-01-01T00:00:00Z"
repositories:
- caFile: ""
  certFile: ""
  insecure_skip_tls_verify: false
  keyFile: ""
  name: lab
  pass_credentials_all: false
  password: ""
  url: http://127.0.0.1:8801
  username: ""
"""


def test_the_file_is_that_of_helm(tmp_path):
    file = RepositoryFile(str(tmp_path / "new" / "repositories.yaml"))
    file.put(Repository("lab", "http://127.0.0.1:8801"))
    file.write()

    path = tmp_path / "new" / "repositories.yaml"
    assert path.read_text() == TEXT
    assert path.stat().st_mode & 0o777 == 0o600
    assert parse_repositories(TEXT.encode(), "x").text() == TEXT


def test_what_the_file_says_besides_is_kept_or_dropped_as_helm_does():
    old = (
        "apiVersion: v1\ngenerated: 2020-01-02T03:04:05.120+01:00\nother: 1\n"
        "repositories:\n- name: a\n  url: u\n  foo: 2\n"
    )

    lines = parse_repositories(old.encode(), "x").text().splitlines()

    assert lines[:3] == [
        "apiVersion: v1",
        'generated: "2020-01-02T03:04:05.12+01:00"',
        "repositories:",
    ]
    assert len(lines) == 12


def test_the_first_of_a_name_counts_and_all_are_removed():
    file = RepositoryFile("x")
    file.repositories = [Repository("a", "1"), Repository("b", "2"), Repository("a", "3")]

    assert file.get("a") == Repository("a", "1")
    file.put(Repository("a", "4"))
    assert [one.url for one in file.repositories] == ["4", "2", "3"]
    assert file.remove("a")
    assert not file.remove("a")
    assert [one.url for one in file.repositories] == ["2"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "repositories: 3",
            (
                "json: cannot unmarshal number into Go struct field File.repositories "
                "of type []*repo.Entry"
            ),
        ),
        ("generated: 3", "Time.UnmarshalJSON: input is not a JSON string"),
    ],
)
def test_what_is_no_list_of_repositories_is_refused(text, message):
    with pytest.raises(SourceError) as caught:
        parse_repositories(text.encode(), "x")

    assert caught.value.message == f"error unmarshaling JSON: while decoding JSON: {message}"


def test_no_file_is_an_empty_one_and_a_folder_none(tmp_path):
    assert read_repositories(str(tmp_path / "none")).repositories == []
    with pytest.raises(SourceError) as caught:
        read_repositories(str(tmp_path))
    assert caught.value.message.startswith(f"couldn't load repositories file ({tmp_path}): ")


def test_a_password_is_not_shown():
    assert "secret" not in repr(Repository("a", "u", "me", "secret"))


@pytest.mark.parametrize(
    ("path", "lock"),
    [
        ("/c/repositories.yaml", "/c/repositories.lock"),
        ("/c/repos", "/c/repos.lock"),
        ("/c.d/repos", "/c.d/repos.lock"),
    ],
)
def test_the_lock_is_beside_the_file(path, lock):
    assert lock_path(path) == lock


def test_a_lock_that_another_holds_is_waited_for_and_then_given_up(tmp_path):
    path = str(tmp_path / "repositories.yaml")
    with locked(path):
        pass
    assert Path(lock_path(path)).stat().st_mode & 0o777 == 0o600
    with Path(lock_path(path)).open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(SourceError, match="context deadline exceeded"), locked(path, 0.2):
            pass
    with locked(path, 0.2):
        pass


@pytest.mark.parametrize(
    ("environment", "platform", "homes"),
    [
        ({"HOME": "/h"}, "linux", ("/h/.cache/helm", "/h/.config/helm", "/h/.local/share/helm")),
        (
            {"HOME": "/h"},
            "darwin",
            ("/h/Library/Caches/helm", "/h/Library/Preferences/helm", "/h/Library/helm"),
        ),
        (
            {"HOME": "/h", "XDG_CACHE_HOME": "/x", "XDG_CONFIG_HOME": "", "HELM_DATA_HOME": "/d"},
            "linux",
            ("/x/helm", "/h/.config/helm", "/d"),
        ),
        ({}, "linux", (".cache/helm", ".config/helm", ".local/share/helm")),
    ],
)
def test_homes_are_where_helm_has_them(environment, platform, homes):
    assert (
        cache_home(environment, platform),
        config_home(environment, platform),
        data_home(environment, platform),
    ) == homes


def test_each_place_has_a_variable_of_its_own():
    found = HelmSettings.from_environment(
        {"HOME": "/h", "HELM_REPOSITORY_CACHE": "/r", "HELM_CONTENT_CACHE": ""}, platform="linux"
    )

    assert found == HelmSettings(
        "/h/.config/helm/repositories.yaml",
        "/r",
        "/h/.cache/helm/content",
        "/h/.config/helm/registry/config.json",
    )
    assert found.index_path("lab") == "/r/lab-index.yaml"
    assert found.charts_path("lab") == "/r/lab-charts.txt"


@pytest.mark.parametrize(
    ("value", "offline"), [("1", True), ("true", True), ("", False), ("0", False)]
)
def test_the_environment_forbids_the_network(value, offline):
    assert HelmSettings.from_environment({"HELMWRIGHT_OFFLINE": value}).offline is offline


def test_the_cache_has_helms_layout(tmp_path):
    cache = ContentCache(str(tmp_path / "content"))
    digest = sha256(b"data").hexdigest()

    path = cache.put(b"data")

    assert path == str(tmp_path / "content" / digest[:2] / f"{digest}.chart")
    assert cache.get(digest) == path
    assert Path(path).stat().st_mode & 0o777 == 0o644


def test_what_is_not_what_its_name_says_is_not_used(tmp_path):
    cache = ContentCache(str(tmp_path))
    digest = sha256(b"data").hexdigest()
    cache.put(b"data")

    for content in (b"", b"poison"):
        with Path(cache.path(digest)).open("wb") as file:
            file.write(content)
        assert cache.get(digest) is None
    cache.put(b"data")
    assert cache.get(digest)


def test_nothing_is_written_through_a_link_in_the_cache(tmp_path):
    (tmp_path / "content").mkdir()
    digest = sha256(b"data").hexdigest()
    (tmp_path / "content" / digest[:2]).symlink_to(tmp_path)

    with pytest.raises(HelmwrightError, match="is a link"):
        ContentCache(str(tmp_path / "content")).put(b"data")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("zz", "unable to decode digest: encoding/hex: invalid byte: U+007A 'z'"),
        ("abc", "unable to decode digest: encoding/hex: odd length hex string"),
        ("abcd", "invalid digest length: 2"),
    ],
)
def test_a_digest_that_is_none_is_refused(text, message):
    with pytest.raises(SourceError) as caught:
        plain_digest(text)

    assert caught.value.message == message


def test_a_digest_may_have_its_name_before_it():
    assert plain_digest("sha256:" + "AB" * 32) == "ab" * 32
    assert plain_digest("") == ""
