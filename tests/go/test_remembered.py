"""What is remembered between calls is bounded, and can be shared by threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from helmwright.go import fmt, regexp, time_layout, yaml_libyaml, yaml_read, yaml_v3, yaml_write

if TYPE_CHECKING:
    import pytest


def test_long_scalars_and_keys_are_not_kept() -> None:
    long = "x" * 900
    assert yaml_read.load(f"{long}k: {long}v\n") == {f"{long}k": f"{long}v"}
    assert yaml_v3.load_v3(f"{long}: {long}\n") == {long: long}

    kept = yaml_libyaml._remembered()  # noqa: SLF001 - the caches themselves
    assert all(len(text) <= 128 for cache in kept for text in cache)
    assert all(len(text) <= 128 for text in yaml_v3._scalars)  # noqa: SLF001 - as above


def test_long_formats_layouts_and_patterns_are_not_kept() -> None:
    long = "x" * 5000
    fmt.sprintf(long, [])
    time_layout.split_layout(long)
    regexp.compile(long).match("x")

    assert long not in fmt._parsed  # noqa: SLF001 - the caches themselves
    assert long not in time_layout._split  # noqa: SLF001 - as above
    assert regexp._compiled.cache_info().maxsize == 256  # noqa: SLF001 - as above


def test_full_caches_are_left_to_those_who_read_from_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_libyaml, "_CACHE_LIMIT", 3)
    monkeypatch.setattr(yaml_v3, "_CACHE_LIMIT", 3)
    text = "\n".join(f"k{number}: v{number}" for number in range(200))
    expected = {f"k{number}": f"v{number}" for number in range(200)}

    with ThreadPoolExecutor(6) as pool:
        read = list(pool.map(yaml_read.load, [text] * 60))
        read += list(pool.map(yaml_v3.load_v3, [text] * 60))

    assert all(value == expected for value in read)


def test_long_strings_of_other_threads_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_write, "TEXT_LIMIT", 1_000_000)
    value = {f"k{number}": "a b" * 8_000 for number in range(10)}  # 960,000 as they are counted

    def written(_: int) -> int:
        return len(yaml_write.marshal(value))

    with ThreadPoolExecutor(6) as pool:
        assert len(set(pool.map(written, range(36)))) == 1
