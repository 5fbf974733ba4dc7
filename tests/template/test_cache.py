"""Compiled templates on disk: what is reused, what is ignored, and where they may be."""

from __future__ import annotations

import os

import pytest

from helmwright.template.cache import Cache, digest, directory

FIRST, SECOND = digest(b"first"), digest(b"second")


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Return a private cache directory."""
    folder = tmp_path / "cache"
    monkeypatch.delenv("HELMWRIGHT_CACHE", raising=False)
    monkeypatch.setenv("HELMWRIGHT_CACHE_DIR", str(folder))
    return folder


def saved(payload, identity="1"):
    cache = Cache("set", identity)
    cache.put("a.yaml", FIRST, payload)
    cache.save({"a.yaml": None})


@pytest.mark.usefixtures("home")
def test_a_payload_comes_back_for_the_same_text_only():
    saved(("x", 1, b"code"))
    assert Cache("set", "1").get("a.yaml", FIRST) == ("x", 1, b"code")
    assert Cache("set", "1").get("a.yaml", SECOND) is None
    assert Cache("set", "1").get("b.yaml", FIRST) is None
    assert Cache("other set", "1").get("a.yaml", FIRST) is None


@pytest.mark.usefixtures("home")
def test_another_generator_does_not_see_it():
    saved("x")
    assert Cache("set", "2").get("a.yaml", FIRST) is None


@pytest.mark.usefixtures("home")
def test_only_what_was_used_is_kept():
    saved("x")
    cache = Cache("set", "1")
    cache.put("b.yaml", SECOND, "y")
    cache.save({"b.yaml": None})
    assert Cache("set", "1").get("a.yaml", FIRST) is None
    assert Cache("set", "1").get("b.yaml", SECOND) == "y"


@pytest.mark.parametrize(
    "damage",
    [lambda _: b"", lambda data: data[:-3], lambda data: b"x" + data, lambda _: b"\0" * 99],
)
def test_a_broken_file_counts_as_empty_and_is_replaced(home, damage):
    saved("x")
    (file,) = home.iterdir()
    file.write_bytes(damage(file.read_bytes()))
    assert Cache("set", "1").get("a.yaml", FIRST) is None
    saved("y")
    assert Cache("set", "1").get("a.yaml", FIRST) == "y"


def test_a_file_of_another_set_under_this_name_is_ignored(home):
    saved("x", "1")
    (foreign,) = home.iterdir()
    saved("y", "2")
    (own,) = set(home.iterdir()) - {foreign}
    own.write_bytes(foreign.read_bytes())
    assert Cache("set", "2").get("a.yaml", FIRST) is None


def test_the_directory_is_made_for_its_user_alone(home):
    assert directory() == str(home)
    assert home.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("mode", [0o755, 0o770, 0o701])
def test_a_directory_that_others_can_enter_is_not_used(home, mode):
    home.mkdir()
    home.chmod(mode)
    assert directory() is None
    saved("x")
    assert list(home.iterdir()) == []


def test_a_directory_of_another_user_is_not_used(home, monkeypatch):
    home.mkdir(mode=0o700)
    monkeypatch.setattr(os, "geteuid", lambda: home.stat().st_uid + 1)
    assert directory() is None


def test_a_path_that_is_no_directory_is_not_used(home):
    home.write_text("")
    assert directory() is None
    saved("x")


def test_the_cache_can_be_switched_off(home, monkeypatch):
    monkeypatch.setenv("HELMWRIGHT_CACHE", "off")
    assert directory() is None
    saved("x")
    assert not home.exists()


def test_the_user_s_cache_directory_is_the_default(tmp_path, monkeypatch):
    monkeypatch.delenv("HELMWRIGHT_CACHE", raising=False)
    monkeypatch.delenv("HELMWRIGHT_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert directory() == str(tmp_path / "helmwright")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert directory() == str(tmp_path / "home" / ".cache" / "helmwright")


def without_home(monkeypatch, home):
    for name in ("HELMWRIGHT_CACHE", "HELMWRIGHT_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    if home is None:
        monkeypatch.delenv("HOME", raising=False)
        monkeypatch.setattr("pwd.getpwuid", lambda uid: {}[uid])
    else:
        monkeypatch.setenv("HOME", home)


@pytest.mark.parametrize("home", [None, "", ".", "relative/home"])
def test_without_a_home_there_is_no_cache_at_all(tmp_path, monkeypatch, home):
    without_home(monkeypatch, home)
    monkeypatch.chdir(tmp_path)
    assert directory() is None
    saved("x")
    assert Cache("set", "1").get("a.yaml", FIRST) is None
    assert list(tmp_path.iterdir()) == []


def test_a_relative_cache_of_the_environment_is_not_taken(tmp_path, monkeypatch):
    without_home(monkeypatch, str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", "cache")
    assert directory() == str(tmp_path / "home" / ".cache" / "helmwright")


@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_a_file_that_others_can_write_is_not_used_and_is_replaced(home, mode):
    saved("x")
    (file,) = home.iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    file.chmod(mode)
    assert Cache("set", "1").get("a.yaml", FIRST) is None


def test_a_file_of_another_user_or_a_link_to_one_is_not_used(home, tmp_path, monkeypatch):
    saved("x")
    (file,) = home.iterdir()
    real = os.fstat

    def foreign(descriptor):
        status = list(real(descriptor))
        status[4] = os.geteuid() + 1
        return os.stat_result(status)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fstat", foreign)
        assert Cache("set", "1").get("a.yaml", FIRST) is None
    assert Cache("set", "1").get("a.yaml", FIRST) == "x"
    file.rename(tmp_path / "elsewhere")
    file.symlink_to(tmp_path / "elsewhere")
    assert Cache("set", "1").get("a.yaml", FIRST) is None


def test_a_pipe_in_the_cache_is_not_waited_for(home):
    saved("x")
    (file,) = home.iterdir()
    file.unlink()
    os.mkfifo(file)
    assert Cache("set", "1").get("a.yaml", FIRST) is None
