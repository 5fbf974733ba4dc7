"""What public functions say of arguments of another type; and how public things look."""

from __future__ import annotations

import inspect
import pickle
import re
from typing import TYPE_CHECKING, Any

import pytest
from tests.public_names import PUBLIC

from helmwright import (
    Capabilities,
    ChartRenderer,
    Release,
    TestedChart,
    World,
    load_chart,
    merge_sources,
    parse_manifests,
    render,
)
from helmwright.base.argument_types import checked
from helmwright.determined import DeterminedRelease

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FUNCTIONS = sorted(
    name
    for name, thing in PUBLIC.items()
    if inspect.isfunction(thing) and inspect.signature(thing).parameters
)
OPEN = {
    "apply_merge_patch",
    "apply_strategic_patch",
    "create_merge_patch",
    "create_strategic_patch",
    "create_three_way_patch",
    "effective_pods",
    "merge_pod_specs",
}
"""They take any document, and refuse one that is none as they refuse others."""
LATER = {"fetch_schemas", "rule"}
"""The first takes keywords only. What the other makes is looked at where rules are gathered: there are hundreds, and each run loads all of them."""


class Odd:
    """Something that no function takes."""


@pytest.fixture
def chart(tmp_path: Path) -> Path:
    (tmp_path / "c" / "templates").mkdir(parents=True)
    (tmp_path / "c" / "Chart.yaml").write_text("apiVersion: v2\nname: c\nversion: 1.0.0\n")
    (tmp_path / "c" / "templates" / "a.yaml").write_text(
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: m, namespace: prod}\n"
    )
    return tmp_path / "c"


@pytest.mark.parametrize("name", [one for one in FUNCTIONS if one not in OPEN | LATER])
def test_every_function_says_what_it_wants_instead(name: str) -> None:
    function = PUBLIC[name]
    count = sum(
        one.default is one.empty and one.kind is one.POSITIONAL_OR_KEYWORD
        for one in inspect.signature(function).parameters.values()
    )

    with pytest.raises(TypeError) as caught:
        function(*[Odd()] * max(count, 1))

    text = str(caught.value)
    assert re.fullmatch(rf'{name}\(\) wants .+ for "\w+", not an Odd(; .+)?', text), text


SAID: dict[str, tuple[Callable[..., Any], tuple[Any, ...], str]] = {
    "render": (
        render,
        ([1],),
        'render() wants a Chart for "chart", not a list; load_chart(path) returns one',
    ),
    "render path": (
        render,
        ("chart", {}),
        'render() wants a Chart for "chart", not a text; load_chart(path) returns one',
    ),
    "load_chart": (load_chart, (None,), 'load_chart() wants a text or a path for "path", not None'),
    "merge_sources": (
        merge_sources,
        ("prod.yaml",),
        'merge_sources() wants a list, each a text or a path, for "files", not a text',
    ),
    "merge_sources items": (
        merge_sources,
        (["prod.yaml", 1],),
        (
            'merge_sources() wants a list, each a text or a path, for "files", '
            "not a list with an int in it"
        ),
    ),
    "ChartRenderer": (
        ChartRenderer,
        ("chart",),
        'ChartRenderer() wants a Chart for "chart", not a text; load_chart(path) returns one',
    ),
    "Release": (Release, (1,), 'Release() wants a text for "name", not an int'),
    "World.fixed": (World.fixed, (1,), 'World.fixed() wants a text or None for "now", not an int'),
    "Capabilities": (
        Capabilities.default,
        ("1.31",),
        'Capabilities.default() wants a KubeVersion or None for "kube_version", not a text',
    ),
    "DeterminedRelease": (
        DeterminedRelease.parse,
        (0.38,),
        'DeterminedRelease.parse() wants a text for "text", not a float',
    ),
    "TestedChart": (
        TestedChart,
        (3,),
        'TestedChart() wants a text or a path for "path", not an int',
    ),
}


@pytest.mark.parametrize("case", SAID)
def test_words_of_the_error(case: str) -> None:
    function, arguments, text = SAID[case]

    with pytest.raises(TypeError, match=f"^{re.escape(text)}"):
        function(*arguments)


def test_methods_say_it_too(chart: Path) -> None:
    renderer = ChartRenderer(load_chart(chart))

    with pytest.raises(TypeError, match=r'^ChartRenderer.render\(\) wants a dict for "overrides"'):
        renderer.render([1])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r'a Release or None for "release", not a text; Release\('):
        renderer.render({}, "web")  # type: ignore[arg-type]


def test_named_arguments_are_looked_at_too(chart: Path) -> None:
    with pytest.raises(TypeError, match='for "set_values", not a text'):
        merge_sources(set_values="a=1")
    with pytest.raises(TypeError, match='for "release", not a dict'):
        render(load_chart(chart), {}, release={})  # type: ignore[arg-type]


def test_a_missing_argument_is_what_python_says_it_is(chart: Path) -> None:
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'overrides'"):
        render(load_chart(chart))  # type: ignore[call-arg]


def test_what_fits_is_taken() -> None:
    @checked
    def takes(  # noqa: PLR0917 - each kind of annotation
        text: str = "",
        number: float = 0,
        names: list[str] | None = None,
        pairs: list[tuple[str, str]] | None = None,
        anything: Any = None,
        other: Unknown | None = None,  # type: ignore[name-defined]  # noqa: F821
    ) -> bool:
        return bool(text or number or names or pairs or anything or other)

    for good in ({"number": 1}, {"names": ("a",)}, {"names": iter("a")}, {"pairs": [("a", "b")]}):
        assert takes(**good)
    assert takes(anything=Odd())
    assert takes(other=Odd())
    for bad in ({"number": "1"}, {"names": "a"}, {"names": [1]}, {"names": 3}, {"text": b"a"}):
        with pytest.raises(TypeError, match="wants"):
            takes(**bad)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_go_to_other_processes(name: str) -> None:
    function = PUBLIC[name]

    assert pickle.loads(pickle.dumps(function)) is function  # noqa: S301 - our own


def test_things_show_what_they_are(chart: Path) -> None:
    renderer = ChartRenderer(load_chart(chart))
    (manifest,) = renderer.render({}).manifests

    assert repr(manifest) == "<Manifest ConfigMap/m from c/templates/a.yaml>"
    assert repr(renderer) == "<ChartRenderer of Chart('c')>"
    assert repr(Release("web", "prod")) == "Release('web', 'prod', revision=1)"


def test_a_manifest_has_the_namespace_that_is_written_in_it() -> None:
    texts = {
        "c/templates/a.yaml": "kind: A\nmetadata: {name: a, namespace: prod}\n",
        "c/templates/b.yaml": "kind: B\nmetadata: {name: b}\n",
        "c/templates/c.yaml": "kind: C\n",
        "c/templates/d.yaml": "kind: D\nmetadata: {annotations: {helm.sh/hook: test}}\n",
    }

    manifests, hooks = parse_manifests(texts)

    assert [one.namespace for one in manifests] == ["prod", "", ""]
    assert [repr(one) for one in hooks] == ["<hook D/ from c/templates/d.yaml>"]
