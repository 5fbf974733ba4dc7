"""Templates that would never end, or fill the memory, fail with one clear error."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.cli.command import CHART, write_chart

from helmwright import engine, engine_functions
from helmwright.capabilities import Capabilities
from helmwright.chart import load_chart
from helmwright.engine import Engine
from helmwright.errors import TemplateError
from helmwright.go import limits
from helmwright.release import Release
from helmwright.rendering import prepare, render_files
from helmwright.template import recursion
from helmwright.world import World

if TYPE_CHECKING:
    from pathlib import Path

ALIASES = "{{ $x := dict }}{{ range until 60 }}{{ $x = dict `a` $x `b` $x }}{{ end }}"
ITSELF = "{{ $x := dict }}{{ $_ := set $x `a` $x }}"
BRANCHES = "{{ define `x` }}%s%s{{ end }}{{ include `x` . }}"


def render(folder: Path, *templates: str) -> dict[str, str]:
    files = {f"templates/t{number}.yaml": text for number, text in enumerate(templates)}
    write_chart(folder, {"Chart.yaml": CHART, **files})
    release = Release("r", "n")
    prepared = prepare(load_chart(str(folder / "c")), {}, release)
    return render_files(Engine(), prepared, release, Capabilities.default(), World.real())


def refusal(folder: Path, *templates: str) -> str:
    with pytest.raises(TemplateError) as caught:
        render(folder, *templates)
    return caught.value.message


@pytest.mark.parametrize(
    "text",
    [
        "{{ range until 50 }}{{ range until 50 }}{{ end }}{{ end }}",
        "{{ range until 50 }}{{ range $k, $v := until 50 }}{{ end }}{{ end }}",
        "{{ range until 50 }}{{ tpl (printf `{{ %d }}` .) 1 }}{{ end }}",
        "{{ range until 50 }}{{ shuffle (repeat 50 `x`) }}{{ end }}",
        "{{ range until 50 }}{{ $x := repeat 100000 `x` }}{{ end }}",
        "{{ $x := until 10000 }}{{ range until 50 }}{{ $y := append $x 1 }}{{ end }}",
        "{{ $x := dict `a` (until 2000) }}{{ range until 50 }}{{ $y := deepCopy $x }}{{ end }}",
        "{{ range until 50 }}{{ $x := regexReplaceAll `a` (repeat 1100 `a`) `$0` }}{{ end }}",
    ],
)
def test_the_steps_of_a_render_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setattr(engine, "WORK_LIMIT", 2000)
    assert "rendering takes more than 10000000 steps" in refusal(tmp_path, text)
    assert limits.WORK.left == limits.ENDLESS


@pytest.mark.parametrize(
    "call", ["{{ include `x` . }}", "{{ template `x` . }}", "{{ tpl `{{ include $.n . }}` . }}"]
)
def test_templates_that_execute_templates_again_and_again_are_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    monkeypatch.setattr(engine_functions, "CALL_LIMIT", 500)
    text = (
        "{{ define `x` }}{{ if . }}"
        "{{ template `x` rest . }}{{ $y := include `x` (rest .) }}"
        "{{ end }}{{ end }}" + call.replace("include $.n .", "1").replace(" . ", " (until 30) ")
    )
    if "tpl" in call:
        text = "{{ range until 501 }}{{ tpl `{{ 1 }}` . }}{{ end }}"
    message = refusal(tmp_path, text)
    assert "templates execute templates more than 2000000 times" in message


@pytest.mark.parametrize("loop", ["range until 100", "range $k, $v := until 100"])
def test_long_loops_look_at_the_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, loop: str
) -> None:
    monkeypatch.setattr(engine, "RENDER_SECONDS", -1)
    message = refusal(tmp_path, "{{ " + loop + " }}{{ end }}")
    assert "rendering takes more than 5 seconds of processor time" in message
    assert render(tmp_path, "{{ " + loop.replace("100", "99") + " }}{{ end }}")


def test_a_list_that_a_long_loop_sorts_is_read_while_it_changes(tmp_path: Path) -> None:
    text = (
        "{{ $l := toStrings (untilStep 300 100 -1) }}"
        "{{ range $i, $v := $l }}{{ end }}{{ range $l }}{{ $_ := sortAlpha $l }}{{ . }} {{ end }}"
    )
    rendered = render(tmp_path, text)["c/templates/t0.yaml"].split()
    assert rendered[:2] == ["300", "102"]
    assert rendered[150:152] == ["251", "252"]


def test_the_output_of_one_template_is_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "OUTPUT_LIMIT", 1000)
    message = refusal(tmp_path, "{{ range until 200 }}0123456789{{ end }}")
    expected = "execution error in (c/templates/t0.yaml): the template writes more than 1000 bytes"
    assert message == expected


def test_the_output_of_all_templates_is_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "OUTPUT_LIMIT", 1000)
    message = refusal(tmp_path, "#" + "x" * 600, "#" + "y" * 600)
    expected = "execution error in (c/templates/t0.yaml): the templates write more than 1000 bytes"
    assert message == expected


@pytest.mark.parametrize(
    "call",
    [
        "print $x",
        'printf "%v" $x',
        'printf "%#v" $x',
        'printf "%d" $x',
        "toString $x",
        "quote $x",
        "squote $x",
        "toYaml $x",
        "toYamlPretty $x",
        "toJson $x",
        "toPrettyJson $x",
        "toRawJson $x",
        "toToml $x",
        "deepCopy $x",
    ],
)
@pytest.mark.parametrize("value", [ALIASES, ITSELF], ids=["aliases", "itself"])
def test_values_without_an_end_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: str, call: str
) -> None:
    from helmwright.go import deep_copy, json_write, toml_write, yaml_pretty, yaml_write

    monkeypatch.setattr(recursion, "_RECURSION_LIMIT", 5_000)
    monkeypatch.setattr(limits, "TEXT_LIMIT", 100_000)
    monkeypatch.setattr(json_write, "TEXT_LIMIT", 100_000)
    monkeypatch.setattr(json_write, "_FAST_LIMIT", 10_000)
    monkeypatch.setattr(deep_copy, "NODE_LIMIT", 10_000)
    monkeypatch.setattr(toml_write, "_LONGEST", 100_000)
    monkeypatch.setattr(yaml_write, "_MOST_LINES", 10_000)
    monkeypatch.setattr(yaml_pretty, "_MOST_LINES", 10_000)
    text = value + "{{ $y := " + call + " }}{{ len $y }}"
    try:
        rendered = render(tmp_path, text)
    except TemplateError:
        return
    # Where Go itself reports an error, these give an empty text.
    assert value == ITSELF
    assert call in {"toYaml $x", "toJson $x", "toPrettyJson $x"}
    assert rendered["c/templates/t0.yaml"] == "0"
