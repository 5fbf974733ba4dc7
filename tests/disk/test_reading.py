"""Pipes, devices and files of gigabytes: nothing that is read takes for ever, or all the memory."""

from __future__ import annotations

import gzip
import io
import os
import subprocess
import sys
import tarfile
import threading
import time
from pathlib import Path

import pytest
from tests.cli.command import CHART, helmwright, write, write_chart

from helmwright import load_chart
from helmwright.base.errors import ChartError
from helmwright.charts import files as chart_files
from helmwright.charts import loader as chart_loader
from helmwright.disk.reading import read_named, read_regular
from helmwright.go.limits import resident

SOURCE = str(Path(__file__).parents[2] / "renderer")
MANIFEST = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"
SUITE = "suite: s\ntests: [{it: a, values: [x], asserts: [{hasDocuments: {count: 1}}]}]\n"


@pytest.fixture(name="place")
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HELMWRIGHT_MAX_SECONDS", "0.3")
    write_chart(tmp_path, {"tests/a_test.yaml": SUITE})
    write(tmp_path, {"m.yaml": MANIFEST, "v.yaml": "a: 1\n", "cases/prod/case.yaml": "{}\n"})
    return tmp_path


NAMED = {
    "values": ["template", "c", "-f", "x"],
    "set-file": ["template", "c", "--set-file", "a=x"],
    "chart": ["template", "x"],
    "context": ["template", "c", "-f", "v.yaml.j2", "--context", "x"],
    "lint values": ["lint", "x", "--no-config"],
    "lint baseline": ["lint", "v.yaml", "--no-config", "--baseline", "x"],
    "lint config": ["lint", "v.yaml", "--config", "x"],
    "schema show": ["schema", "show", "--schema", "x"],
    "schema source": ["schema", "bundle", "--source", "d", "--output", "-"],
    "docs template": ["docs", "c", "--template", "x", "--output", "-"],
    "patch manifest": ["patch", "x", "--patch", "m.yaml"],
    "patch": ["patch", "m.yaml", "--patch", "x"],
    "diff manifests": ["diff", "manifests", "m.yaml", "x"],
    "diff release": ["diff", "release", "x", "c"],
    "values get": ["values", "get", "x", "a"],
    "values set": ["values", "set", "x", "a=1"],
    "values migrate": ["values", "migrate", "x"],
    "values explain": ["values", "explain", "db.port", "-f", "x"],
    "golden case": ["golden", "run", "c", "--cases", "cases"],
    "unittest values": ["unittest", "c"],
    "capacity": ["capacity", "--nodes", "x"],
    "podspec": ["podspec", "-f", "x"],
}


def places(place: Path) -> list[Path]:
    """Return where the commands above read: x, and what is found beside other files."""
    (place / "d").mkdir()
    (place / "v.yaml.j2").write_text("a: 1\n")
    (place / "cases/prod/case.yaml").write_text("values-files: [x]\n")
    return [place / "x", place / "d/root.json", place / "cases/prod/x", place / "c/tests/x"]


@pytest.mark.parametrize("arguments", NAMED.values(), ids=NAMED)
@pytest.mark.parametrize("kind", ["pipe", "device", "sparse"])
def test_what_never_ends_is_an_error(place: Path, arguments: list[str], kind: str) -> None:
    for path in places(place):
        if kind == "pipe":
            os.mkfifo(path)
        elif kind == "device":
            path.symlink_to("/dev/zero")
        else:
            with path.open("wb") as file:
                file.truncate(20 << 30)
    before, memory = time.monotonic(), resident()
    done = helmwright(*arguments)
    assert time.monotonic() - before < 20
    assert resident() - memory < 200 << 20
    assert done.code in (1, 64), done
    assert "internal error" not in done.err + done.out


@pytest.mark.parametrize(
    "name",
    [".helmignore", "Chart.yaml", "values.yaml", "values.schema.json", "templates/p.yaml", "x"],
)
@pytest.mark.parametrize("kind", ["pipe", "device", "link to a pipe", "sparse"])
def test_a_chart_holds_files_and_nothing_else(place: Path, name: str, kind: str) -> None:
    path = place / "c" / name
    path.unlink(missing_ok=True)
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path.symlink_to("/dev/zero")
    elif kind == "sparse":
        with path.open("wb") as file:
            file.truncate(20 << 30)
    else:
        os.mkfifo(place / "pipe")
        path.symlink_to(place / "pipe")
    before, memory = time.monotonic(), resident()
    with pytest.raises(ChartError, match=r"regular file|larger than the maximum file size"):
        load_chart(str(place / "c"))
    for command in (["lint", "c"], ["docs", "c", "--output", "-"], ["unittest", "c"]):
        assert helmwright(*command).code == 1
    assert time.monotonic() - before < 20
    assert resident() - memory < 200 << 20


def test_a_schema_refers_to_files_and_nothing_else(place: Path) -> None:
    os.mkfifo(place / "pipe")
    for target in (place / "pipe", "/dev/zero"):
        schema = f'{{"$ref": "file://{target}"}}'
        write(place, {"c/values.schema.json": schema})
        done = helmwright("template", "c")
        assert done.code == 1
        assert "no regular file" in done.err


def test_what_comes_through_a_pipe_that_the_user_names_is_read(place: Path) -> None:
    os.mkfifo(place / "x")

    def slowly() -> None:
        with (place / "x").open("wb") as file:
            for number in range(4):
                file.write(f"k{number}: 1\n".encode())
                file.flush()
                time.sleep(0.1)

    thread = threading.Thread(target=slowly)
    thread.start()
    done = helmwright("template", "c", "-f", "x")
    thread.join()
    assert done.code == 0, done.err
    assert '"k0":1,"k1":1,"k2":1,"k3":1' in done.out


@pytest.mark.parametrize(
    "command",
    [
        "template c -f <(sleep 0.2; echo 'b: 2')",
        "template c -f /dev/stdin < v2.yaml",
        "template c -f /dev/stdin <<< 'b: 2'",
        "echo 'b: 2' | {} template c -f /dev/stdin",
        "echo 'b: 2' | {} template c -f -",
        "echo 'b: 2' | {} template c -f /dev/fd/0",
    ],
)
def test_process_substitution_and_standard_input_work(place: Path, command: str) -> None:
    write(place, {"v2.yaml": "b: 2\n"})
    program = f"{sys.executable} -m helmwright"
    text = command.replace("{}", program) if "{}" in command else f"{program} {command}"
    done = subprocess.run(
        ["bash", "-c", text],
        env={**os.environ, "PYTHONPATH": SOURCE, "HELMWRIGHT_MAX_SECONDS": "20"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert '"b":2' in done.stdout


def test_what_is_read(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"12345")
    (tmp_path / "link").symlink_to("a")
    assert read_regular(str(tmp_path / "link"), largest=5) == b"12345"
    assert read_named(str(tmp_path / "link"), largest=5) == b"12345"
    assert read_named(os.devnull) == b""
    for read in (read_regular, read_named):
        with pytest.raises(OSError, match="larger than the maximum file size 4"):
            read(str(tmp_path / "a"), largest=4)
        with pytest.raises(IsADirectoryError):
            read(str(tmp_path))
        with pytest.raises(FileNotFoundError):
            read(str(tmp_path / "none"))


def archive(files: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    return gzip.compress(stream.getvalue())


def nested(depth: int) -> dict[str, bytes]:
    return {f"c/{'charts/a/' * level}Chart.yaml": CHART.encode() for level in range(depth)}


def refused(tmp_path: Path, files: dict[str, bytes], reason: str) -> None:
    """Check that an archive is refused, in a moment and within little memory."""
    path = tmp_path / "c.tgz"
    path.write_bytes(archive(files))
    before, memory = time.process_time(), resident()
    with pytest.raises(ChartError, match=reason):
        load_chart(str(path))
    assert time.process_time() - before < 10
    assert resident() - memory < 300 << 20


def test_charts_may_be_nested(tmp_path: Path) -> None:
    (tmp_path / "c.tgz").write_bytes(archive(nested(chart_loader.MAX_DEPTH + 1)))
    chart, depth = load_chart(str(tmp_path / "c.tgz")), 0
    while chart.dependencies:
        chart, depth = chart.dependencies[0], depth + 1
    assert depth == chart_loader.MAX_DEPTH


def test_charts_are_not_nested_without_end(tmp_path: Path) -> None:
    refused(tmp_path, nested(chart_loader.MAX_DEPTH + 2), "charts are nested more than 32 deep")
    files = nested(600)
    files |= {f"c/{'charts/a/' * 600}{number}": b"" for number in range(1000)}
    refused(tmp_path, files, "charts are nested more than 32 deep")


def test_names_without_end_are_refused(tmp_path: Path) -> None:
    refused(tmp_path, {f"c/{n}{'a' * 900_000}": b"" for n in range(30)}, "unable to load chart")


def test_archives_in_archives_are_bounded_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chart_loader, "MAX_TOTAL_SIZE", 20 << 20)
    inner = archive({"a/Chart.yaml": CHART.encode(), "a/zeros": bytes(4 << 20)})
    files = {"c/Chart.yaml": CHART.encode()}
    files |= {f"c/charts/a{number}.tgz": inner for number in range(10)}
    refused(tmp_path, files, "decompressed chart is larger than the maximum size")
    whole = {"c/Chart.yaml": CHART.encode()}
    (tmp_path / "c.tgz").write_bytes(archive({**whole, "c/charts/a.tgz": inner}))
    assert load_chart(str(tmp_path / "c.tgz")).dependencies


def test_archives_inside_each_other_are_bounded(tmp_path: Path) -> None:
    data = archive({"a/Chart.yaml": CHART.encode()})
    for _ in range(40):
        data = archive({"a/Chart.yaml": CHART.encode(), "a/charts/a.tgz": data})
    (tmp_path / "c.tgz").write_bytes(data)
    with pytest.raises(ChartError, match="charts are nested more than 32 deep"):
        load_chart(str(tmp_path / "c.tgz"))


def test_a_directory_is_bounded_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chart_files, "MAX_TOTAL_SIZE", 3 << 20)
    write_chart(tmp_path)
    for number in range(4):
        (tmp_path / "c" / str(number)).write_bytes(bytes(1 << 20))
    with pytest.raises(ChartError, match="chart directory has more than 3145728 bytes"):
        load_chart(str(tmp_path / "c"))
