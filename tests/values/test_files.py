from __future__ import annotations

import io
from typing import Any

import pytest

from helmwright.base.errors import ValuesError
from helmwright.go.kinds import Int64
from helmwright.values.files import Source, merge_sources


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.yaml").write_text("a: 1\nb: {c: 2}\n")
    (tmp_path / "b.yaml").write_text("b: {d: null}\nl: [1]\n")
    (tmp_path / "list.yaml").write_text("- a\n")
    (tmp_path / "x:y.yaml").write_text("q: 1\n")
    (tmp_path / "text").write_text("line\n")
    (tmp_path / "dir").mkdir()


@pytest.mark.usefixtures("files")
def test_flags_are_merged_in_the_order_of_helm():
    values = merge_sources(
        ["a.yaml", "b.yaml"],
        set_literal=["lit=a,b"],
        set_file=["f=text"],
        set_string=["a=9"],
        set_values=["a=8,b.c=7"],
        set_json=['{"a":7,"b":{"j":[1]}}', "k=1 m=null"],
    )
    assert values == {
        "a": "9",
        "b": {"c": 7, "d": None, "j": [1.0]},
        "l": [1.0],
        "k": 1.0,
        "m": None,
        "f": "line\n",
        "lit": "a,b",
    }
    assert type(values["b"]["c"]) is Int64


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("flag", "text", "message"),
    [
        ("files", "nope.yaml", "open nope.yaml: no such file or directory"),
        ("files", "dir", "read dir: is a directory"),
        ("files", "", "open : no such file or directory"),
        ("files", ":x", 'parse ":x": missing protocol scheme'),
        (
            "files",
            "list.yaml",
            (
                "failed to parse list.yaml: cannot unmarshal yaml document: error unmarshaling "
                "JSON: while decoding JSON: json: cannot unmarshal array into Go value of type "
                "map[string]interface {}"
            ),
        ),
        ("set_json", '{"b":', 'failed parsing --set-json data JSON: {"b":'),
        ("set_json", "a=x", "failed parsing --set-json data a=x"),
        ("set_values", "a", 'failed parsing --set data: key "a" has no value'),
        ("set_string", "a", 'failed parsing --set-string data: key "a" has no value'),
        ("set_literal", "a", 'failed parsing --set-literal data: key "a" has no value'),
        (
            "set_file",
            "a=nope",
            "failed parsing --set-file data: open nope: no such file or directory",
        ),
    ],
)
def test_refusals_have_the_text_of_helm(flag, text, message):
    options: dict[str, Any] = {flag: [text]}
    with pytest.raises(ValuesError) as caught:
        merge_sources(**options)
    assert caught.value.message == message


@pytest.mark.usefixtures("files")
def test_a_colon_does_not_make_a_path_a_url():
    assert merge_sources(["x:y.yaml"]) == {"q": 1.0}


@pytest.mark.parametrize("url", ["https://e.com/v.yaml", "oci://e.com/v"])
def test_urls_are_refused_by_name(url):
    with pytest.raises(ValuesError, match=f"^cannot read {url}: values are not fetched"):
        merge_sources([url])


def test_a_dash_is_standard_input(monkeypatch):
    class Standard:
        buffer = io.BytesIO(b"a: 1\n")

    monkeypatch.setattr("sys.stdin", Standard)
    assert merge_sources(["-"]) == {"a": 1.0}


@pytest.mark.usefixtures("files")
def test_sources_are_recorded_on_request():
    sources: list[Source] = []
    merge_sources(["a.yaml"], set_values=["b.c=3"], set_json=["x=1"], sources=sources)
    assert [(source.kind, source.text, source.values) for source in sources] == [
        ("values", "a.yaml", {"a": 1.0, "b": {"c": 2.0}}),
        ("set-json", "x=1", None),
        ("set", "b.c=3", None),
    ]
