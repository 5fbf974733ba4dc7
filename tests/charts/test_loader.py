"""Loading charts; every expected text is Helm 4.2.4's."""

from __future__ import annotations

import gzip
import io
import os
import tarfile
from typing import TYPE_CHECKING, Any

import pytest

from helmwright.base.errors import ChartError
from helmwright.charts.chart import Chart, chart_map
from helmwright.charts.loader import load_chart

if TYPE_CHECKING:
    from pathlib import Path

CHART = "apiVersion: v2\nname: c\nversion: 1.0.0\n"
SUB = "apiVersion: v2\nname: s\nversion: 1.0.0\n"


def write(root: Path, files: dict[str, str | bytes]) -> str:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return str(root)


def pack(files: dict[str, str | bytes]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, content in files.items():
            data = content.encode() if isinstance(content, str) else content
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return gzip.compress(buffer.getvalue(), mtime=0)


def names(chart: Chart) -> dict[str, list[str]]:
    return {
        "files": [file.name for file in chart.files],
        "templates": [file.name for file in chart.templates],
    }


def load(tmp_path: Path, files: dict[str, str | bytes], **options: Any) -> Chart:
    return load_chart(write(tmp_path / "dir", files), **options)


def test_files_of_a_directory_are_sorted_into_templates_and_files(tmp_path):
    chart = load(
        tmp_path,
        {
            "Chart.yaml": CHART,
            "Chart.lock": "digest: x\ngenerated: '2024-01-01T00:00:00Z'\n",
            "values.yaml": "a: 1\n",
            "values.schema.json": "{}",
            ".helmignore": "",
            "README.md": "",
            "crds/a.yaml": "",
            "crds/a.txt": "",
            "charts/x.tgz.prov": "",
            "templates/_h.tpl": "",
            "templates/.hidden": "",
            "templates/d/a.anything": "",
        },
    )
    assert names(chart) == {
        "files": [".helmignore", "README.md", "charts/x.tgz.prov", "crds/a.txt", "crds/a.yaml"],
        "templates": ["templates/_h.tpl", "templates/d/a.anything"],
    }
    assert chart.values == {"a": 1.0}
    assert chart.schema == b"{}"
    assert chart.lock is not None
    assert chart.lock.digest == "x"
    assert chart.metadata.dependencies is None
    assert [path for path, _ in chart.crds()] == ["c/crds/a.yaml"]


def test_a_byte_order_mark_is_dropped_from_every_file(tmp_path):
    chart = load(tmp_path, {"Chart.yaml": b"\xef\xbb\xbf" + CHART.encode(), "x": b"\xef\xbb\xbfa"})
    assert chart.files[0].data == b"a"


def test_a_subchart_is_named_by_its_own_chart_yaml(tmp_path):
    chart = load(
        tmp_path,
        {
            "Chart.yaml": CHART,
            "charts/directory/Chart.yaml": SUB,
            "charts/directory/templates/a.yaml": "",
            "charts/directory/crds/x.YML": "",
            "charts/_skipped/x": "",
            "charts/.skipped/x": "",
        },
    )
    (subchart,) = chart.dependencies
    assert subchart.full_path == "c/charts/s"
    assert not subchart.is_root
    assert subchart.parent is chart
    assert subchart.path.endswith("/dir/charts/directory")
    assert [path for path, _ in chart.crds()] == ["c/charts/s/crds/x.YML"]


def test_a_packed_subchart_is_not_filtered_by_ignore_rules(tmp_path):
    packed = pack({"any/Chart.yaml": SUB, "any/templates/.x": "", "any/.helmignore": "*\n"})
    chart = load(tmp_path, {"Chart.yaml": CHART, "charts/s-1.0.0.tgz": packed})
    assert names(chart.dependencies[0]) == {
        "files": [".helmignore"],
        "templates": ["templates/.x"],
    }


def test_an_archive_loses_the_first_part_of_every_name(tmp_path):
    path = tmp_path / "c.tgz"
    path.write_bytes(pack({"one/Chart.yaml": CHART, "two\\templates\\a.yaml": "x"}))
    assert names(load_chart(str(path)))["templates"] == ["templates/a.yaml"]


@pytest.mark.parametrize(
    ("text", "attribute", "expected"),
    [
        ("appVersion: 1.10", "app_version", "1.1"),
        ("appVersion: 0123", "app_version", "83"),
        ("appVersion: 16777217.5", "app_version", "1.6777218e+07"),
        ("appVersion: 12345678", "app_version", "12345678"),
        ("appVersion: true", "app_version", "true"),
        ("appVersion: 2024-01-02", "app_version", "2024-01-02"),
        ("APPVERSION: x", "app_version", "x"),
        ('description: "a\\u00a0b\\u200bc\\n"', "description", "a bc "),
        ("sources: [1, ~]", "sources", ["1", ""]),
        ("annotations: {1: 2}", "annotations", {"1": "2"}),
        ("dependencies: []", "dependencies", []),
        ("dependencies: ~", "dependencies", None),
    ],
)
def test_scalars_of_chart_yaml_become_strings(tmp_path, text, attribute, expected):
    chart = load(tmp_path, {"Chart.yaml": CHART + text + "\n"})
    assert getattr(chart.metadata, attribute) == expected


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ("version: 1.0.0", "validation: chart.metadata.name is required", None),
        ("name: .\nversion: 1", 'validation: chart.metadata.name "." is not allowed', 1),
        ("version: 1\nname: a/b", 'validation: chart.metadata.name "a/b" is invalid', 2),
        ("name: c", "validation: chart.metadata.version is required", None),
        ("name: c\nversion: abc", 'validation: chart.metadata.version "abc" is invalid', 2),
        (
            "name: c\nversion: 1\ntype: Library",
            "validation: chart.metadata.type must be application or library",
            3,
        ),
        (
            "name: c\nversion: 1\nmaintainers: [~]",
            "validation: maintainers must not contain empty or null nodes",
            3,
        ),
        (
            "name: c\nversion: 1\ndependencies: [~]",
            "validation: dependencies must not contain empty or null nodes",
            3,
        ),
        (
            "name: c\nversion: 1\ndependencies: [{name: foo, alias: a.b}]",
            'validation: dependency "foo" has disallowed characters in the alias',
            3,
        ),
        (
            "name: c\nversion: 1\ndependencies: [{name: foo}, {name: x, alias: foo}]",
            'validation: more than one dependency with name or alias "foo"',
            3,
        ),
        (
            "a: b: c",
            (
                "cannot load Chart.yaml: error converting YAML to JSON: yaml: "
                "mapping values are not allowed in this context"
            ),
            1,
        ),
        (
            "name: [1]",
            (
                "cannot load Chart.yaml: error unmarshaling JSON: while decoding JSON: json: cannot "
                "unmarshal array into Go struct field Metadata.name of type string"
            ),
            None,
        ),
        (
            "dependencies: [{tags: x}]",
            (
                "cannot load Chart.yaml: error unmarshaling JSON: while decoding JSON: json: cannot "
                "unmarshal string into Go struct field Dependency.dependencies.tags of type []string"
            ),
            None,
        ),
        (
            "text",
            (
                "cannot load Chart.yaml: error unmarshaling JSON: while decoding JSON: json: cannot "
                "unmarshal string into Go value of type loader.chartBase"
            ),
            None,
        ),
        ("apiVersion: v9", "unsupported chart version", None),
        ("name: c\nversion: 1\napiVersion: v3", "invalid chart apiVersion", None),
    ],
)
def test_chart_yaml_is_refused(tmp_path, text, message, line):
    with pytest.raises(ChartError) as caught:
        load(tmp_path, {"Chart.yaml": text})
    assert caught.value.message == message
    assert caught.value.position is not None
    assert caught.value.position.path.endswith("/dir/Chart.yaml")
    assert caught.value.position.line == line


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (
            {"charts/README.md": "x"},
            "error unpacking subchart README.md in c: Chart.yaml file is missing",
        ),
        (
            {"charts/s/Chart.yaml": "name: s"},
            "error unpacking subchart s in c: validation: chart.metadata.version is required",
        ),
        (
            {"charts/s.tgz/x": "x"},
            "error unpacking subchart tar in c: expected s.tgz, got s.tgz/x",
        ),
        (
            {"charts/s.tgz": "nonsense....."},
            "error unpacking subchart s.tgz in c: gzip: invalid header",
        ),
        ({"charts/s.tgz": ""}, "error unpacking subchart s.tgz in c: EOF"),
        (
            {"charts/s.tgz": gzip.compress(b"abc")},
            "error unpacking subchart s.tgz in c: unexpected EOF",
        ),
        (
            {"charts/s.tgz": pack({})},
            "error unpacking subchart s.tgz in c: no files in chart archive",
        ),
        ({".helmignore": "!x"}, "Chart.yaml file is missing"),
        ({".helmignore": "a/**"}, "double-star (**) syntax is not supported"),
        ({".helmignore": "[a"}, "syntax error in pattern"),
        (
            {"values.yaml": "a: b: c"},
            (
                "cannot load values.yaml: cannot unmarshal yaml document: error converting YAML to "
                "JSON: yaml: mapping values are not allowed in this context"
            ),
        ),
        (
            {"Chart.lock": "generated: abc"},
            (
                "cannot load Chart.lock: error unmarshaling JSON: while decoding JSON: parsing time "
                '"abc" as "2006-01-02T15:04:05Z07:00": cannot parse "abc" as "2006"'
            ),
        ),
        (
            {"Chart.lock": "generated: 5"},
            (
                "cannot load Chart.lock: error unmarshaling JSON: while decoding JSON: "
                "Time.UnmarshalJSON: input is not a JSON string"
            ),
        ),
        (
            {"big": b"x" * 5242881},
            'chart file "big" is larger than the maximum file size 5242880',
        ),
    ],
)
def test_a_directory_is_refused(tmp_path, files, message):
    with pytest.raises(ChartError) as caught:
        load(tmp_path, {"Chart.yaml": CHART, **files})
    assert caught.value.message == message


def test_a_missing_chart_yaml_is_named_with_its_absolute_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PWD", str(tmp_path))
    (tmp_path / "d").mkdir()
    name = f"{tmp_path}/d/Chart.yaml"
    with pytest.raises(ChartError) as caught:
        load_chart("d")
    assert caught.value.message == (
        f"unable to detect chart at {name}: open {name}: no such file or directory"
    )


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("./nope", 'path "./nope" not found'),
        ("/nope", 'path "/nope" not found'),
        ("nope", "non-absolute URLs should be in form of repo_name/path_to_chart, got: nope"),
    ],
)
def test_a_missing_path_is_refused(path, message):
    with pytest.raises(ChartError) as caught:
        load_chart(path)
    assert caught.value.message == message


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("v.yaml", b"a: 1", "file '{}' seems to be a YAML file, but expected a gzipped archive"),
        (
            "c.tgz",
            b"a: 1",
            "file '{}' does not appear to be a gzipped archive; got 'application/octet-stream'",
        ),
        (
            "c.zip",
            b"PK\x03\x04",
            "file '{}' does not appear to be a gzipped archive; got 'application/zip'",
        ),
        ("c.tgz", b"\x1f\x8b\x08", "unable to load chart archive"),
        ("c.tgz", pack({"c/x": "x"}), "unable to detect chart version, no Chart.yaml found"),
        (
            "c.tgz",
            pack({"./c/Chart.yaml": CHART}),
            "unable to detect chart version, no Chart.yaml found",
        ),
        ("c.tgz", pack({"Chart.yaml": CHART}), "unable to load chart archive"),
        (
            "c.tgz",
            b"\x1f\x8b\x08\x02" + bytes(40),
            "file '{}' does not appear to be a valid chart file (details: gzip: invalid header)",
        ),
    ],
)
def test_an_archive_is_refused(tmp_path, name, content, message):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(ChartError) as caught:
        load_chart(str(path))
    assert caught.value.message == message.format(path)


def test_links_are_followed_and_reported(tmp_path):
    root = tmp_path / "dir"
    write(tmp_path, {"outside/x.txt": "x", "dir/Chart.yaml": CHART})
    (root / "link").symlink_to("../outside")
    records = []
    chart = load_chart(
        str(root), log=lambda *record, **attributes: records.append((record, attributes))
    )
    assert names(chart)["files"] == ["link/x.txt"]
    assert records == [
        (
            ("INFO", "found symbolic link in path. Contents of linked file included and used"),
            {"path": f"{root}/link", "resolved": f"{tmp_path}/outside"},
        )
    ]


def test_a_link_that_leads_nowhere_is_refused(tmp_path):
    root = write(tmp_path / "dir", {"Chart.yaml": CHART})
    (tmp_path / "dir" / "link").symlink_to("no/where")
    with pytest.raises(ChartError) as caught:
        load_chart(root)
    assert caught.value.message == (
        f"error evaluating symlink {root}/link: lstat {root}/no: no such file or directory"
    )


def test_a_link_into_itself_ends_with_the_error_of_the_operating_system(tmp_path):
    root = write(tmp_path / "dir", {"Chart.yaml": CHART})
    (tmp_path / "dir" / "loop").symlink_to(".")
    with pytest.raises(ChartError) as caught:
        load_chart(root)
    path = root + "/loop" * 41
    assert caught.value.message == f"open {path}: too many levels of symbolic links"


def test_a_pipe_is_refused(tmp_path):
    root = write(tmp_path / "dir", {"Chart.yaml": CHART})
    os.mkfifo(f"{root}/pipe")
    with pytest.raises(ChartError) as caught:
        load_chart(root)
    assert caught.value.message == (
        f"cannot load irregular file {root}/pipe as it has file mode type bits set"
    )


def test_requirements_yaml_fills_the_entries_that_chart_yaml_has(tmp_path):
    records = []
    chart = load(
        tmp_path,
        {
            "Chart.yaml": CHART + "dependencies: [{name: a, version: '1', condition: x}]\n",
            "requirements.yaml": "dependencies: [{name: b}]\n",
        },
        log=lambda _level, message: records.append(message),
    )
    (dependency,) = chart.metadata.dependencies or []
    assert (dependency.name, dependency.version, dependency.condition) == ("b", "1", "x")
    assert names(chart)["files"] == []
    assert records == [
        (
            'Warning: Dependencies are handled in Chart.yaml since apiVersion "v2". '
            "We recommend migrating dependencies to Chart.yaml."
        )
    ]


def test_requirements_yaml_of_an_old_chart_is_a_file_too(tmp_path):
    chart = load(tmp_path, {"Chart.yaml": "name: c\nversion: 1\n", "requirements.yaml": ""})
    assert chart.metadata.api_version == "v1"
    assert names(chart)["files"] == ["requirements.yaml"]


def test_templates_see_every_field_of_the_metadata(tmp_path):
    chart = load(
        tmp_path,
        {
            "Chart.yaml": CHART
            + "maintainers: [{name: m}]\ndependencies: [{name: a, tags: [t], import-values: [x]}]\n"
        },
    )
    seen = chart_map(chart)
    assert sorted(seen) == [
        "APIVersion",
        "Annotations",
        "AppVersion",
        "Condition",
        "Dependencies",
        "Deprecated",
        "Description",
        "Home",
        "Icon",
        "Keywords",
        "KubeVersion",
        "Maintainers",
        "Name",
        "Sources",
        "Tags",
        "Type",
        "Version",
    ]
    assert seen["Maintainers"] == [{"Name": "m", "Email": "", "URL": ""}]
    assert seen["Dependencies"] == [
        {
            "Name": "a",
            "Version": "",
            "Repository": "",
            "Condition": "",
            "Tags": ["t"],
            "Enabled": False,
            "ImportValues": ["x"],
            "Alias": "",
        }
    ]
    assert seen["Annotations"] == {}
    assert seen["Annotations"].nil
