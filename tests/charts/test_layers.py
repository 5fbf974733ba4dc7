"""Values with their sources: what decides each, and what it overrides."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cli.command import write_chart

from helmwright import load_chart
from helmwright.base.errors import HelmwrightError
from helmwright.charts import layer_values
from helmwright.charts.chart import Chart
from helmwright.charts.metadata import Metadata
from helmwright.reference import explain_value
from helmwright.reference.explained import Explainer

if TYPE_CHECKING:
    from pathlib import Path

CHART = Chart(Metadata("c"))


@pytest.fixture
def chart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Chart:
    monkeypatch.chdir(tmp_path)
    write_chart(
        tmp_path,
        {
            "Chart.yaml": "apiVersion: v2\nname: c\nversion: 0.1.0\n"
            "dependencies: [{name: inner, version: 0.1.0, alias: sub}]\n",
            "values.yaml": "a: 1\n\nb:\n  # About c.\n  c: x\n  d: [1, 2]\nsub:\n  e: outer\n",
            "charts/inner/Chart.yaml": "apiVersion: v2\nname: inner\nversion: 0.1.0\n",
            "charts/inner/values.yaml": "# About e.\ne: own\nf: 1\n",
        },
    )
    return load_chart("c")


FILES = [("one.yaml", b"a: 2\nb:\n  c: w\n"), ("two.yaml", b"b:\n  c: z\n")]


def test_the_last_source_decides_and_the_others_are_known(chart):
    layered = layer_values(chart, FILES, [("set", "a=3")])

    history = layered.history(("b", "c"))

    assert [(one.layer.name, str(one.position), one.value) for one in history] == [
        ("two.yaml", "two.yaml:2:3", "z"),
        ("one.yaml", "one.yaml:3:3", "w"),
        ("c/values.yaml", "c/values.yaml:5:3", "x"),
    ]
    assert layered.effective["a"] == 3
    assert str(layered.history(("a",))[0].position) == "--set a"


def test_defaults_of_a_subchart_are_weaker_than_what_is_said_about_it(chart):
    layered = layer_values(chart)

    names = [one.layer.name for one in layered.history(("sub", "e"))]

    assert names == ["c/values.yaml", "c/charts/inner/values.yaml"]
    assert layered.effective["sub"]["e"] == "outer"
    assert layered.effective["sub"]["f"] == 1.0


def test_what_replaces_a_map_decides_all_that_was_in_it(chart):
    layered = layer_values(chart, [("f.yaml", b"b: null\n")])

    layer = layered.decisive(("b", "c"))

    assert layer is not None
    assert layer.name == "f.yaml"
    assert layered.nearest(("b", "c"), of_users=True) == (layer, ("b", "c"))
    assert layered.decisive(("a",), of_users=True) is None


def test_names_of_flags_tell_no_values(chart):
    overrides = [("set", "a=1,b.c=secret"), ("set-json", '{"a": 2}'), ("set-literal", "b.c=x,y=z")]

    names = [layer.name for layer in layer_values(chart, (), overrides).layers[2:]]

    assert names == ["--set a,b.c", "--set-json a", "--set-literal b.c"]


def test_names_of_flags_are_the_keys_of_what_was_parsed(chart):
    overrides = [
        ("set", "tokens={abc,c2VjcmV0LXRva2Vu==},a=1"),
        ("set-json", 'n.b={"c": "d=e,f=g"},h=[1,2]'),
        ("set-string", r"x\,y=1,z=p\,q=r"),
        ("set", "pools[1].name=s,list[0]=t"),
        ("set-json", '{"k1":1,"k2":1,"k3":1,"k4":1,"k5":1,"k6":1,"k7":1,"k8":1,"k9":1}'),
        ("set-json", '{"not a key: hunter2": 1}'),
    ]

    names = [layer.name for layer in layer_values(chart, (), overrides).layers[2:]]

    assert names == [
        "--set tokens,a",
        "--set-json n.b.c,h",
        "--set-string …,z",
        "--set pools[1].name,list",
        "--set-json k1,k2,k3,k4,k5,k6,k7,k8,…",
        "--set-json …",
    ]


VALUE = st.text(st.sampled_from("QXZ=,.{}[]\\\"':-/+ \n7"), min_size=2, max_size=24)
KEYS = st.lists(st.sampled_from(["a", "b.c", "list[0]", "pools[1].name"]), min_size=1, max_size=3)


@settings(max_examples=300, deadline=None)
@given(
    kind=st.sampled_from(["set", "set-string", "set-literal", "set-json", "document"]),
    keys=KEYS,
    values=st.lists(VALUE, min_size=3, max_size=3),
    nested=st.booleans(),
)
def test_no_value_is_a_part_of_the_name_of_a_layer(kind, keys, values, nested):
    texts = []
    for key, value in zip(keys, values, strict=False):
        if kind in ("set-json", "document"):
            texts.append((key, json.dumps([value, {"a": value}] if nested else value)))
        else:
            special = re.compile(r"[\\{}\[\]]" if nested else r"([,={}\[\]\\])")
            plain = special.sub("", value) if nested else special.sub(r"\\\1", value)
            texts.append((key, f"{{{plain},Q=Z}}" if nested else plain))
    if kind == "document":
        argument = "{" + ",".join(f'"k{at}": {text}' for at, (_, text) in enumerate(texts)) + "}"
    else:
        argument = ",".join(f"{key}={text}" for key, text in texts[: 1 if "literal" in kind else 3])
    flag = "set-json" if kind == "document" else kind
    try:
        layered = layer_values(CHART, (), [(flag, argument)])
    except HelmwrightError:
        return

    name = layered.layers[-1].name.removeprefix(f"--{flag}")

    assert re.fullmatch(r"[ a-z0-9.,\[\]…]*", name), name


def test_a_file_that_cannot_be_read_has_no_places(chart):
    layered = layer_values(chart, [("f.yaml", b"a: 1\n---\nb: {c: q}\n")])

    layer = layered.layers[-1]

    assert str(layer.position(("a",))) == "f.yaml:1:4"
    assert str(layer.position(("b", "c"))) == "f.yaml:1:1"


class TestExplained:
    def test_says_what_is_known_about_a_key(self, chart):
        found = explain_value(layer_values(chart, FILES), ("b", "c"))

        assert found.value == "z"
        assert found.is_set
        assert found.origin is not None
        assert str(found.origin.position) == "two.yaml:2:3"
        assert [one.value for one in found.overridden] == ["w", "x"]
        assert found.entry is not None
        assert found.entry.description == "About c."

    def test_names_what_took_a_value_away(self, chart):
        found = explain_value(layer_values(chart, [("f.yaml", b"b: null\n")]), ("b", "c"))

        assert not found.is_set
        assert found.origin is not None
        assert str(found.origin.position) == "f.yaml:1:1"
        assert [one.value for one in found.overridden] == ["x"]

    def test_asks_the_subchart_about_its_own_keys(self, chart):
        found = explain_value(layer_values(chart), ("sub", "e"))

        assert found.entry is not None
        assert found.entry.description == "About e."

    def test_knows_nothing_of_a_key_that_is_nowhere(self, chart):
        found = explain_value(layer_values(chart), ("nope", 0))

        assert (found.is_set, found.origin, found.entry) == (False, None, None)

    def test_explains_all_keys_a_list_as_one(self, chart):
        explainer = Explainer(layer_values(chart))

        keys = [one.path for one in explainer.explain_all()]

        assert {("a",), ("b", "c"), ("b", "d"), ("sub", "e"), ("sub", "f")} <= set(keys)
        assert len(keys) == len(set(keys))


NULLS = {
    "Chart.yaml": "apiVersion: v2\nname: n\nversion: 0.1.0\n"
    "dependencies:\n- {name: db, version: 0.1.0, import-values: [data]}\n",
    "values.yaml": "gone: 1\nown: null\ndb:\n  kept: null\n  auth: {user: u, extra: null}\n",
    "charts/db/Chart.yaml": "apiVersion: v2\nname: db\nversion: 0.1.0\n",
    "charts/db/values.yaml": "kept: 5\nauth: {user: x, extra: 1}\nclass: null\nsize: 8Gi\n"
    "exports: {data: {imported: yes}}\n",
}


class TestNulls:
    """Nulls in values: some remove what a weaker source sets, some Helm drops before they could."""

    @pytest.fixture
    def nulls(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Chart:
        monkeypatch.chdir(tmp_path)
        write_chart(tmp_path, NULLS)
        return load_chart("c")

    def origin(self, layered, *path: str) -> str:
        found = explain_value(layered, path)
        return "" if found.origin is None else str(found.origin.position).rpartition("c/")[2]

    def test_a_null_that_helm_drops_is_no_origin(self, nulls):
        layered = layer_values(nulls)

        assert layered.effective["db"]["kept"] == 5
        assert self.origin(layered, "db", "kept") == "charts/db/values.yaml:1:1"
        assert self.origin(layered, "db", "auth", "extra") == "charts/db/values.yaml:2:17"

    def test_a_default_of_a_subchart_is_its_own_and_not_of_the_chart_that_copies_it(self, nulls):
        layered = layer_values(nulls)

        assert self.origin(layered, "db", "size") == "charts/db/values.yaml:4:1"
        assert self.origin(layered, "db", "auth", "user") == "values.yaml:5:10"

    def test_a_null_of_a_flag_or_file_that_removes_a_default_is_named(self, nulls):
        flag = layer_values(nulls, (), [("set", "gone=null"), ("set", "db.size=null")])
        file = layer_values(nulls, [("f.yaml", b"gone: null\n")])

        assert "gone" not in flag.effective
        assert self.origin(flag, "gone") == "--set gone"
        assert self.origin(flag, "db", "size") == "--set db.size"
        assert self.origin(file, "gone") == "f.yaml:1:1"

    def test_a_null_under_a_value_of_a_stronger_source_is_no_origin(self, nulls):
        files = [("a.yaml", b"gone: null\n"), ("b.yaml", b"gone: 2\n")]

        assert self.origin(layer_values(nulls, files), "gone") == "b.yaml:1:1"

    def test_an_imported_value_counts_as_a_default_of_the_chart(self, nulls):
        found = explain_value(layer_values(nulls), ("imported",))

        assert found.is_set
        assert found.origin is not None
        assert found.origin.layer.name.endswith("c/values.yaml")
