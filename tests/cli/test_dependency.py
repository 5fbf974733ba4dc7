"""``dependency``, ``package``, ``push`` and ``registry`` as they are called; the texts are Helm 4.2.4's."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.cli.command import helmwright, write, write_chart
from tests.sources.dependencies.charts import serve
from tests.sources.registry.faulty import FaultyRegistry, archive, basic

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FaultyRegistry]:
    """Returns a registry and repository; the folder has the chart ``c``, and a home of its own."""
    monkeypatch.chdir(tmp_path)
    for name in ("CONFIG", "CACHE", "DATA"):
        monkeypatch.setenv(f"HELM_{name}_HOME", str(tmp_path / "home" / name.lower()))
    monkeypatch.setenv("DOCKER_CONFIG", str(tmp_path / "home"))
    write_chart(tmp_path)
    with FaultyRegistry() as running:
        serve(running, web=("1.0.0",))
        yield running


def wants(repository: str) -> None:
    with Path("c", "Chart.yaml").open("a") as file:
        file.write(f"dependencies:\n- {{name: web, version: ^1, repository: '{repository}'}}\n")


def test_a_chart_without_helm_gets_its_dependencies_and_renders(server: FaultyRegistry) -> None:
    wants(f"{server.url}/charts")

    updated = helmwright("dependency", "update", "c")
    rendered = helmwright("template", "c")
    listed = helmwright("dep", "ls", "c/")

    assert (updated.code, updated.err) == (0, "")
    assert updated.out == (
        "Getting updates for unmanaged Helm repositories...\n"
        f'...Successfully got an update from the "{server.url}/charts" chart repository\n'
        f"Saving 1 charts\nDownloading web from repo {server.url}/charts\n"
        "Deleting outdated charts\n"
    )
    assert "# Source: c/charts/web/templates/a.yaml" in rendered.out
    assert listed.out.splitlines()[1].split() == ["web", "^1", f"{server.url}/charts", "ok"]


def test_a_render_fetches_what_is_missing_if_asked_and_prints_manifests_alone(
    server: FaultyRegistry,
) -> None:
    wants(f"{server.url}/charts")

    refused = helmwright("template", "c")
    first = helmwright("template", "c", "--dependency-update")
    server.requests.clear()
    second = helmwright("template", "c", "--dependency-update")

    assert refused.code == 1
    assert first.out.startswith("---\n# Source: c/charts/web/templates/a.yaml\n")
    assert f"Downloading web from repo {server.url}/charts\n" in first.err
    assert second == (0, first.out, "")
    assert server.requests == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("lint", "c", "--dependency-update"),
        ("diff", "values", "c", "--to", "c/values.yaml", "--dependency-update"),
        ("diff", "chart", "c", "c", "--dependency-update"),
        ("golden", "run", "c", "--dependency-update"),
    ],
)
def test_other_commands_that_render_fetch_what_is_missing_too(
    server: FaultyRegistry, arguments: tuple[str, ...]
) -> None:
    wants(f"{server.url}/charts")

    result = helmwright(*arguments)

    assert f"Downloading web from repo {server.url}/charts\n" in result.err
    assert "Downloading" not in result.out
    assert Path("c/charts/web-1.0.0.tgz").exists()


def test_build_in_a_fresh_home_takes_repositories_as_they_come_if_asked(
    server: FaultyRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    wants(f"{server.url}/charts")
    helmwright("dep", "up", "c")
    Path("c/charts/web-1.0.0.tgz").unlink()

    refused = helmwright("dependency", "build", "c")
    asked = helmwright("dependency", "build", "c", "--add-missing")
    monkeypatch.setenv("HELMWRIGHT_ADD_MISSING", "1")
    always = helmwright("dependency", "build", "c")

    assert refused == (
        1,
        "",
        (
            f"Error: no repository definition for {server.url}/charts. "
            "Please add the missing repos via 'helm repo add'\n"
        ),
    )
    assert (asked.code, always.code) == (0, 0)
    assert Path("c/charts/web-1.0.0.tgz").read_bytes() == archive("web", "1.0.0")


def test_a_failure_is_told_on_both_and_leaves_nothing(server: FaultyRegistry) -> None:
    wants(f"oci://{server.host}/never")

    result = helmwright("dependency", "update", "c", "--plain-http")

    assert result.code == 1
    assert result.err.startswith("Error: could not retrieve list of tags for repository oci://")
    assert sorted(path.name for path in Path("c").iterdir()) == [
        "Chart.yaml",
        "templates",
        "values.yaml",
    ]


def test_nothing_is_asked_offline(server: FaultyRegistry) -> None:
    wants(f"{server.url}/charts")

    result = helmwright("dependency", "update", "c", "--offline")

    assert result.code == 1
    assert "no connection is opened while offline" in result.out
    assert server.requests == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("dependency",),
        ("dependency", "update", "a", "b"),
        ("dependency", "build", "a", "b"),
        ("dependency", "list", "a", "b"),
        ("dependency", "list", "c", "--max-col-width", "-1"),
        ("package",),
        ("push", "a"),
        ("registry", "login"),
        ("registry", "logout"),
        ("push", "a", "b", "--nope"),
    ],
)
def test_wrong_usage_is_64(arguments: tuple[str, ...]) -> None:
    assert helmwright(*arguments).code == 64


def test_a_chart_is_packed_and_pushed_and_depended_on(
    server: FaultyRegistry, tmp_path: Path
) -> None:
    packed = helmwright("package", "c", "--version", "1.2.3+b.1", "-d", "out")
    pushed = helmwright(
        "push", "out/c-1.2.3+b.1.tgz", f"oci://{server.host}/charts", "--plain-http"
    )
    write(tmp_path, {"d/Chart.yaml": "apiVersion: v2\nname: d\nversion: 0.1.0\n"})
    with Path("d", "Chart.yaml").open("a") as file:
        file.write(
            f"dependencies:\n- {{name: c, version: 1.x, repository: 'oci://{server.host}/charts'}}\n"
        )
    also = helmwright("package", "d", "-u", "--plain-http", "-d", "out")

    assert packed.out == "Successfully packaged chart and saved it to: out/c-1.2.3+b.1.tgz\n"
    assert pushed.out.splitlines()[0] == f"Pushed: {server.host}/charts/c:1.2.3_b.1"
    assert also == (0, "Successfully packaged chart and saved it to: out/d-0.1.0.tgz\n", "")
    assert Path("d/charts/c-1.2.3+b.1.tgz").exists()


def test_a_time_that_is_none_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_chart(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "soon")

    assert helmwright("package", "c") == (
        1,
        "",
        "Error: SOURCE_DATE_EPOCH must be whole seconds since 1970, not 'soon'\n",
    )


def test_a_login_is_tried_kept_used_and_forgotten(tmp_path: Path, server: FaultyRegistry) -> None:
    server.wants = "basic"
    login = ("registry", "login", server.host, "-u", "lab", "--plain-http")
    helmwright("package", "c")
    push = ("push", "c-0.1.0.tgz", f"oci://{server.host}/charts", "--plain-http")
    file = tmp_path / "home" / "config" / "registry" / "config.json"

    wrong = helmwright(*login, "--password-stdin", stdin=b"wrong\n")
    without = helmwright(*push)
    right = helmwright(*login, "--password-stdin", stdin=b"secret\r\n")
    kept = json.loads(file.read_text())
    pushed = helmwright(*push)
    out = helmwright("registry", "logout", server.host)

    assert wrong == (
        1,
        "",
        (
            f'Error: authenticating to "{server.host}": GET "{server.url}/v2/": '
            "response status code 401: unauthorized: authentication required\n"
        ),
    )
    assert without.err.endswith('": basic credential not found\n')
    assert right == (0, "Login Succeeded\n", "")
    assert kept == {"auths": {server.host: {"auth": basic()}}}
    assert pushed.code == 0
    assert out == (0, f"Removing login credentials for {server.host}\n", "")
    assert json.loads(file.read_text()) == {"auths": {}}


def test_a_login_of_the_command_line_is_used(server: FaultyRegistry) -> None:
    server.wants = "basic"
    helmwright("package", "c")

    pushed = helmwright(
        *("push", "c-0.1.0.tgz", f"oci://{server.host}/charts", "--plain-http"),
        *("--username", "lab", "--password", "secret"),
    )

    assert pushed.code == 0
    assert server.tags("charts/c") == ["0.1.0"]


def test_a_password_on_the_command_line_is_warned_of(server: FaultyRegistry) -> None:
    result = helmwright(
        "registry", "login", server.host, "-u", "lab", "-p", "secret", "--plain-http"
    )

    assert result == (
        0,
        "Login Succeeded\n",
        'level=WARN msg="using --password via the CLI is insecure. Use --password-stdin"\n',
    )


def test_a_password_is_asked_for_on_a_terminal_only(server: FaultyRegistry) -> None:
    result = helmwright("registry", "login", server.host, "-u", "lab", "--plain-http")

    assert result == (1, "Password: ", "Error: inappropriate ioctl for device\n")


def test_a_password_in_a_url_is_not_shown(server: FaultyRegistry) -> None:
    wants(f"http://lab:s3cr3tpassword@{server.host}/none")

    for arguments in (("update",), ("update", "--skip-refresh"), ("list",)):
        result = helmwright("dependency", *arguments, "c")
        assert "s3cr3tpassword" not in result.out + result.err
        assert ("lab:***@" in result.out + result.err) is ("--skip-refresh" not in arguments)


@pytest.mark.parametrize("how", ["flag", "variable"])
def test_sums_are_written_and_held_against_what_comes(
    server: FaultyRegistry, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wants(f"{server.url}/charts")
    if how == "variable":
        monkeypatch.setenv("HELMWRIGHT_INTEGRITY", "1")
    flags = ["--integrity"] if how == "flag" else []
    digest = sha256(archive("web", "1.0.0")).hexdigest()

    updated = helmwright("dependency", "update", "c", *flags)
    built = helmwright("dependency", "build", "c", "--add-missing", *flags)
    sums = Path("c/Chart.lock.sums").read_text()
    Path("c/Chart.lock.sums").write_text(sums.replace(digest, "0" * 64))
    refused = helmwright("dependency", "build", "c", "--add-missing", *flags)

    assert (updated.code, built.code, refused.code) == (0, 0, 1)
    assert sums == f"{digest}  web  1.0.0  {server.url}/charts\n"
    assert refused.err == (
        f"c/Chart.lock.sums:1:\nError: web-1.0.0.tgz from {server.url}/charts: "
        f"sha256 is {digest}, this line says {'0' * 64}\n"
    )


def test_a_complete_chart_is_left_alone_if_asked(server: FaultyRegistry) -> None:
    wants(f"{server.url}/charts")
    helmwright("dependency", "update", "c")
    server.requests.clear()

    done = helmwright("dependency", "build", "c", "--only-missing")

    assert (done, server.requests) == ((0, "", ""), [])
