"""Pages of a reference, by the package's templates and by a user's."""

from __future__ import annotations

import pytest

from helmwright import load_chart
from helmwright.errors import ReferenceTemplateError
from helmwright.reference import values_reference
from helmwright.reference.page import cell, code


@pytest.fixture
def reference(tmp_path):
    (tmp_path / "Chart.yaml").write_text(
        "apiVersion: v2\nname: c\nversion: 0.1.0\ndescription: A chart.\n"
    )
    (tmp_path / "values.yaml").write_text("# a | b of <name>\na: x|y\nb: 2\n")
    return values_reference(load_chart(str(tmp_path)))


def test_the_page_is_markdown(reference):
    assert reference.page() == (
        "# c\n"
        "\n"
        "A chart.\n"
        "\n"
        "Version 0.1.0.\n"
        "\n"
        "## Values\n"
        "\n"
        "| Key | Type | Default | Description |\n"
        "|---|---|---|---|\n"
        "| `a` | string | `x\\|y` | a \\| b of &lt;name> |\n"
        "| `b` | number | `2` |  |\n"
    )


def test_a_users_template_may_include_the_tables(reference):
    page = reference.page('{{ chart.name }}:\n{% include "values.md.j2" %}')

    assert page.startswith("c:\n| Key | Type |")


@pytest.mark.parametrize(
    ("template", "line", "reason"),
    [
        ("a\n{{ nope }}", 2, "'nope' is undefined"),
        ("{% for x in 1 %}", 1, "Unexpected end of template"),
        ('\n\n{% include "/etc/passwd" %}', 3, "there is no template /etc/passwd"),
        ("{{ reference.__class__.__mro__ }}", 1, "is unsafe"),
        ("\n{{ 1 / 0 }}", 2, "division by zero"),
        ("{{ range(10 ** 9) }}", 1, "Range too big"),
    ],
)
def test_what_a_template_may_not_do_fails_with_its_line(reference, template, line, reason):
    with pytest.raises(ReferenceTemplateError) as failure:
        reference.page(template, name="mine.j2")

    position = failure.value.position
    assert position is not None
    assert (position.path, position.line) == ("mine.j2", line)
    assert reason in failure.value.message


@pytest.mark.parametrize(
    ("text", "expected"),
    [("a\n b", "a b"), ("<x> `<y>|`", "&lt;x> `<y>\\|`")],
)
def test_texts_fit_into_a_cell(text, expected):
    assert cell(text) == expected


@pytest.mark.parametrize(("text", "expected"), [("", ""), ("a|b", "`a\\|b`"), ("`", "`` ` ``")])
def test_code_fits_into_a_cell(text, expected):
    assert code(text) == expected


@pytest.mark.parametrize(
    "template",
    [
        "{{ ''|truncate(1) }}",
        "{% for a in [1] %}" * 60 + "{% endfor %}" * 60,
        "{{ 'inf'|float|int }}",
        "{% set a = 1e999 %}{{ a }}",
        "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
    ],
    ids=["argument of a filter", "nested blocks", "infinity", "infinite number", "endless macro"],
)
def test_whatever_a_template_raises_is_an_error_of_the_template(reference, template):
    with pytest.raises(ReferenceTemplateError, match="cannot make the page"):
        reference.page(template)
