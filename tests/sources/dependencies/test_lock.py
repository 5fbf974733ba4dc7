"""Digests and texts of Chart.lock are those that Helm wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from helmwright.base.errors import ChartError
from helmwright.charts import v2_loader
from helmwright.charts.metadata import Dependency, Lock, Metadata
from helmwright.charts.written import lock_yaml
from helmwright.go.world import World
from helmwright.sources.dependencies.lock import (
    agreement,
    digest,
    helm2_digest,
    new_lock,
    write_lock,
)

if TYPE_CHECKING:
    from pathlib import Path

REPOSITORY = "http://127.0.0.1:8801"
NOW = "2026-11-22T11:46:28.864835290+01:00"


def one(name: str, version: str, repository: str = REPOSITORY, **more: Any) -> Dependency:
    return Dependency(name, version, repository, **more)


def test_the_digest_is_of_both_lists_with_every_field_in_gos_order() -> None:
    wanted = [
        one(
            "web",
            ">=1 <2",
            condition="web.enabled",
            tags=["a", "b"],
            import_values=["data", {"parent": "x", "child": "z", "m": 1.5}],
            alias="front",
        )
    ]

    assert digest(wanted, [one("web", "1.9.0")]) == (
        "sha256:7c6fb1e4707ff281fdb823a63f47017bffb8045c70d6123d22676e6ce374a936"
    )


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (None, "[null,null]"),
        ([], "[[],null]"),
        ([None], "[[null],null]"),
        ([one("a", "")], '[[{"name":"a","repository":"http://127.0.0.1:8801"}],null]'),
        (
            [one("a\u2028<", "1", "")],
            '[[{"name":"a\\u2028\\u003c","version":"1","repository":""}],null]',
        ),
    ],
)
def test_the_digest_is_of_this_text(wanted: list[Dependency | None] | None, expected: str) -> None:
    from hashlib import sha256

    assert digest(wanted, None) == f"sha256:{sha256(expected.encode()).hexdigest()}"


def test_a_lock_of_helm_2_counts_for_a_chart_of_its_time() -> None:
    wanted = [one("web", "1.x", "@lab")]
    lock = Lock()
    lock.digest, lock.dependencies = helm2_digest(wanted), [one("web", "1.0.0")]

    old = agreement(lock, wanted, api_version="v1", as_written=helm2_digest(wanted))
    new = agreement(lock, wanted, api_version="v2", as_written=helm2_digest(wanted))

    assert (old.is_current, old.by_helm2) == (True, True)
    assert not new.is_current
    assert new.message == (
        "the lock file (Chart.lock) is out of sync with the dependencies file (Chart.yaml). "
        "Please update the dependencies with 'helm dependency update'"
    )


def test_a_lock_that_is_out_of_date_is_told_in_the_words_of_its_time() -> None:
    found = agreement(Lock(), [one("web", "1.x")], api_version="v1", as_written="sha256:00")

    assert not found.is_current
    assert found.message == (
        "the lock file (requirements.lock) is out of sync with the dependencies file "
        "(requirements.yaml). Please update the dependencies"
    )


def test_the_file_is_helms_to_the_byte(tmp_path: Path) -> None:
    lock = new_lock(
        [one("web", "1.9.0"), one("db", "0.1.0", "")],
        "sha256:0a",
        World.fixed(NOW, time_zone="Europe/Berlin"),
    )

    path = write_lock(chart_of("v2"), str(tmp_path), lock)

    assert path == f"{tmp_path}/Chart.lock"
    assert (tmp_path / "Chart.lock").read_text() == (
        "dependencies:\n"
        "- name: web\n"
        "  repository: http://127.0.0.1:8801\n"
        "  version: 1.9.0\n"
        "- name: db\n"
        '  repository: ""\n'
        "  version: 0.1.0\n"
        "digest: sha256:0a\n"
        'generated: "2026-11-22T11:46:28.86483529+01:00"\n'
    )


def chart_of(api_version: str) -> Any:
    from helmwright.charts.chart import Chart

    return Chart(Metadata("c", "1.0.0", api_version))


def test_a_lock_that_is_a_link_is_not_written_through(tmp_path: Path) -> None:
    (tmp_path / "requirements.lock").symlink_to("elsewhere")

    with pytest.raises(ChartError) as caught:
        write_lock(chart_of("v1"), str(tmp_path), Lock())

    assert caught.value.message == 'the requirements.lock file is a symlink to "elsewhere"'
    assert not (tmp_path / "elsewhere").exists()


def test_a_lock_that_was_never_generated_has_gos_zero_time() -> None:
    assert lock_yaml(Lock()) == (
        'dependencies: null\ndigest: ""\ngenerated: "0001-01-01T00:00:00Z"\n'
    )


@pytest.mark.parametrize(("text", "is_there"), [("", False), ("null\n", False), ("{}", True)])
def test_a_lock_file_that_says_nothing_counts_as_none(
    tmp_path: Path, text: str, *, is_there: bool
) -> None:
    (tmp_path / "Chart.yaml").write_text("apiVersion: v2\nname: c\nversion: 1.0.0\n")
    (tmp_path / "Chart.lock").write_text(text)

    assert (v2_loader.load(str(tmp_path)).lock is not None) is is_there
