"""``dependency list`` prints what Helm 4.2.4 printed for the same folders."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from helmwright.base.errors import ChartError
from helmwright.sources.dependencies.listing import list_dependencies, listing_text
from helmwright.sources.packing import package

if TYPE_CHECKING:
    from pathlib import Path

LONG = "https://example.com/a/very/long/path/that/goes/on/and/on/and/on/until/it/is/longer/than/80"
HEAD = "apiVersion: v2\nname: web\nversion: 1.0.0\n"


def chart(folder: Path, name: str, version: str = "1.0.0", more: str = "") -> Path:
    folder.mkdir(parents=True)
    text = f"apiVersion: v2\nname: {name}\nversion: {version}\n{more}"
    (folder / "Chart.yaml").write_text(text)
    return folder


@pytest.fixture
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Returns a chart with a dependency in every state."""
    monkeypatch.chdir(tmp_path)
    charts = tmp_path / "web" / "charts"
    for name, version in (("ok", "1.2.3"), ("bad", "0.1.0"), ("arx", "2.0.0")):
        package(str(chart(tmp_path / name, name, version)), destination=str(charts))
    for version in ("1.0.0", "1.1.0"):
        package(str(chart(tmp_path / f"two{version}", "two", version)), destination=str(charts))
    package(str(chart(tmp_path / "other", "other")), destination=str(charts))
    (charts / "other-1.0.0.tgz").rename(charts / "mis-1.0.0.tgz")
    (charts / "arx-extra.tgz").write_bytes((charts / "arx-2.0.0.tgz").read_bytes())
    chart(charts / "unp", "unp")
    chart(charts / "unw", "unw", "3.0.0")
    chart(charts / "extra", "extra")
    (charts / "nochart").mkdir()
    (charts / "cor-1.0.0.tgz").write_text("junk\n")
    (tmp_path / "web" / ".helmignore").write_text("charts/cor-1.0.0.tgz\n")
    (tmp_path / "web" / "Chart.yaml").write_text(
        f"{HEAD}dependencies:\n"
        f"- {{name: ok, version: ^1, repository: '{LONG}'}}\n"
        "- {name: bad, version: '>1', repository: '@lab'}\n"
        "- {name: mis, version: 1.0.0}\n"
        "- {name: two, version: 1.0.0}\n"
        "- {name: cor, version: 1.0.0}\n"
        "- {name: arx, version: not a range}\n"
        "- {name: unp, version: 1.x}\n"
        "- {name: unw, version: 1.x}\n"
        "- {name: unq, version: 1.x}\n"
        "- {name: 'b[', version: 1.x}\n"
    )
    return "web"


def test_every_state_and_warning_is_helms(web: str) -> None:
    cut = f"{LONG[:77]}..."

    def row(name: str, version: str, repository: str, status: str) -> str:
        return f"{name:4}\t{version:11}\t{repository:80}\t{status:16}\n"

    assert listing_text(list_dependencies(web)) == (
        row("NAME", "VERSION", "REPOSITORY", "STATUS")
        + row("ok", "^1", cut, "ok")
        + row("bad", ">1", "@lab", "wrong version")
        + row("mis", "1.0.0", "", "misnamed")
        + row("two", "1.0.0", "", "too many matches")
        + row("cor", "1.0.0", "", "corrupt")
        + row("arx", "not a range", "", "invalid version")
        + row("unp", "1.x", "", "unpacked")
        + row("unw", "1.x", "", "wrong version")
        + row("unq", "1.x", "", "missing")
        + row("b[", "1.x", "", "bad pattern")
        + "\n"
        'WARNING: "web/charts/cor-1.0.0.tgz" is not a chart.\n'
        'WARNING: "web/charts/extra" is not in Chart.yaml.\n'
        'WARNING: "web/charts/mis-1.0.0.tgz" is not in Chart.yaml.\n'
        'WARNING: "web/charts/nochart" is not a chart.\n'
    )


def test_a_chart_without_dependencies_is_told_so(tmp_path: Path) -> None:
    path = chart(tmp_path / "c", "c")

    assert listing_text(list_dependencies(str(path))) == (
        f"WARNING: no dependencies at {path}/charts\n"
    )


def test_a_list_without_entries_is_a_table_without_rows(tmp_path: Path) -> None:
    path = chart(tmp_path / "c", "c", more="dependencies: []\n")

    assert listing_text(list_dependencies(str(path))) == "NAME\tVERSION\tREPOSITORY\tSTATUS\n\n"


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("nowhere", "stat nowhere: no such file or directory"),
        ("note.txt", "file 'note.txt' does not appear to be a gzipped archive; got"),
        (".", "Chart.yaml file is missing"),
    ],
)
def test_what_is_no_chart_is_refused_in_helms_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "note.txt").write_text("no chart\n")

    with pytest.raises(ChartError) as caught:
        list_dependencies(path)

    assert caught.value.message.startswith(message)
