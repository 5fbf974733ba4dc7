"""Values files in Jinja2: what they make, where it comes from, and what they may not do."""

from __future__ import annotations

import re
import traceback
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helmwright import HelmwrightError, ValuesError, lint_values, load_chart, merge_sources
from helmwright.charts import layer_values
from helmwright.errors import Position, ValuesTemplateError
from helmwright.go.yaml_positions import positions
from helmwright.values import TemplatedText, ValuesContext, render_values_template
from helmwright.values.templated.filters import VALUE_FILTERS, VALUE_TESTS, functions

ROOT = Path(__file__).resolve().parent.parent.parent
GUIDE = ROOT / "docs" / "guides" / "values-in-jinja2.md"
SECRET = "hunter2-s3cret"  # noqa: S105 - that it appears nowhere is what is tested
NAME = "p/prod.yaml.j2"


def render(text: str, **variables: object) -> str:
    return render_values_template(text, NAME, variables).decode()


def failure(text: str, **variables: object) -> ValuesTemplateError:
    with pytest.raises(ValuesTemplateError) as caught:
        render_values_template(text, NAME, variables)
    return caught.value


def place(text: TemplatedText, line: int, column: int) -> tuple[int | None, int | None]:
    found = text.place(Position(NAME, line, column))
    assert found.path == NAME
    return found.line, found.column


def examples() -> list[tuple[str, str, str]]:
    """Returns names, examples and results of the tables of the guide."""
    if not GUIDE.exists():
        return []
    rows = re.findall(
        r"^\| (`\S+`(?: or [^|]*)?) \| `(\{.*\})` \| `(.*)` \|$", GUIDE.read_text(), re.MULTILINE
    )
    return [(name, text.replace("\\|", "|"), gives) for name, text, gives in rows]


@pytest.mark.parametrize(("name", "text", "gives"), examples(), ids=lambda value: str(value)[:20])
def test_examples_of_the_guide(name: str, text: str, gives: str) -> None:
    made = render_values_template(text, NAME, environment=["REGION"])

    assert made.decode() == gives, name


@pytest.mark.skipif(not GUIDE.exists(), reason="an installed package has no guides")
def test_the_guide_has_everything_that_there_is_and_nothing_else() -> None:
    told = {name for names, _, _ in examples() for name in re.findall(r"`([^`]+)`", names)}

    assert told == {*VALUE_FILTERS, *VALUE_TESTS, *functions(())}


@settings(deadline=None)
@given(st.text().filter(lambda text: not any(mark in text for mark in ("{{", "{%", "{#"))))
def test_text_without_marks_is_unchanged(text: str) -> None:
    data = text.encode("utf-8", "surrogatepass")

    assert render_values_template(data, NAME) == data


LINES = st.lists(
    st.text(st.characters(exclude_characters="{}%#\r\n", exclude_categories=["Cs"])), min_size=1
)


@settings(deadline=None)
@given(LINES, st.integers(0, 5))
def test_literal_text_beside_a_template_is_unchanged_and_has_its_place(
    lines: list[str], above: int
) -> None:
    head = "{# nothing #}\n" * above + "{{ x }}\n"
    text = "\n".join(lines)

    made = render_values_template(head + text, NAME, {"x": 1})

    assert made.decode() == "1\n" + text
    for number, line in enumerate(lines, start=1):
        for column in {1, max(len(line), 1)}:
            expected = (above + 1 + number, column)
            assert place(made, number + 1, column) == expected


@pytest.mark.slow
@settings(deadline=None)
@given(st.lists(st.sampled_from(["a: 1\n", "b: {{ x }}\n", "{% if x %}\n", "{% endif %}\n"])))
def test_every_key_is_where_its_text_stands(pieces: list[str]) -> None:
    text = "".join(
        f"k{index}{piece}" if piece[0] in "ab" else piece for index, piece in enumerate(pieces)
    )
    try:
        made = render_values_template(text, NAME, {"x": 1})
    except ValuesTemplateError:
        return
    lines = text.split("\n")

    for path, found in positions(bytes(made), NAME).items():
        if path:
            at = made.place(found.key)
            assert lines[(at.line or 0) - 1].startswith(str(path[0]))


def test_loops_macros_includes_and_expressions_have_their_places(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "pools.j2").write_text("pools:\n  - {{ pool }}\n")
    template = tmp_path / "prod.yaml.j2"
    text = (
        "{% macro box(x) %}\nbox:\n  x: {{ x }}\n{% endmacro %}\n"
        "{% for n in names %}\n{{ n }}: 1\n{% endfor %}\n"
        "{{ box(3) }}{% include 'shared/pools.j2' %}\n"
        "{% set kept %}\nkept: 1\n{% endset %}\n{{ kept }}\n"
        "m:\n  {{ {'q': 1, 'r': 2} | to_yaml(2) }}\n"
    )

    made = render_values_template(text, str(template), {"names": ["a", "b"], "pool": "p"})

    lines = made.decode().split("\n")
    found = {
        line.strip(): made.place(
            Position(str(template), number, len(line) - len(line.lstrip()) + 1)
        )
        for number, line in enumerate(lines, start=1)
        if line
    }
    shared = str(tmp_path / "shared" / "pools.j2")
    assert {line: (at.line, at.column) for line, at in found.items()} == {
        "a: 1": (6, 4),
        "b: 1": (6, 4),
        "box:": (2, 1),
        "x: 3": (3, 3),
        "pools:": (1, 1),
        "- p": (2, 3),
        "kept: 1": (10, 1),
        "m:": (13, 1),
        "q: 1": (14, 6),
        "r: 2": (14, 6),
    }
    assert {line for line, at in found.items() if at.path == shared} == {"pools:", "- p"}
    assert made.place(Position(str(template), 1, 3)).column == 9


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("a: 1\nb: {{ prot }}\n", 2, 7, "prot is not defined in the context; did you mean port?"),
        ("{{ port }} {{ m.k }} {{ m.x }}", 1, 27, "'dict object' has no attribute 'x'"),
        ("{{ port }}{{ m['x'] }}", 1, 16, "'dict object' has no attribute 'x'"),
        ("a: {{\n  1 +\n  nope }}", 3, 3, "nope is not defined in the context"),
        ("{% for a in nope %}{% endfor %}", 1, 13, "nope is not defined in the context"),
        ("a: 1\n{% if %}", 2, 7, "Expected an expression, got 'end of statement block'"),
        ("a: {{ 1 $ 2 }}", 1, 9, "unexpected char '$'"),
        ("a\nb {{ port | uper }}", 2, 13, "there is no filter uper; did you mean upper?"),
        ("{{ port is strin }}", 1, 9, "there is no test strin; did you mean string?"),
        ("{{ 1 / 0 }}", 1, 4, "division by zero"),
        ("{{ 'a' < 1 }}", 1, 4, "'<' not supported between instances of 'str' and 'int'"),
        ("{{ env('HOME') }}", 1, 4, "HOME is not among the environment variables"),
        ("{% include 'x.j2' %}", 1, 4, "there is no template x.j2"),
        ("{% include '../x.j2' %}", 1, 4, "../x.j2 is not in the folder of the values file"),
        ("{% include '/etc/passwd' %}", 1, 4, "/etc/passwd is not in the folder"),
        ("{{ ''.__class__ }}", 1, 4, "access to attribute '__class__' of 'str' object is unsafe"),
        ("{{ 'a'.format(1) }}", 1, 4, "access to attribute 'format' of 'str' object is unsafe"),
        ("{{ 'x' | int }}", 1, 4, "int is given what is no whole number"),
        ("{{ 'maybe' | bool }}", 1, 4, "bool is given what is neither true nor false"),
        ("{{ '%s' % 1 }}", 1, 4, "% formats no strings here"),
        ("{{ dict }}", 1, 4, "a type is no value that can be written"),
    ],
)
def test_errors_have_their_place(text: str, line: int, column: int, message: str) -> None:
    error = failure(text, port=1, m={"k": 1})

    assert error.position == Position(NAME, line, column)
    assert error.message.startswith(f"failed to render {NAME}: {message}")


@pytest.mark.parametrize(
    "text",
    [
        "{% for x in range(10**9) %}{% endfor %}",
        "{% for a in range(100000) %}{% for b in range(100000) %}{% endfor %}{% endfor %}",
        "{{ 'a' * 10**9 }}",
        "{{ ['a'] * 10**9 }}",
        "{{ (([[1] * 1000] * 1000) * 1000) | length }}{{ [[1] * 9999] * 9999 }}",
        "{{ 9 ** 99999 }}",
        "{{ 1.5 | round(10**8, 'ceil') }}",
        "{% set x = 'a' * 9000000 %}{{ 'b' ~ (x ~ x) }}",
        (
            "{% set a = namespace(x=1, y=1) %}{% for i in range(60) %}"
            "{% set a.x = [a.x, a.x] %}{% set a.y = {'k': a.y, 'l': a.y} %}{% endfor %}{{ a.x == a.y }}"
        ),
        "{% set n = namespace(x='a') %}{% for i in range(60) %}{% set n.x = n.x ~ n.x %}{% endfor %}",
        "{% set n = namespace(x='a') %}{% for i in range(60) %}{% set n.x = n.x + n.x %}{% endfor %}",
        "{% set n = namespace(x=[1]) %}{% for i in range(60) %}{% set n.x = [n.x, n.x] %}{% endfor %}{{ n.x }}",
        "{% for i in range(100) %}{{ 'a' * 1000000 }}{% endfor %}",
        "{{ ['a' * 1000000] * 1000 | join }}",
        "{{ (['a' * 1000000] * 1000) | join }}",
        "{{ ('a' * 100000) | replace('a', 'a' * 100000) }}",
        "{{ 'a' | indent(10**9) }}",
        "{% macro m(n) %}{{ m(n) }}{% endmacro %}{{ m(1) }}",
        "{% include 'prod.yaml.j2' %}",
        "{{ " + "(" * 5000 + "1" + ")" * 5000 + " }}",
        "{% for a in [1] %}" * 50 + "{% endfor %}" * 50,
    ],
)
def test_what_costs_too_much_is_refused(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("HELMWRIGHT_MAX_SECONDS", "0.5")
    error = failure(text)

    assert error.message.startswith(f"failed to render {NAME}: ")
    assert len(error.message) < 200


def test_what_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HELMWRIGHT_MAX_SECONDS", "0.05")

    error = failure(
        "{% macro m(n) %}{% if n %}{{ m(n-1) }}{{ m(n-1) }}{% endif %}{% endmacro %}{{ m(60) }}"
    )

    assert "it takes more than 0.05 seconds of processor time" in error.message


@pytest.mark.parametrize(
    "text",
    [
        "{{ secret | int }}",
        "{{ m[secret] }}",
        "{{ secret + 1 }}",
        "{{ secret.x }}",
        "{{ 1 | round(1, secret) }}",
        "{% include secret %}",
        "{{ [1] | map(secret) | list }}",
        "{{ secret() }}",
        "{{ range(secret) }}",
        "{{ env(secret) }}",
        "{{ secret | b64decode }}",
        "{{ [1, secret] | sort }}",
        "{{ secret | dictsort }}",
        "{{ secret is divisibleby secret }}",
        "{% set a, b, c = [secret] %}",
    ],
)
def test_errors_hold_no_values_of_the_context(text: str) -> None:
    assert SECRET not in str(failure(text, secret=SECRET, m={}))


@pytest.mark.parametrize(
    "text",
    ["{{ secret }}\n", "a: 1\n{{ secret }}: [\n", "a: *{{ secret }}\n"],
)
def test_errors_of_yaml_hold_no_values_of_the_context(tmp_path: Path, text: str) -> None:
    path = tmp_path / "prod.yaml.j2"
    path.write_text(text)

    with pytest.raises(ValuesError) as caught:
        merge_sources([str(path)], context=ValuesContext({"secret": SECRET}))

    shown = "".join(traceback.format_exception(caught.value))
    assert SECRET not in shown


def test_yaml_errors_are_at_the_line_of_the_template(tmp_path: Path) -> None:
    path = tmp_path / "prod.yaml.j2"
    path.write_text("{% for i in [1, 2, 3] %}\na{{ i }}: 1\n{% endfor %}\nb: c: d\n")

    with pytest.raises(ValuesError) as caught:
        merge_sources([str(path)])

    assert caught.value.position == Position(str(path), 4, 5)
    assert "yaml: line 4: mapping values" in caught.value.message


def test_values_know_the_template_that_set_them(tmp_path: Path) -> None:
    path = tmp_path / "prod.yaml.j2"
    text = render_values_template("{# c #}\n\nport: {{ p }}\n", str(path), {"p": 5432})
    chart = tmp_path / "web"
    chart.mkdir()
    (chart / "Chart.yaml").write_text("apiVersion: v2\nname: web\nversion: 0.1.0\n")

    layered = layer_values(load_chart(str(chart)), [(str(path), text)])

    [origin] = layered.history(("port",))
    assert origin.value == 5432
    assert origin.position == Position(str(path), 3, 1)


def test_findings_of_lint_point_at_the_template(tmp_path: Path) -> None:
    path = tmp_path / "prod.yaml.j2"
    path.write_text("{% if true %}\ndb:\n  hostAdress: {{ host }}\n{% endif %}\n")

    report = lint_values(
        str(path), select=["key-not-in-schema"], context=ValuesContext({"host": SECRET})
    )

    [finding] = report.findings
    assert str(finding.span) == f"{path}:3:3"
    assert (finding.span.end_line, finding.span.end_column) == (3, 13)
    assert finding.edits == ()
    assert report.excerpts[str(path), 3] == "  hostAdress: {{ host }}"


def test_files_are_merged_with_templates_among_them(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("x: 1\nw: '{{ raw }}'\n")
    (tmp_path / "b.yaml.j2").write_text("x: {{ x }}\n")
    (tmp_path / "text.j2").write_text("{{ raw }}")

    values = merge_sources(
        [str(tmp_path / "a.yaml"), str(tmp_path / "b.yaml.j2")],
        set_file=[f"z={tmp_path}/text.j2"],
        context=ValuesContext({"x": 2}),
    )

    assert values == {"x": 2, "w": "{{ raw }}", "z": "{{ raw }}"}


def test_links_out_of_the_folder_are_refused(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "out.j2").write_text("secret")
    (tmp_path / "in" / "link.j2").symlink_to(tmp_path / "out.j2")

    with pytest.raises(ValuesTemplateError, match="not in the folder"):
        render_values_template("{% include 'link.j2' %}", str(tmp_path / "in" / "v.yaml.j2"))


def test_a_missing_template_can_be_ignored() -> None:
    assert render("{% include ['x.j2', 'y.j2'] ignore missing %}a: 1") == "a: 1"


def test_environment_is_read_only_where_it_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGION", "eu")
    monkeypatch.delenv("ABSENT", raising=False)

    made = render_values_template("{{ env('REGION') }}", NAME, environment=["REGION"])

    assert made == b"eu"
    with pytest.raises(ValuesTemplateError, match="ABSENT is not set"):
        render_values_template("{{ env('ABSENT') }}", NAME, environment=["ABSENT"])


def test_text_that_is_no_unicode_survives() -> None:
    assert render_values_template(b"a: \xff\n{{ 1 }}\n", NAME) == b"a: \xff\n1\n"


def test_keys_come_before_methods() -> None:
    assert render("{{ m.items }} {{ n.items() | length }}", m={"items": 1}, n={"a": 2}) == "1 1"


def test_errors_of_templates_are_errors_of_values() -> None:
    assert issubclass(ValuesTemplateError, ValuesError)
    assert issubclass(ValuesTemplateError, HelmwrightError)
