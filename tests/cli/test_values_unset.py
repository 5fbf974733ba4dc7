"""``helmwright values unset``, and what ``values set`` says of maps and lists that go."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.cli.command import helmwright, write, write_chart

if TYPE_CHECKING:
    from pathlib import Path

PROD = """\
# production
image:   # of the web server
  repository: web
  tag: "1.20"   # quoted
ports: [80, 443, 8080]
hosts:
  - name: a.example.com
    tls: true
  - name: b.example.com   # the second

"a.b": x
"""


@pytest.fixture(autouse=True)
def prod(place: Path) -> Path:
    path = place / "prod.yaml"
    path.write_text(PROD)
    return path


@pytest.mark.parametrize(
    ("keys", "gone"),
    [
        (["image.tag"], ['  tag: "1.20"   # quoted\n']),
        (["a\\.b"], ['"a.b": x\n']),
        (["ports[1]"], [" 443,"]),
        (["ports[0]", "ports[1]"], ["80, 443, "]),
        (["hosts[0].tls", "hosts[0]"], ["  - name: a.example.com\n    tls: true\n"]),
        (["hosts[0].tls", "image.tag"], ["    tls: true\n", '  tag: "1.20"   # quoted\n']),
    ],
)
def test_keys_go_and_nothing_else_changes(prod: Path, keys: list[str], gone: list[str]) -> None:
    outcome = helmwright("values", "unset", "prod.yaml", *keys)

    assert outcome == (0, "", "wrote prod.yaml\n")
    expected = PROD
    for text in gone:
        assert expected.count(text) == 1
        expected = expected.replace(text, "")
    assert prod.read_text() == expected


def test_a_key_that_is_not_there_changes_nothing(prod: Path) -> None:
    code, out, err = helmwright("values", "unset", "prod.yaml", "ports", "image.tga")

    assert (code, out) == (1, "")
    assert err == "Error: prod.yaml: image.tga is not set; did you mean image.tag?\n"
    assert prod.read_text() == PROD


def test_standard_input_goes_to_standard_output() -> None:
    assert (
        helmwright("values", "unset", "-", "a", stdin=b"a: 1\nb: 2 # two\n").out == "b: 2 # two\n"
    )


def test_a_template_is_not_changed(place: Path) -> None:
    (place / "v.yaml.j2").write_text("a: {{ b }}\n")

    assert helmwright("values", "unset", "v.yaml.j2", "a").code == 64


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "image=web:2",
            "prod.yaml:2:1: image was a map with repository, tag, and is a single value now",
        ),
        ("image={a}", "prod.yaml:2:1: image was a map with repository, tag, and is a list now"),
        ("ports=80", "prod.yaml:5:1: ports was a list of 3, and is a single value now"),
        ("image.tag.major=1", None),
        ("hosts[1].name.first=1", None),
    ],
)
def test_set_says_what_is_of_another_kind_now(text: str, said: str | None) -> None:
    code, _, err = helmwright("values", "set", "prod.yaml", text)

    if said is None:  # Helm refuses it, and so does this
        assert code == 1
        return
    assert code == 0
    assert err == f"wrote prod.yaml\n{said}\n"


def test_set_says_that_a_value_becomes_a_map() -> None:
    _, _, err = helmwright("values", "set", "prod.yaml", "--json", 'a\\.b={"c": 1}')

    assert err == "wrote prod.yaml\nprod.yaml:11:1: a.b was a single value, and is a map now\n"


@pytest.mark.parametrize(
    "text", ["image.tag=2", "image.tag=null", "ports={1}", "image=null", "new=1"]
)
def test_set_says_nothing_of_what_stays_of_a_kind(text: str) -> None:
    assert helmwright("values", "set", "prod.yaml", text).err == "wrote prod.yaml\n"


def test_set_compares_with_the_chart_around(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_chart(place, {"values.yaml": "image: {repository: web, tag: x}\n", "prod.yaml": "b: 1\n"})
    monkeypatch.chdir(place / "c")

    code, _, err = helmwright("values", "set", "prod.yaml", "image=web:2")

    assert code == 0
    assert err == (
        "wrote prod.yaml\n"
        "prod.yaml: image is a single value, and in the chart c a map with repository, tag\n"
    )


@pytest.mark.parametrize(
    "command", [["set", "f.yaml", "unlock=new-k3y-8812"], ["unset", "f.yaml", "unlock"]]
)
def test_secrets_of_the_chart_around_are_hidden(place: Path, command: list[str]) -> None:
    _chart_with_secret(place)
    write(place, {".helmwright.yaml": "chart: c\n"})

    _, shown, said = helmwright("values", *command, "--diff")
    _, bare, _ = helmwright("values", *command, "--diff", "--show-secrets")

    assert "-unlock: ***" in shown or "f.yaml: only secret values change" in said
    assert "k3y" not in shown + said
    assert "-unlock: old-k3y-7731" in bare


def test_secrets_of_a_chart_that_is_named_are_hidden(place: Path) -> None:
    _chart_with_secret(place)
    write(place, {"f.yaml": "unlock: old-k3y-7731\nhttpPort: 1\n"})

    around = helmwright("values", "migrate", "f.yaml", "--diff").out
    named = helmwright("values", "migrate", "f.yaml", "--diff", "--chart", "c").out

    assert "old-k3y-7731" in around
    assert "old-k3y-7731" not in named
    assert "unlock: ***" in named


def _chart_with_secret(place: Path) -> None:
    schema = '{"properties": {"unlock": {"type": "string", "x-secret": true}}}'
    write_chart(place, {"values.schema.json": schema})
    write(place, {"f.yaml": "unlock: old-k3y-7731\n"})
