"""Values files in Jinja2 on the command line, wherever values files are taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.cli.command import helmwright

if TYPE_CHECKING:
    from pathlib import Path

SECRET = "hunter2-s3cret"  # noqa: S105 - that it appears nowhere is what is tested
CONTEXT = ("--context", "context.yaml")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    chart = tmp_path / "web"
    (chart / "templates").mkdir(parents=True)
    (chart / "Chart.yaml").write_text("apiVersion: v2\nname: web\nversion: 0.1.0\n")
    (chart / "values.schema.json").write_text('{"properties": {"port": {"type": "integer"}}}')
    (chart / "templates" / "map.yaml").write_text(
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: web\ndata:\n"
        '  port: "{{ .Values.port }}"\n'
    )
    (tmp_path / "prod.yaml.j2").write_text("{# prod #}\n\nport: {{ port }}\n")
    (tmp_path / "context.yaml").write_text("port: 80\nextra: {a: 1, b: 2}\n")
    return tmp_path


def test_template_renders_with_a_context() -> None:
    done = helmwright("template", "./web", "-f", "prod.yaml.j2", *CONTEXT)

    assert done.code == 0, done.err
    assert 'port: "80"' in done.out


def test_later_contexts_win_and_are_merged(folder: Path) -> None:
    (folder / "more.json").write_text('{"port": 81, "extra": {"b": 3}}')
    (folder / "all.yaml.j2").write_text("all: {{ [port, extra] | to_json }}\n")

    done = helmwright("values", "render", "all.yaml.j2", *CONTEXT, "--context", "more.json")
    again = helmwright(
        *("values", "render", "all.yaml.j2", *CONTEXT), "--context-set", "port=82,extra.a=null"
    )

    assert done.out == 'all: [81, {"a": 1, "b": 3}]\n'
    assert again.out == 'all: [82, {"a": null, "b": 2}]\n'


def test_what_the_schema_refuses_is_shown_in_the_template() -> None:
    done = helmwright("template", "./web", "-f", "prod.yaml.j2", "--context-set", "port=eighty")

    assert done.code == 1
    assert done.err.startswith("prod.yaml.j2:3:10:\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ("template", "./web", "-f", "prod.yaml.j2"),
        ("lint", "./web", "-f", "prod.yaml.j2"),
        ("values", "get", "port", "-f", "prod.yaml.j2"),
        ("values", "explain", "port", "./web", "-f", "prod.yaml.j2"),
        ("values", "render", "prod.yaml.j2"),
        ("podspec", "-f", "prod.yaml.j2"),
        ("capacity", "--nodes", "nodes.yaml", "--jobs", "1x8", "-f", "prod.yaml.j2"),
        ("diff", "values", "./web", "-f", "prod.yaml.j2", "--to-set", "port=1"),
    ],
    ids=lambda arguments: " ".join(arguments[:2]),
)
def test_every_command_says_where_a_variable_is_missing(
    folder: Path, arguments: tuple[str, ...]
) -> None:
    (folder / "nodes.yaml").write_text("- {name: a, gpus: 8}\n")

    done = helmwright(*arguments, "--context-set", f"secret={SECRET}")

    assert done.code == 1
    assert done.out == ""
    assert "prod.yaml.j2:3:10:\n" in done.err
    assert "failed to render prod.yaml.j2: port is not defined in the context" in done.err
    assert SECRET not in done.err


def test_lint_points_at_the_template(folder: Path) -> None:
    (folder / "prod.yaml.j2").write_text("{% for i in [1] %}\nport: {{ port }}\n{% endfor %}\n")

    done = helmwright(
        *("lint", "./web", "-f", "prod.yaml.j2", "--select", "schema-violation"),
        *("--context-set", "port=eighty"),
    )

    assert done.code == 1
    assert done.out.startswith("prod.yaml.j2:2:10: error: port: ")


def test_fix_leaves_templates_alone(folder: Path) -> None:
    text = (folder / "prod.yaml.j2").read_text() + "maxSlotPerPod: 4\n"
    (folder / "prod.yaml.j2").write_text(text)

    helmwright("lint", "prod.yaml.j2", "--fix", *CONTEXT)

    assert (folder / "prod.yaml.j2").read_text() == text


def test_values_get_and_explain() -> None:
    got = helmwright("values", "get", "prod.yaml.j2", "port", *CONTEXT)
    explained = helmwright("values", "explain", "port", "./web", "-f", "prod.yaml.j2", *CONTEXT)

    assert got.out == "80\n"
    assert "prod.yaml.j2:3:1" in explained.out


@pytest.mark.parametrize(
    "arguments", [("set", "prod.yaml.j2", "port=1"), ("migrate", "prod.yaml.j2", "--write")]
)
def test_templates_are_not_changed_in_place(arguments: tuple[str, ...]) -> None:
    done = helmwright("values", *arguments)

    assert done.code == 64
    assert "prod.yaml.j2 is a template" in done.err


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("web/values.yaml",), 64, "web/values.yaml is no template"),
        ((), 64, "name one values file"),
        (("prod.yaml.j2", "--context", "-"), 64, "--context takes a file"),
        (("prod.yaml.j2", "--context", "nowhere.yaml"), 1, "nowhere.yaml"),
        (("prod.yaml.j2", "--context-set", "port"), 64, "failed parsing --context-set data"),
        (("nowhere.yaml.j2",), 1, "open nowhere.yaml.j2: no such file or directory"),
    ],
)
def test_render_refuses(arguments: tuple[str, ...], code: int, message: str) -> None:
    done = helmwright("values", "render", *arguments)

    assert (done.code, done.out) == (code, "")
    assert message in done.err


@pytest.mark.parametrize("text", [f"{SECRET}\n", f"a: 1\n{SECRET}: [\n", f"a: *{SECRET}\n"])
def test_a_broken_context_is_not_shown(folder: Path, text: str) -> None:
    (folder / "context.yaml").write_text(text)

    done = helmwright("values", "render", "prod.yaml.j2", *CONTEXT)

    assert done.code == 1
    assert "cannot read the context context.yaml" in done.err
    assert SECRET not in done.err


def test_environment_needs_a_flag(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "prod.yaml.j2").write_text("a: {{ env('REGION') }}\n")
    monkeypatch.setenv("REGION", "eu")

    allowed = helmwright("values", "render", "prod.yaml.j2", "--context-env", "REGION")
    refused = helmwright("values", "render", "prod.yaml.j2")

    assert allowed.out == "a: eu\n"
    assert refused.code == 1
    assert "REGION is not among the environment variables" in refused.err
