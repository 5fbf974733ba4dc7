"""Templates that would never end, or fill the memory, fail with one clear error."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from tests.cli.command import CHART, write_chart

from helmwright.base.errors import TemplateError, UsageError
from helmwright.charts.loader import load_chart
from helmwright.go import limits, stacks
from helmwright.go.limits import Limits
from helmwright.go.world import World
from helmwright.rendering import engine
from helmwright.rendering.capabilities import Capabilities
from helmwright.rendering.engine import Engine
from helmwright.rendering.release import Release
from helmwright.rendering.renderer import ChartRenderer
from helmwright.rendering.steps import prepare, render_files

if TYPE_CHECKING:
    from pathlib import Path

ALIASES = "{{ $x := dict }}{{ range until 60 }}{{ $x = dict `a` $x `b` $x }}{{ end }}"
ITSELF = "{{ $x := dict }}{{ $_ := set $x `a` $x }}"
BRANCHES = "{{ define `x` }}%s%s{{ end }}{{ include `x` . }}"


def render(folder: Path, *templates: str, limits: Limits | None = None) -> dict[str, str]:
    files = {f"templates/t{number}.yaml": text for number, text in enumerate(templates)}
    write_chart(folder, {"Chart.yaml": CHART, **files})
    release = Release("r", "n")
    prepared = prepare(load_chart(str(folder / "c")), {}, release)
    return render_files(
        Engine(limits=limits), prepared, release, Capabilities.default(), World.real()
    )


def refusal(folder: Path, *templates: str, limits: Limits | None = None) -> str:
    with pytest.raises(TemplateError) as caught:
        render(folder, *templates, limits=limits)
    return caught.value.message


NESTED = "{{ range until 50 }}" * 6 + "%s" + "{{ end }}" * 6
FAN_OUT = (
    "{{ define `x` }}{{ if . }}%s%s{{ end }}{{ end }}"
    "{{ range until 99 }}{{ include `x` (until 60) }}{{ end }}"
)
ENDLESS = {
    "loops": NESTED % "",
    "loops with keys": NESTED.replace("range until", "range $k, $v := until") % "",
    "a loop over a large integer": "{{ range 1000000000000 }}{{ end }}",
    "a loop over a large int64": "{{ range int64 1000000000000 }}{{ end }}",
    "new texts for tpl": NESTED % "{{ $_ := tpl (printf `{{ %d }}` (randInt 0 100000000)) 1 }}",
    "random texts": NESTED % "{{ $_ := shuffle (repeat 50 `x`) }}",
    "large texts": NESTED % "{{ $_ := repeat 100000 `x` }}",
    "long lists": "{{ $x := until 10000 }}" + NESTED % "{{ $_ := append $x 1 }}",
    "copies": "{{ $x := dict `a` (until 2000) }}" + NESTED % "{{ $_ := deepCopy $x }}",
    "JSON": "{{ $x := toJson (until 2000) }}" + NESTED % "{{ $_ := fromJson $x }}",
    "YAML": "{{ $x := toYaml (until 2000) }}" + NESTED % "{{ $_ := fromYaml $x }}",
    "replacements": NESTED % "{{ $_ := regexReplaceAll `a` (repeat 1100 `a`) `$0` }}",
    "includes": FAN_OUT % (("{{ $_ := include `x` (rest .) }}",) * 2),
    "deep includes": (
        "{{ define `x` }}{{ if lt (int .) 900 }}{{ include `x` (add 1 .) }}{{ include `x` (add 1 .) }}"
        "{{ end }}{{ end }}{{ include `x` 0 }}"
    ),
    "templates": FAN_OUT % (("{{ template `x` rest . }}",) * 2),
}


@pytest.mark.parametrize("text", ENDLESS.values(), ids=ENDLESS)
def test_the_processor_time_of_a_render_is_bounded(tmp_path: Path, text: str) -> None:
    before = time.thread_time()
    message = refusal(tmp_path, text, limits=Limits(seconds=0.2))
    assert "rendering takes more than 0.2 seconds of processor time (--max-seconds or" in message
    assert time.thread_time() - before < 2
    limits.WORK.look()  # nothing is bounded any more


@pytest.mark.parametrize(
    "text",
    [
        "{{ $x := list }}{{ range until 99 }}{{ $x = append $x (repeat 4000000 `x`) }}{{ end }}",
        "{{ $x := list }}{{ range until 99 }}{{ $x = append $x (until 1000000) }}{{ end }}",
        "{{ $x := list }}{{ range until 9999999 }}{{ $x = list $x (list) (dict) }}{{ end }}",
        "{{ $x := `x` }}{{ range until 40 }}{{ $x = print $x $x }}{{ end }}",
    ],
)
def test_the_memory_of_a_render_is_bounded(tmp_path: Path, text: str) -> None:
    message = refusal(tmp_path, text, limits=Limits(memory=64))
    assert "rendering takes more than 64 MiB of memory (--max-memory or" in message


def test_large_values_may_pass_through_from_json_again_and_again(tmp_path: Path) -> None:
    values = "{{ $x := dict `a` (repeat 1000000 `x`) }}"
    text = values + "{{ range until 50 }}{{ $x = fromJson (toJson $x) }}{{ end }}{{ len $x.a }}"
    assert render(tmp_path, text)["c/templates/t0.yaml"] == "1000000"


def test_the_environment_sets_other_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HELMWRIGHT_MAX_SECONDS", "0.1")
    assert "more than 0.1 seconds" in refusal(tmp_path, ENDLESS["loops"])
    monkeypatch.setenv("HELMWRIGHT_MAX_SECONDS", "no")
    with pytest.raises(UsageError, match='HELMWRIGHT_MAX_SECONDS is a number above 0, not "no"'):
        render(tmp_path, "")


def test_renderers_take_limits(tmp_path: Path) -> None:
    write_chart(tmp_path, {"Chart.yaml": CHART, "templates/t0.yaml": ENDLESS["loops"]})
    chart = load_chart(str(tmp_path / "c"))
    with pytest.raises(TemplateError, match=r"more than 0\.05 seconds"):
        ChartRenderer(chart, limits=Limits(seconds=0.05)).files({})


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

    monkeypatch.setattr(stacks, "_MOST_STACKS", 5)
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
