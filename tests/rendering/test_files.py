"""A chart's files as templates see them: inputs and what the real engine answered."""

from __future__ import annotations

import pytest
from tests.template.rendering import PATH, chart, render

from helmwright.base.errors import TemplateError
from helmwright.charts.chart import ChartFile
from helmwright.rendering.files import Files

CONTENT = {
    "a.txt": b"hello\nworld\n",
    "d/b.txt": b"x",
    "d/e/c.txt": b"y",
    "cfg.yaml": b"a: 1\n",
    "empty": b"",
    "bin": b"\xff\xfe",
    "crlf": b"a\r\nb",
}
ROWS = (
    ('{{ .Files.Get "a.txt" | quote }}', '"hello\\nworld\\n"'),
    ('{{ .Files.Get "no" | quote }}', '""'),
    ('{{ .Files.GetBytes "d/b.txt" }}', "[120]"),
    ('{{ .Files.GetBytes "no" }}', "[]"),
    ('{{ .Files.Lines "a.txt" | toJson }}', '["hello","world"]'),
    ('{{ .Files.Lines "crlf" | toJson }}', '["a\\r","b"]'),
    ('{{ .Files.Lines "no" | toJson }}', "[]"),
    (
        '{{ .Files.Lines "empty" }}',
        'template: c/templates/t.yaml:1:9: executing "c/templates/t.yaml" at <.Files.Lines>: error calling Lines: runtime error: index out of range [-1]',
    ),
    ('{{ (.Files.Glob "*.txt").AsConfig }}', "a.txt: |\n  hello\n  world"),
    ('{{ (.Files.Glob "**.txt").AsConfig }}', 'a.txt: |\n  hello\n  world\nb.txt: x\nc.txt: "y"'),
    ('{{ (.Files.Glob "d/*").AsConfig }}', "b.txt: x"),
    ('{{ (.Files.Glob "d/**").AsSecrets }}', "b.txt: eA==\nc.txt: eQ=="),
    ('{{ (.Files.Glob "no").AsConfig }}', "{}"),
    ('{{ (.Files.Glob "no").AsSecrets }}', "{}"),
    (
        '{{ range $k, $v := .Files.Glob "[" }}{{ $k }} {{ end }}',
        "a.txt bin cfg.yaml crlf d/b.txt d/e/c.txt empty ",
    ),
    ('{{ range $k, $v := .Files.Glob "{a,d/b}.txt" }}{{ $k }} {{ end }}', "a.txt d/b.txt "),
    ('{{ range $k, $v := .Files.Glob "?.txt" }}{{ $k }} {{ end }}', "a.txt "),
    (
        "{{ range $k, $v := .Files }}{{ $k }} {{ end }}",
        "a.txt bin cfg.yaml crlf d/b.txt d/e/c.txt empty ",
    ),
    ("{{ .Files.Nope }}", "[]"),
    ('{{ index .Files "d/b.txt" }}', "[120]"),
    ("{{ typeOf .Files }} {{ kindOf .Files }}", "engine.files map"),
    ("{{ len .Files }}", "7"),
    ('{{ (.Files.Glob "bin").AsSecrets }}', "bin: //4="),
    ('{{ (.Files.Glob "bin").AsConfig | quote }}', '"bin: ��"'),
    ('{{ .Files.Get "bin" | b64enc }}', "//4="),
    ('{{ .Files.Glob "d/b.txt" | toYaml }}', "d/b.txt: eA=="),
    (
        "{{ .Files.Get }}",
        'c/templates/t.yaml:1:9\n  executing "c/templates/t.yaml" at <.Files.Get>:\n    wrong number of args for Get: want 1 got 0',
    ),
    (
        "{{ .Files.Get 1 }}",
        'c/templates/t.yaml:1:14\n  executing "c/templates/t.yaml" at <1>:\n    expected string; found 1',
    ),
    (
        "{{ .Files.AsConfig 1 }}",
        'c/templates/t.yaml:1:9\n  executing "c/templates/t.yaml" at <.Files.AsConfig>:\n    wrong number of args for AsConfig: want 0 got 1',
    ),
    (
        '{{ hasKey .Files "a.txt" }}',
        'c/templates/t.yaml:1:10\n  executing "c/templates/t.yaml" at <.Files>:\n    wrong type for value; expected map[string]interface {}; got engine.files',
    ),
)


@pytest.mark.parametrize(("template", "expected"), ROWS)
def test_files_answer_as_helm_s_do(template, expected):
    made = chart(t=template)
    made.files = [ChartFile(name, data) for name, data in CONTENT.items()]
    try:
        answer = render(made)[PATH]
    except TemplateError as error:
        answer = error.message
    assert answer == expected


def test_a_missing_file_is_an_empty_byte_slice():
    assert Files().go_zero == b""


def test_a_template_sees_only_the_files_of_its_own_chart():
    parent, child = chart(t="{{ len .Files }}"), chart(t="{{ len .Files }}")
    child.metadata.name = "sub"
    child.files = []
    parent.set_dependencies([child])
    assert render(parent) == {PATH: "1", "c/charts/sub/templates/t.yaml": "0"}
