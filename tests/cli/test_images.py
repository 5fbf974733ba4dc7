"""``helmwright images`` as a user calls it."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import TYPE_CHECKING, Any

import pytest
from tests.cli.command import helmwright, write_chart
from tests.sources.certificates import Authority
from tests.sources.origin import Origin
from tests.sources.registry.faulty import FaultyRegistry
from tests.sources.shop import archive

from helmwright.go.yaml_read import load

if TYPE_CHECKING:
    from pathlib import Path

_POD = """\
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - {name: web, image: "nginx:{{ .Values.tag }}"}
  - {name: side, image: quay.io/a/side:1, args: [--helper-image=ghcr.io/b/helper:2]}
"""


@pytest.fixture(autouse=True)
def chart(place: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NO_PROXY", "*")
    monkeypatch.setenv("HOME", str(place))
    write_chart(place, {"values.yaml": "tag: '1'\n", "templates/a.yaml": _POD})
    return place


def test_lists_images_with_the_lines_that_name_them() -> None:
    done = helmwright("images", "c", "--set", "tag=1.27", "-n", "prod")

    assert (done.code, done.err) == (0, "")
    assert (
        done.out
        == """\
docker.io/library/nginx:1.27
  container web of Pod prod/web  c/templates/a.yaml:6
ghcr.io/b/helper:2
  argument --helper-image of Pod prod/web  c/templates/a.yaml:7
quay.io/a/side:1
  container side of Pod prod/web  c/templates/a.yaml:7
3 images; 1 of them is named outside of pods only, for whoever reads that
"""
    )


def test_prints_names_for_other_programs() -> None:
    assert helmwright("images", "c", "--short").out.splitlines() == [
        "docker.io/library/nginx:1",
        "ghcr.io/b/helper:2",
        "quay.io/a/side:1",
    ]


def test_json_and_yaml_say_the_same() -> None:
    as_json = json.loads(helmwright("images", "c", "--format", "json").out)
    as_yaml: Any = load(helmwright("images", "c", "--format", "yaml").out)

    assert as_json == as_yaml
    assert [one["image"] for one in as_json["images"]] == [
        "docker.io/library/nginx:1",
        "ghcr.io/b/helper:2",
        "quay.io/a/side:1",
    ]


def test_compares_with_another_chart(place: Path) -> None:
    write_chart(place / "old", {"templates/a.yaml": _POD.replace("helper:2", "helper:1")})

    done = helmwright("images", "c", "--diff", "old/c", "--set", "tag=1")

    assert (done.code, done.err) == (0, "")
    assert (
        done.out
        == """\
~ ghcr.io/b/helper :1 → :2
    argument --helper-image of Pod default/web  c/templates/a.yaml:7
"""
    )


def test_asks_a_registry_for_each_image() -> None:
    with FaultyRegistry() as registry:
        registry.publish("hub/library/nginx", "1")
        registry.publish("hub/quay.io/a/side", "1")
        there = f"{registry.host}/hub"
        done = helmwright("images", "c", "--registry", there, "--plain-http")
        asked = {one.method for one in registry.requests}
        registry.publish("hub/b/helper", "2")
        again = helmwright("images", "c", "--registry", there, "--plain-http", "--format", "json")

    assert (done.code, done.err, asked) == (1, "", {"HEAD"})
    assert (
        done.out
        == f"""\
+ docker.io/library/nginx:1 is {there}/library/nginx:1
- ghcr.io/b/helper:2 is missing
+ quay.io/a/side:1 is {there}/quay.io/a/side:1
2 there, 1 missing
"""
    )
    assert again.code == 0
    found = json.loads(again.out)["images"]
    assert found[1]["found"] == f"{there}/b/helper:2"
    assert found[1]["digest"].startswith("sha256:")


def _ask(host: str, *flags: str) -> tuple[int, str]:
    done = helmwright("images", "c", "--registry", host, *flags)
    return done.code, done.out.splitlines()[-1]


@pytest.mark.parametrize("how", ["file", "flags", "variable"])
def test_a_mirror_is_asked_with_the_login_that_is_named(
    place: Path, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    logins = place / "logins.json"
    flags = {
        "file": ["--registry-config", str(logins)],
        "flags": ["--username", "lab", "--password", "secret"],
        "variable": [],
    }
    if how == "variable":
        monkeypatch.setenv("HELM_REGISTRY_CONFIG", str(logins))
    with FaultyRegistry(wants="basic") as registry:
        registry.publish("library/nginx", "1")
        auth = {registry.host: {"auth": b64encode(b"lab:secret").decode()}}
        logins.write_text(json.dumps({"auths": auth}))
        found = _ask(registry.host, "--plain-http", *flags[how])

    assert found == (1, "1 there, 2 missing")


def test_the_login_for_a_chart_is_not_sent_to_the_mirror() -> None:
    web = archive("web", "1.0.0", templates__a_yaml=_POD.replace("{{ .Values.tag }}", "1"))
    with Origin() as charts, FaultyRegistry(wants="basic") as registry:
        charts.serve("/web-1.0.0.tgz", web, login="lab:secret")
        done = helmwright(
            *("images", f"{charts.url}/web-1.0.0.tgz", "--registry", registry.host),
            *("--plain-http", "--username", "lab", "--password", "secret"),
        )
        asked = {one.login for one in registry.requests}

    assert (done.code, asked) == (1, {""})
    assert done.out.endswith("0 there, 0 missing, 3 not known\n")


def test_flags_for_certificates_are_those_of_the_mirror(tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    with FaultyRegistry(context=authority.server("127.0.0.1", clients=True)) as registry:
        registry.publish("library/nginx", "1")
        certificate, key = authority.client()
        own = ("--cert-file", certificate, "--key-file", key)
        codes = [
            _ask(registry.host, *own, "--ca-file", authority.path),
            _ask(registry.host, *own, "--insecure-skip-tls-verify"),
            _ask(registry.host, *own),
        ]

    there = (1, "1 there, 2 missing")
    assert codes == [there, there, (1, "0 there, 0 missing, 3 not known")]


def test_a_registry_that_does_not_answer_is_told_and_fails() -> None:
    done = helmwright("images", "c", "--registry", "127.0.0.1:1", "--plain-http")

    assert done.code == 1
    assert "? quay.io/a/side:1: " in done.out
    assert "connection refused" in done.out
    assert done.out.endswith("0 there, 0 missing, 3 not known\n")


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--format", "xml"], '--format is one of text, json, yaml, not "xml"'),
        (["--short", "--format", "json"], "--short is a form of its own"),
        (["--diff", "c", "--registry", "h"], "two reports"),
        (["--short", "--diff", "c"], "--short goes with neither"),
        (["--registry", "https://h"], 'not "https://h"'),
        (["--registry", "hub"], 'not "hub"'),
        (["--registry", "h.example/A"], 'not "h.example/A"'),
        (["--registry", "h.example", "--offline"], "--offline and HELMWRIGHT_OFFLINE forbid"),
        (["d"], "unexpected arguments: d"),
    ],
)
def test_wrong_usage_is_told(flags: list[str], message: str) -> None:
    done = helmwright("images", "c", *flags)

    assert done.code == 64
    assert message in done.err


def test_what_helm_refuses_is_told_in_its_words() -> None:
    refused = helmwright("images", "c", "--set", "tag[x]=1")
    missing = helmwright("images", "nowhere")

    assert (refused.code, refused.out) == (1, "")
    assert "failed parsing --set data: error parsing index" in refused.err
    assert (missing.code, missing.out) == (1, "")
    assert missing.err == "Error: there is no chart at nowhere\n"
