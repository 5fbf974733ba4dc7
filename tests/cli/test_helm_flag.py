"""``--helm``, ``HELMWRIGHT_HELM`` and ``helm:`` in ``.helmwright.yaml``: which Helm renders."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.cli.command import helmwright, write, write_chart

if TYPE_CHECKING:
    from pathlib import Path

NAME = {"templates/a.yaml": "v: {{ .Capabilities.HelmVersion.Version }}\n"}
KNOWN = "is no version of Helm; known: 3.12 … 3.21, 4.0 … 4.2"


def rendered_as(*arguments: str) -> str:
    code, out, err = helmwright("template", "c", *arguments)
    assert (code, err) == (0, "")
    return out.rpartition("v: ")[2].strip()


def test_the_flag_goes_before_the_variable_and_that_before_the_file(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_chart(place, NAME)
    assert rendered_as() == "v4.2.4"
    write(place, {".helmwright.yaml": "helm: 3.14\n"})
    assert rendered_as() == "v3.14.4"
    monkeypatch.setenv("HELMWRIGHT_HELM", "3.17.0")
    assert rendered_as() == "v3.17.0"
    assert rendered_as("--helm", "4.1") == "v4.1.4"


@pytest.mark.parametrize("written", ["3.20", "'3.20'", '"v3.20.2"', "3.20 # of the clusters"])
def test_a_number_in_the_file_is_taken_as_it_is_written(place: Path, written: str) -> None:
    write_chart(place, NAME)
    write(place, {".helmwright.yaml": f"helm: {written}\n"})

    assert rendered_as() == "v3.20.2"


def test_the_settings_of_the_nearest_file_that_says_it_count(place: Path) -> None:
    write_chart(place, NAME)
    write(place, {".helmwright.yaml": "helm: 3\n", "c/.helmwright.yaml": "lint: {}\n"})

    assert rendered_as() == "v3.21.4"


@pytest.mark.parametrize(
    ("version", "reason"),
    [
        ("2", "eras begin with 3.12"),
        ("3.9", "eras begin with 3.12"),
        ("5", KNOWN),
        ("abc", KNOWN),
    ],
)
@pytest.mark.parametrize(
    "command", [("template", "c"), ("lint", "c"), ("images", "c"), ("diff", "chart", "c", "c")]
)
def test_what_is_no_known_helm_is_wrong_usage(
    place: Path, command: tuple[str, ...], version: str, reason: str
) -> None:
    write_chart(place)

    code, out, err = helmwright(*command, "--helm", version)

    assert (code, out, err) == (64, "", f"Error: --helm {version}: {reason}\n")


def test_what_is_wrong_is_named_where_it_stands(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_chart(place)
    write(place, {".helmwright.yaml": "chart: c\nhelm: 3.9\n"})
    assert helmwright("template", "c") == (
        64,
        "",
        "Error: .helmwright.yaml:2:1: helm 3.9: eras begin with 3.12\n",
    )
    monkeypatch.setenv("HELMWRIGHT_HELM", "latest")
    assert helmwright("template", "c").err == f"Error: HELMWRIGHT_HELM latest: {KNOWN}\n"


def test_an_unknown_patch_is_the_last_known_and_said(place: Path) -> None:
    write_chart(place, NAME)

    code, out, err = helmwright("template", "c", "--helm", "3.21.9")

    assert (code, out.rpartition("v: ")[2]) == (0, "v3.21.4\n")
    assert err == "--helm 3.21.9: this patch is not known, taken as 3.21.4\n"


def test_logs_are_those_of_the_helm_that_is_asked_for(place: Path) -> None:
    write_chart(
        place, {"Chart.yaml": "apiVersion: v2\nname: c\nversion: 1.0.0\ndeprecated: true\n"}
    )

    assert helmwright("template", "c").err == 'level=WARN msg="this chart is deprecated"\n'
    assert helmwright("template", "c", "--helm", "3").err == "WARNING: This chart is deprecated\n"


@pytest.mark.parametrize("flag", ["--color=never", "--force-conflicts", "--rollback-on-failure"])
def test_a_flag_that_a_helm_does_not_have_is_refused_with_its_name(place: Path, flag: str) -> None:
    write_chart(place)
    name = flag.partition("=")[0]

    assert helmwright("template", "c", flag).code == 0
    assert helmwright("template", "c", flag, "--helm", "3.21") == (
        64,
        "",
        f"Error: unknown flag: {name}\nHelm 3.21.4 has no {name}, and --helm asks for that one\n",
    )


@pytest.mark.parametrize("flag", ["--atomic", "--force", "--wait=true", "--hide-notes"])
def test_a_flag_is_deprecated_only_in_the_helm_where_it_is(place: Path, flag: str) -> None:
    write_chart(place)

    assert "deprecated" in helmwright("template", "c", flag).err
    assert helmwright("template", "c", flag, "--helm", "3").err == ""


NULLS = {"values.yaml": "a: null\nb: {x: null, c: 1}\n"}


def test_every_command_that_renders_takes_it(place: Path) -> None:
    write_chart(place, NULLS)

    values = helmwright("values", "get", "b", "--chart", "c", "-o", "json", "--helm", "3")
    assert values.out == '{"c":1,"x":null}\n'
    assert helmwright("values", "get", "b", "--chart", "c", "-o", "json").out == '{"c":1}\n'
    for command in (
        ("values", "explain", "b", "c"),
        ("lint", "c", "--ignore", "default"),
        ("images", "c"),
        ("docs", "c", "-o", "-"),
        ("unittest", "c"),
    ):
        assert helmwright(*command, "--helm", "3.14").code == 0, command


def test_diff_renders_both_sides_as_the_helm_that_upgrades(place: Path) -> None:
    write_chart(
        place,
        {**NULLS, "templates/a.yaml": "kind: A\nmetadata: {name: a}\nv: {{ toJson .Values.b }}\n"},
    )
    change = ("diff", "values", "c", "--to-set", "b.c=2", "--format", "unified")

    assert "x" not in helmwright(*change).out.rpartition("+v:")[2]
    assert "x: null" in helmwright(*change, "--helm", "3").out
