"""Logins that the environment brings."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.command import helmwright, write_chart
from tests.sources.origin import Origin
from tests.sources.registry.faulty import FaultyRegistry
from tests.sources.shop import archive, entry, index

from helmwright.sources.logins import login_for_host, login_for_url

LOGINS = """
# nothing
registry.example.com ci s3cret
oci://ghcr.io/  ci   two words
https://charts.example.com/private/ web pass
charts.example.com all over
nobody.example.com ci
http://plain.example.com:8080 p q
"""


@pytest.mark.parametrize(
    ("host", "login"),
    [
        ("registry.example.com", ("ci", "s3cret")),
        ("ghcr.io", ("ci", "two words")),
        ("registry.example.com:5000", None),
        ("nobody.example.com", None),
        ("example.com", None),
        ("#", None),
    ],
)
def test_a_registry_gets_the_login_of_its_host(host: str, login: tuple[str, str] | None) -> None:
    found = login_for_host(host, {"HELMWRIGHT_LOGINS": LOGINS})

    assert (found and found[1:]) == login


@pytest.mark.parametrize(
    ("url", "user"),
    [
        ("https://charts.example.com/private", "web"),
        ("https://charts.example.com/private/web-1.0.0.tgz", "web"),
        ("https://charts.example.com/private2", "all"),
        ("https://charts.example.com/private/../public", None),
        ("https://charts.example.com", "all"),
        ("http://charts.example.com/private", None),
        ("https://charts.example.com:8443/private", None),
        ("https://evil.example.com/charts.example.com/private", None),
        ("http://plain.example.com:8080/x", "p"),
        ("http://[", None),
        ("", None),
    ],
)
def test_a_repository_gets_the_login_of_its_place_and_no_other(url: str, user: str | None) -> None:
    found = login_for_url(url, {"HELMWRIGHT_LOGINS": LOGINS})

    assert (found and found.username) == user


def test_nothing_is_known_without_the_variable_and_no_password_is_in_a_repr() -> None:
    assert login_for_url("https://charts.example.com", {}) is None
    assert "s3cret" not in repr(
        login_for_host("registry.example.com", {"HELMWRIGHT_LOGINS": LOGINS})
    )


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in ("HELM_CONFIG_HOME", "HELM_CACHE_HOME", "DOCKER_CONFIG"):
        monkeypatch.delenv(name, raising=False)
    write_chart(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("home")
def test_dependencies_of_repositories_and_registries_are_fetched_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    web = archive("web", "1.0.0")
    with Origin() as origin, FaultyRegistry(wants="basic") as registry:
        origin.serve("/r/web-1.0.0.tgz", web, login="ci:geheim")
        origin.serve(
            "/r/index.yaml", index(entry("web", "1.0.0", "web-1.0.0.tgz", web)), login="ci:geheim"
        )
        registry.publish("oci/db", "1.0.0")
        with Path("c", "Chart.yaml").open("a") as file:
            file.write(
                f"dependencies:\n- {{name: web, version: ^1, repository: '{origin.url}/r'}}\n"
                f"- {{name: db, version: 1.0.0, repository: 'oci://{registry.host}/oci'}}\n"
            )
        command = ("dependency", "update", "c", "--plain-http")
        refused = helmwright(*command)
        monkeypatch.setenv(
            "HELMWRIGHT_LOGINS", f"{origin.url} ci geheim\n{registry.host} lab secret\n"
        )
        done = helmwright(*command)
        shown = helmwright("show", "chart", "web", "--repo", f"{origin.url}/r")
        by_url = helmwright("show", "chart", f"{origin.url}/r/web-1.0.0.tgz")
        added = helmwright("repo", "add", "lab", f"{origin.url}/r")

    assert refused.code == 1
    assert [one.code for one in (done, shown, by_url, added)] == [0, 0, 0, 0]
    assert sorted(path.name for path in Path("c/charts").iterdir()) == [
        "db-1.0.0.tgz",
        "web-1.0.0.tgz",
    ]
    for one in (refused, done, shown, by_url, added):
        assert "geheim" not in one.out + one.err
    written = [path for path in Path("home").rglob("*") if path.is_file()]
    assert not [path for path in written if b"geheim" in path.read_bytes()]
