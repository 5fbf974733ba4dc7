from __future__ import annotations

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from helmwright.base.errors import SourceError
from helmwright.sources.index import Index, read_index
from helmwright.sources.index_scan import cut, scan


def index(text: str, warnings: list[str] | None = None) -> Index:
    def log(_: str, message: str, /, **__: object) -> None:
        (warnings if warnings is not None else []).append(message)

    return read_index(text.encode(), "there", log=log)


def entry(version: str, name: str = "web", **more: object) -> dict[str, object]:
    return {"name": name, "version": version, "urls": [f"{name}-{version}.tgz"], **more}


def written(**charts: list[object]) -> str:
    return yaml.safe_dump({"apiVersion": "v1", "entries": charts})


def versions(found: Index, name: str = "web") -> list[str]:
    return [one.version for one in found.entries[name]]


def test_versions_are_sorted_newest_first_and_known_by_what_they_say():
    found = index(
        written(
            web=[
                entry("1.0.0"),
                entry("v2.0.0", digest="abc"),
                entry("1.10.0"),
                entry("2.0.0-rc.1"),
            ]
        )
    )

    assert versions(found) == ["v2.0.0", "2.0.0-rc.1", "1.10.0", "1.0.0"]
    assert found.entries["web"][0].digest == "abc"
    assert found.entries["web"][0].urls == ["web-v2.0.0.tgz"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty index.yaml file"),
        ("entries: {}", "no API version specified"),
        ("apiVersion: ''", "no API version specified"),
        (
            "apiVersion: v1\nfoo: 1",
            'error unmarshaling JSON: while decoding JSON: json: unknown field "foo"',
        ),
        (
            "apiVersion: v1\nentries:\n  web:\n  - bar: 1",
            'error unmarshaling JSON: while decoding JSON: json: unknown field "bar"',
        ),
        (
            "apiVersion: v1\nentries: {}\nentries: {}",
            (
                "error converting YAML to JSON: yaml: unmarshal errors:\n"
                '  line 3: key "entries" already set in map'
            ),
        ),
        (
            "\x1f\x8b",
            "error converting YAML to JSON: yaml: control characters are not allowed",
        ),
        (
            "<html>",
            (
                "error unmarshaling JSON: while decoding JSON: "
                "json: cannot unmarshal string into Go value of type repo.IndexFile"
            ),
        ),
        (
            "apiVersion: v1\ngenerated: soon",
            (
                "error unmarshaling JSON: while decoding JSON: "
                'parsing time "soon" as "2006-01-02T15:04:05Z07:00": cannot parse "soon" as "2006"'
            ),
        ),
    ],
)
def test_what_is_no_index_is_refused_as_helm_refuses_it(text, message):
    with pytest.raises(SourceError) as caught:
        index(text)

    assert caught.value.message == message


def test_unknown_keys_of_json_pass():
    found = index(
        '{"apiVersion": "v1", "foo": 1, "entries": {"web": [{"name": "web", "version": "1.0.0", "x": 2}]}}'
    )

    assert versions(found) == ["1.0.0"]


def test_invalid_entries_are_left_out_with_a_warning_each_from_the_last():
    warnings: list[str] = []

    found = index(
        written(web=[entry("1.0.0"), None, entry("bad"), entry("1.1.0", type="x")]), warnings
    )

    assert versions(found) == ["1.0.0"]
    assert warnings == [
        (
            'skipping loading invalid entry for chart "web" "1.1.0" from there: '
            "validation: chart.metadata.type must be application or library"
        ),
        (
            'skipping loading invalid entry for chart "web" "bad" from there: '
            'validation: chart.metadata.version "bad" is invalid'
        ),
        'skipping loading invalid entry for chart "web" from there: empty entry',
    ]


def test_two_dependencies_of_one_name_are_forgiven():
    twice = [{"name": "a"}, {"name": "a"}]

    assert versions(index(written(web=[entry("1.0.0", dependencies=twice)]))) == ["1.0.0"]


@pytest.mark.parametrize(
    ("asked", "chosen"),
    [
        ("", "1.10.0"),
        (">0.0.0-0", "2.0.0-rc.1"),
        ("^1.0", "1.10.0"),
        ("~1.1", "1.1.0"),
        ("v1.0.0", "v1.0.0"),
        ("1.0.0", "1.0.0"),
        ("1.0.0+b", "1.0.0+b"),
        ("1.1", "1.1.0"),
    ],
)
def test_a_version_is_chosen_by_its_text_or_by_a_range(asked, chosen):
    found = index(
        written(
            web=[
                entry(one)
                for one in ("1.0.0", "v1.0.0", "1.0.0+b", "1.1.0", "1.10.0", "2.0.0-rc.1")
            ]
        )
    )

    assert found.get("web", asked).version == chosen


def test_falling_back_to_a_near_version_is_told():
    told = []
    found = index(written(web=[entry("1.0.0")]))

    found.get("web", "1.0", log=lambda *words, **more: told.append((words, more)))

    assert told == [
        (
            (
                "WARN",
                "unable to find exact version requested; falling back to closest available version",
            ),
            {"chart": "web", "requested": "1.0", "selected": "1.0.0"},
        )
    ]


@pytest.mark.parametrize(
    ("name", "version", "message"),
    [
        ("none", "", "no chart name found"),
        ("web", "9", "no chart version found for web-9"),
        ("empty", "", "no chart version found"),
        ("web", "nope", "improper constraint: nope"),
    ],
)
def test_what_is_not_there_is_said(name, version, message):
    found = index(written(web=[entry("1.0.0")], empty=[]))

    with pytest.raises(SourceError) as caught:
        found.get(name, version)

    assert caught.value.message.replace('"', "") == message


names = st.from_regex(r"[a-z][a-z0-9-]{0,8}", fullmatch=True)
texts = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cs", "Cc", "Cn", "Co")), max_size=40
)
chart_versions = st.builds(
    lambda version, description, keywords, home: {
        "version": version,
        "description": description,
        "keywords": keywords,
        "home": home,
        "urls": ["x.tgz"],
        "created": "2024-01-02T03:04:05Z",
    },
    st.from_regex(r"[0-9]{1,2}\.[0-9]{1,2}\.[0-9](-[a-z]{1,3}|\+[0-9]{1,2})?", fullmatch=True),
    texts | st.from_regex(r"[a-z ]*\n  [a-z]*:\n[a-z: -]*", fullmatch=True),
    st.lists(texts, max_size=3),
    texts,
)
charts = st.dictionaries(names, st.lists(chart_versions | st.none(), max_size=4), max_size=5)


@given(charts, st.sampled_from([0, 2]), st.booleans())
@settings(max_examples=150, deadline=None)
def test_a_chart_that_is_cut_out_is_the_chart_of_the_whole_index(entries, indent, is_wide):
    for name, found in entries.items():
        for one in found:
            if one is not None:
                one["name"] = name
    data = yaml.safe_dump(
        {"apiVersion": "v1", "entries": entries, "generated": "2024-01-02T03:04:05Z"},
        allow_unicode=True,
        width=20 if is_wide else 200,
    )
    if indent:
        data = data.replace("\n  - ", "\n    - ").replace("\n    ", "\n      ")
    text = data.encode()
    try:
        whole = read_index(text, "there")
    except SourceError:
        return
    for name in [*entries, "not-there"]:
        part = scan(text, name, "there", log=lambda *_, **__: None)
        if part is not None:
            assert seen(part, name) == seen(whole, name)


def seen(found: Index, name: str) -> object:
    return [one.fields for one in found.entries[name]] if name in found.entries else None


HEAD = "apiVersion: v1\nentries:\n"


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (f"{HEAD}  a:\n  - x: 1\n  b:\n  - y: 2\n", "entries:\n  a:\n  - x: 1\n"),
        (f"{HEAD}  b: []\n  a:\n    - x: 1\ngenerated: x\n", None),
        (f"{HEAD}  b:\n  a:\n    - x: 1\ngenerated: x\n", "entries:\n  a:\n    - x: 1\n"),
        (f'{HEAD}  "a":\n  - x: 1\n', 'entries:\n  "a":\n  - x: 1\n'),
        (f"{HEAD}  b:\n  - x\n", ""),
        (f"{HEAD}  a:\n  - x\n  a:\n  - x\n", None),
        (f"{HEAD}  a: [x]\n", None),
        (f"{HEAD}  a:\n  - &b x\n", None),
        (f"{HEAD}  a:\n  - x\nentries:\n  a:\n", None),
        ("entries:\n  a:\n  - x: 1\n", None),
        ("apiVersion: v1\nentries: {}\n", None),
    ],
)
def test_what_is_cut(text, part):
    assert cut(text.encode(), "a") == (part.encode() if part is not None else None)
