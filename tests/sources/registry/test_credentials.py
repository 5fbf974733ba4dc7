"""Logins are found, kept and dropped as Helm and Docker do it."""

from __future__ import annotations

import base64
import json
import os
import stat
from typing import TYPE_CHECKING, Any

import pytest

from helmwright.errors import SourceError
from helmwright.sources.registry import helpers
from helmwright.sources.registry.credentials import NOBODY, Credential, Logins

if TYPE_CHECKING:
    from pathlib import Path

HOST = "lab.example.com:5000"
LAB = Credential("lab", "secret")


def auth(pair: str) -> dict[str, str]:
    return {"auth": base64.b64encode(pair.encode()).decode()}


class Home:
    """Files of a person and what may be on the path."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.helm = folder / "helm" / "registry" / "config.json"
        self.docker = folder / ".docker" / "config.json"
        self.programs = folder / "bin"
        self.programs.mkdir()
        self.environment = {"HOME": str(folder), "PATH": f"{self.programs}:/usr/bin:/bin"}

    def write(self, path: Path, content: Any) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content))

    def program(self, name: str, script: str) -> None:
        path = self.programs / f"docker-credential-{name}"
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def logins(self, given: Credential = NOBODY) -> Logins:
        return Logins(str(self.helm), self.environment, given)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """Returns an empty home."""
    return Home(tmp_path)


def test_without_files_there_is_no_login(home: Home) -> None:
    assert home.logins().get(HOST) == NOBODY


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (auth("lab:secret"), LAB),
        (auth("lab:a:b"), Credential("lab", "a:b")),
        ({**auth("lab:secret"), "username": "x", "password": "y"}, LAB),
        ({"username": "lab", "password": "secret"}, LAB),
        ({"identitytoken": HOST}, Credential(refresh_token=HOST)),
        ({"registrytoken": HOST}, Credential(access_token=HOST)),
        ({}, NOBODY),
        (None, NOBODY),
    ],
)
def test_an_entry_is_a_login(home: Home, entry: Any, expected: Credential) -> None:
    home.write(home.helm, {"auths": {HOST: entry}})

    assert home.logins().get(HOST) == expected


def test_docker_is_asked_when_helm_has_none(home: Home) -> None:
    home.write(home.helm, {"auths": {"other": auth("x:y")}})
    home.write(home.docker, {"auths": {HOST: auth("lab:secret")}})

    assert home.logins().get(HOST) == LAB
    assert home.logins().get("other") == ("x", "y", "", "")


def test_dockers_folder_can_be_named(home: Home, tmp_path: Path) -> None:
    home.write(tmp_path / "d" / "config.json", {"auths": {HOST: auth("lab:secret")}})
    home.environment["DOCKER_CONFIG"] = str(tmp_path / "d")

    assert home.logins().get(HOST) == LAB


def test_a_login_of_the_command_line_counts_before_all_if_it_is_whole(home: Home) -> None:
    home.write(home.helm, "broken")

    assert home.logins(LAB).get(HOST) == LAB
    with pytest.raises(SourceError):
        home.logins(Credential("lab")).get(HOST)


@pytest.mark.parametrize("key", [f"https://{HOST}/v1/", f"http://{HOST}"])
def test_old_keys_are_urls(home: Home, key: str) -> None:
    home.write(home.helm, {"auths": {key: auth("lab:secret")}})

    assert home.logins().get(HOST) == LAB


def test_dockers_registry_has_a_key_of_its_own(home: Home) -> None:
    home.logins().put("docker.io", LAB)

    assert json.loads(home.helm.read_text())["auths"].keys() == {"https://index.docker.io/v1/"}
    assert home.logins().get("registry-1.docker.io") == LAB


def test_the_file_is_helms_to_the_byte(home: Home) -> None:
    home.logins().put(HOST, LAB)

    assert home.helm.read_text() == (
        '{\n\t"auths": {\n\t\t"lab.example.com:5000": {\n\t\t\t"auth": "bGFiOnNlY3JldA=="\n\t\t}\n\t}\n}'
    )
    assert stat.S_IMODE(home.helm.stat().st_mode) == 0o600
    assert stat.S_IMODE(home.helm.parent.stat().st_mode) == 0o700


def test_what_else_is_in_the_file_stays(home: Home) -> None:
    home.write(
        home.helm,
        '{"b": {"y": 1.50, "x": [], "z": [1, {"q": "<\\u00e9"}]}, "auths": {"h": {"auth": "eDp5", "new": {}}}, "a": null}',
    )
    home.helm.chmod(0o644)

    home.logins().put("g", LAB)

    assert home.helm.read_text() == (
        '{\n\t"a": null,\n\t"auths": {\n\t\t"g": {\n\t\t\t"auth": "bGFiOnNlY3JldA=="\n\t\t},\n'
        '\t\t"h": {\n\t\t\t"auth": "eDp5",\n\t\t\t"new": {}\n\t\t}\n\t},\n'
        '\t"b": {\n\t\t"y": 1.50,\n\t\t"x": [],\n\t\t"z": [\n\t\t\t1,\n'
        '\t\t\t{\n\t\t\t\t"q": "\\u003c\\u00e9"\n\t\t\t}\n\t\t]\n\t}\n}'
    )
    assert stat.S_IMODE(home.helm.stat().st_mode) == 0o600


def test_only_the_exact_key_is_dropped(home: Home) -> None:
    home.write(home.helm, {"auths": {HOST: auth("a:b"), f"https://{HOST}": auth("c:d")}})

    home.logins().delete(HOST)
    home.logins().delete("never-there")

    assert json.loads(home.helm.read_text())["auths"].keys() == {f"https://{HOST}"}


def test_a_link_stays_a_link(home: Home, tmp_path: Path) -> None:
    home.write(tmp_path / "real.json", {})
    home.helm.parent.mkdir(parents=True)
    home.helm.symlink_to(tmp_path / "real.json")

    home.logins().put(HOST, LAB)

    assert home.helm.is_symlink()
    assert HOST in json.loads((tmp_path / "real.json").read_text())["auths"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "failed to decode config file {path}: invalid config format: unexpected EOF"),
        (
            "[]",
            (
                "failed to decode config file {path}: invalid config format: json: cannot unmarshal "
                "array into Go value of type map[string]json.RawMessage"
            ),
        ),
        (
            '{"auths": []}',
            (
                "failed to unmarshal auths field: invalid config format: json: cannot unmarshal "
                "array into Go value of type map[string]json.RawMessage"
            ),
        ),
        (
            '{"credsStore": 1}',
            (
                "failed to unmarshal creds store field: invalid config format: "
                "json: cannot unmarshal number into Go value of type string"
            ),
        ),
        (
            '{"auths": {"lab.example.com:5000": {"auth": "bGFi"}}}',
            (
                "failed to decode auth field: invalid config format: "
                "auth does not conform the base64(username:password) format"
            ),
        ),
        (
            '{"auths": {"lab.example.com:5000": {"auth": "?"}}}',
            (
                "failed to decode auth field: invalid config format: "
                "illegal base64 data at input byte 0"
            ),
        ),
        (
            '{"auths": {"lab.example.com:5000": {"auth": 1}}}',
            (
                "failed to unmarshal auth field: invalid config format: json: cannot unmarshal "
                "number into Go struct field AuthConfig.auth of type string"
            ),
        ),
    ],
)
def test_a_broken_file_is_told_in_gos_words_and_no_secret(
    home: Home, content: str, message: str
) -> None:
    home.write(home.helm, content)

    with pytest.raises(SourceError) as caught:
        home.logins().get(HOST)

    assert caught.value.message == message.format(path=home.helm)


@pytest.mark.parametrize("content", ["", " \n", "null", "{} trailing"])
def test_a_file_that_says_nothing_is_none(home: Home, content: str) -> None:
    home.write(home.helm, content)

    assert home.logins().get(HOST) == NOBODY


def test_a_name_with_a_colon_is_not_kept(home: Home) -> None:
    with pytest.raises(SourceError) as caught:
        home.logins().put(HOST, Credential("a:b", "c"))

    assert caught.value.message == ("bad credential format: colons(:) are not allowed in username")
    assert not home.helm.exists()


@pytest.mark.parametrize("where", [{"credHelpers": {HOST: "lab"}}, {"credsStore": "lab"}])
def test_a_program_keeps_logins(home: Home, where: Any, tmp_path: Path) -> None:
    home.write(home.helm, where)
    home.program(
        "lab",
        f'echo "$1 $(cat)" >> {tmp_path}/log\n'
        '[ "$1" = get ] && echo \'{"ServerURL":"x","Username":"lab","Secret":"secret"}\' || true',
    )

    logins = home.logins()
    found = logins.get(HOST)
    logins.put(HOST, LAB)
    logins.delete(HOST)

    assert found == LAB
    assert (tmp_path / "log").read_text() == (
        f"get {HOST}\n"
        f'store {{"ServerURL":"{HOST}","Username":"lab","Secret":"secret"}}\n'
        f"erase {HOST}\n"
    )
    assert json.loads(home.helm.read_text()) == where


def test_a_token_of_a_program_is_no_password(home: Home) -> None:
    home.write(home.helm, {"credsStore": "lab"})
    answer = json.dumps({"Username": "<token>", "Secret": HOST})
    home.program("lab", f"echo '{answer}'")

    assert home.logins().get(HOST) == Credential(refresh_token=HOST)


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("echo '<html>'", "invalid character '<' looking for beginning of value"),
        ("echo 'no luck '; exit 1", "no luck"),
        ("exit 3", "exit status 3"),
        ("kill -9 $$", "signal: killed"),
    ],
)
def test_what_a_program_says_is_told(home: Home, script: str, message: str) -> None:
    home.write(home.helm, {"credsStore": "lab"})
    home.program("lab", script)

    with pytest.raises(SourceError) as caught:
        home.logins().get(HOST)

    assert caught.value.message == message


def test_a_program_that_has_none_leads_to_docker(home: Home) -> None:
    home.write(home.helm, {"credsStore": "lab"})
    home.write(home.docker, {"auths": {HOST: auth("lab:secret")}})
    home.program("lab", "echo 'credentials not found in native keychain'; exit 1")

    assert home.logins().get(HOST) == LAB


@pytest.mark.parametrize("name", ["missing", "../lab", "x/../../lab"])
def test_a_program_that_is_not_there_is_told(home: Home, name: str) -> None:
    home.write(home.helm, {"credsStore": name})
    home.program("lab", "echo '{}'")

    with pytest.raises(SourceError) as caught:
        home.logins().get(HOST)

    assert caught.value.message == (
        f'exec: "docker-credential-{name}": executable file not found in $PATH'
    )


def test_a_program_that_hangs_is_ended(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(helpers, "SECONDS", 0.2)
    home.write(home.helm, {"credsStore": "lab"})
    home.program("lab", "exec sleep 60")

    with pytest.raises(SourceError) as caught:
        home.logins().get(HOST)

    assert caught.value.message == "docker-credential-lab get takes more than 0.2 seconds"


def test_the_program_of_the_system_is_used_by_files_without_logins(home: Home) -> None:
    name = "pass" if os.path.exists("/usr/bin/pass") else "secretservice"  # noqa: PTH110
    home.program(name, '[ "$1" != get ] || echo \'{"Username":"lab","Secret":"secret"}\'')

    assert home.logins().get(HOST) == LAB
    home.logins().put(HOST, LAB)

    assert home.helm.read_text() == f'{{\n\t"auths": {{}},\n\t"credsStore": "{name}"\n}}'


def test_a_login_does_not_show_its_secrets() -> None:
    assert "secret" not in repr(LAB)
