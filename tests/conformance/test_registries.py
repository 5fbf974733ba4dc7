"""Helm and we at real registries, in mixed order: what one keeps or pushes, the other finds.

Both programs run as they are called, with one home.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from tests.conformance import registries
from tests.conformance.peer import clean_environment

if TYPE_CHECKING:
    from collections.abc import Iterator

_RENDERER = Path(__file__).parent.parent.parent / "renderer"
_VERSIONS = ("1.0.0", "1.2.0-rc.1", "2.0.0+build.5", "0.9.0")


class Programs(NamedTuple):
    """Both programs, in one folder with one home."""

    folder: Path
    helm: Path

    def run(self, who: str, *arguments: str, stdin: str = "") -> tuple[int, str, str]:
        """Run ``helm`` or ``ours``; returns exit code, output and errors."""
        ours = [sys.executable, "-m", "helmwright"]
        command = [str(self.helm)] if who == "helm" else ours
        environment = {
            **clean_environment(self.folder / "home"),
            "PYTHONPATH": str(_RENDERER),
            "DOCKER_CONFIG": str(self.folder / "home"),
        }
        done = subprocess.run(
            [*command, *arguments],
            cwd=self.folder,
            env=environment,
            input=stdin,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout, done.stderr

    def done(self, who: str, *arguments: str, stdin: str = "") -> str:
        """Run a program that must not fail, and return its output."""
        code, out, err = self.run(who, *arguments, stdin=stdin)
        assert code == 0, err
        return out


@pytest.fixture
def programs(tmp_path: Path, helm: Path) -> Programs:
    """Returns both programs in a folder with archives of one chart."""
    folder = tmp_path / "work"
    (folder / "home").mkdir(parents=True)
    found = Programs(folder, helm)
    chart = folder / "web"
    chart.mkdir()
    for version in _VERSIONS:
        (chart / "Chart.yaml").write_text(
            f"apiVersion: v2\nname: web\nversion: {version}\ndescription: a <b> & ü\n"
            "home: https://example.com\nsources: [https://a, https://b]\n"
            "maintainers: [{name: A, email: a@x}, {name: B}, {name: C, url: u}]\n"
            "annotations: {team: ml, org.opencontainers.image.title: no, org.opencontainers.image.url: mine}\n"
        )
        found.done("helm", "package", "web")
    (folder / "web-1.0.0.tgz.prov").write_text("signed\n")
    return found


@pytest.fixture(params=["distribution", "in-memory"])
def host(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Returns a registry without logins."""
    if request.param == "in-memory":
        with registries.in_memory() as found:
            yield found
    else:
        with registries.distribution(tmp_path, with_login=False) as found:
            yield found


def _archive(version: str) -> str:
    return f"web-{version}.tgz"


def test_what_one_pushes_is_what_the_other_pushes(programs: Programs, host: str) -> None:
    for version in _VERSIONS:
        first = programs.done("ours", "push", _archive(version), f"oci://{host}/a", "--plain-http")
        second = programs.done("helm", "push", _archive(version), f"oci://{host}/b", "--plain-http")

        assert first == second.replace(f"{host}/b/", f"{host}/a/")


@pytest.mark.parametrize(("pusher", "puller"), [("helm", "ours"), ("ours", "helm")])
def test_what_one_pushes_the_other_depends_on_and_builds(
    programs: Programs, host: str, pusher: str, puller: str
) -> None:
    for version in _VERSIONS:
        programs.done(pusher, "push", _archive(version), f"oci://{host}/c", "--plain-http")
    chart = programs.folder / "d"
    chart.mkdir()
    (chart / "Chart.yaml").write_text(
        "apiVersion: v2\nname: d\nversion: 0.1.0\ndependencies:\n"
        f"- {{name: web, version: '>=1', repository: 'oci://{host}/c'}}\n"
        f"- {{name: web, alias: old, version: 0.9.0, repository: 'oci://{host}/c'}}\n"
    )

    updated = programs.done(puller, "dependency", "update", "d", "--plain-http")
    lock = (chart / "Chart.lock").read_text()
    built = programs.done(pusher, "dependency", "build", "d", "--plain-http")
    again = programs.done(pusher, "dependency", "update", "d", "--plain-http")

    assert updated == built == again
    assert (chart / "Chart.lock").read_text() == lock
    assert sorted(path.name for path in (chart / "charts").iterdir()) == [
        "web-0.9.0.tgz",
        "web-2.0.0+build.5.tgz",
    ]
    for version in ("0.9.0", "2.0.0+build.5"):
        own = (programs.folder / _archive(version)).read_bytes()
        assert (chart / "charts" / _archive(version)).read_bytes() == own


@pytest.mark.parametrize("kept_by", ["helm", "ours"])
def test_a_login_that_one_keeps_the_other_uses_and_forgets(
    programs: Programs, tmp_path: Path, kept_by: str
) -> None:
    other = "ours" if kept_by == "helm" else "helm"
    name, password = registries.LOGIN
    with registries.distribution(tmp_path, with_login=True) as host:
        login = ("registry", "login", host, "-u", name, "--password-stdin", "--plain-http")
        push = ("push", _archive("1.0.0"), f"oci://{host}/c", "--plain-http")
        file = programs.folder / "home" / ".config" / "helm" / "registry" / "config.json"

        refused = [programs.run(who, *push) for who in (kept_by, other)]
        wrong = [programs.run(who, *login, stdin="no") for who in (kept_by, other)]
        kept = programs.done(kept_by, *login, stdin=password)
        text = file.read_text()
        pushed = programs.done(other, *push)
        again = programs.done(other, *login, stdin=password)

        assert refused[0] == refused[1]
        assert wrong[0] == wrong[1]
        assert refused[0][0] == wrong[0][0] == 1
        assert kept == again == "Login Succeeded\n"
        assert file.read_text() == text
        assert file.stat().st_mode & 0o777 == 0o600
        assert pushed.startswith(f"Pushed: {host}/c/web:1.0.0\n")
        assert programs.done(other, "registry", "logout", host) == (
            f"Removing login credentials for {host}\n"
        )
        assert programs.run(kept_by, *push)[0] == 1


def test_a_program_that_keeps_logins_is_asked_by_both(programs: Programs, tmp_path: Path) -> None:
    name, password = registries.LOGIN
    script = tmp_path / "bin" / "docker-credential-lab"
    script.parent.mkdir()
    script.write_text(
        f'#!/bin/sh\necho \'{{"ServerURL":"x","Username":"{name}","Secret":"{password}"}}\'\n'
    )
    script.chmod(0o755)
    file = programs.folder / "home" / ".config" / "helm" / "registry" / "config.json"
    file.parent.mkdir(parents=True)
    file.write_text('{"credsStore": "lab"}')
    old = os.environ["PATH"]
    try:
        os.environ["PATH"] = f"{script.parent}:{old}"
        with registries.distribution(tmp_path, with_login=True) as host:
            outputs = [
                programs.done(who, "push", _archive("1.0.0"), f"oci://{host}/c", "--plain-http")
                for who in ("ours", "helm")
            ]
    finally:
        os.environ["PATH"] = old

    assert outputs[0] == outputs[1]
