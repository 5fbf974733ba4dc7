"""Files of our own formats that are wrong: one line with a place for each mistake, never a traceback."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.cli.command import helmwright, write, write_chart

from helmwright.base.errors import UsageError
from helmwright.settings.reading import nearest_section, read_section

ROOT = Path(__file__).parents[2]
OFFLINE = b"lint: {quiet: true}\n"

BAD = {
    "broken": (b"a: {\n", ":2:1: yaml: line 2: did not find expected node content"),
    "a list": (b"- a\n", ":1:1: "),
    "a text": (b"a\n", ":1:1: "),
    "a key twice": (b"a: 1\nb: 2\na: 3\n", ':3:1: "a" is there twice; the first one is in line 1'),
    "a key twice, quoted": (b'"a": 1\na: 3\n', ':2:1: "a" is there twice'),
    "no number": (b"a:\n  b: .nan\n", ":2:6: NaN is no number that can be used"),
    "infinite": (b"a: [1, -.inf]\n", ":1:8: -Inf is no number that can be used"),
    "key null": (b"a: 1\n~: 2\n", ":2:1: a key must be a text, not nothing"),
    "key of a number": (b"1: 2\n", ':1:1: unknown key "1"'),
    "key of a list": (b"a: 1\n? [b]\n: 2\n", ":2:3: yaml: invalid map key"),
    "unknown anchor": (b"a: *b\n", ":1:4: yaml: unknown anchor 'b' referenced"),
    "anchor of itself": (b"a: &a [*a]\n", ":1:8: yaml: anchor 'a' value contains itself"),
    "no UTF-8": (b"a: 1\nb: \xff\n", ":2:4: yaml: invalid"),
    "control character": (b"a: 1\nb: \x01\n", ":2:4: yaml: control characters are not allowed"),
    "large": (b"a: " + b"x" * 1_050_000, ": larger than 1048576 bytes"),
    "two documents": (b"{}\n---\na: 1\n", ":2:1: a second document begins here"),
    "two documents, short": (b"{}\n--- {a: 1}\n", ":2:1: a second document begins here"),
    "deep": (b"a: " + b"[" * 4_000, ": "),
}
"""Files that no format takes, and where and how that is said."""


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".git").mkdir()
    write_chart(tmp_path, {"golden/case/case.yaml": "{}\n"})
    return tmp_path


READERS = {
    "settings": ("lint c --config x.yaml", "x.yaml", 64),
    "nearest settings": ("golden list c", "c/.helmwright.yaml", 64),
    "case": ("golden list c", "c/golden/case/case.yaml", 64),
    "jobs": ("capacity c --nodes n.yaml --jobs x.yaml", "x.yaml", 1),
}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("kind", BAD)
def test_what_no_format_takes_is_told_with_its_place(place: Path, reader: str, kind: str) -> None:
    command, path, code = READERS[reader]
    data, message = BAD[kind]
    if (reader, kind) == ("jobs", "a list"):
        return
    if reader == "jobs" and "unknown key" in message:
        message = ":1:1: the file must be a list of jobs"
    write(place, {"n.yaml": "- gpus: 4\n"})
    (place / path).write_bytes(data)

    done = helmwright(*command.split())

    said = done.err.replace(f"{path}:", "", 1) if reader == "jobs" else done.err
    told = said.replace(":\nError: ", ": ") if reader == "jobs" else said
    assert done.code == code, done
    assert message in (f":{told}" if reader == "jobs" else told), told
    assert "internal error" not in done.err
    assert len(told) < 400


def test_ten_megabytes_are_refused_unread(place: Path) -> None:
    (place / ".helmwright.yaml").write_bytes(b"".join(b"k%d: 1\n" % i for i in range(900_000)))
    before = time.process_time()

    with pytest.raises(UsageError, match=r"^\.helmwright\.yaml: larger than 1048576 bytes"):
        nearest_section(".", "lint")

    assert time.process_time() - before < 1


@pytest.mark.parametrize(
    ("data", "values"),
    [
        (b"", {}),
        (b"# nothing\n", {}),
        (b"lint:\n", {}),
        (b"\xef\xbb\xbflint: {jobs: 2}\n", {"jobs": 2}),
        (b"lint: &a {jobs: 2}\n", {"jobs": 2}),
        (b"# all\n---\nlint: {jobs: 2}\n--- # no more\n\n...\n", {"jobs": 2}),
        (b"%YAML 1.1\n---\nlint: {name: '---'}\n", {"name": "---"}),
        (b"lint:\n  name: |\n    ---\n    a\n", {"name": "---\na\n"}),
        (b"lint: {name: &n web, namespace: *n}\n", {"name": "web", "namespace": "web"}),
        (b"lint: {<<: {jobs: 2}, quiet: true}\n", {"jobs": 2, "quiet": True}),
        (b"lint: {jobs: !!int '2', name: !!str 5}\n", {"jobs": 2, "name": "5"}),
        (b"lint: {jobs: 2.0, select: a}\n", {"jobs": 2, "select": ["a"]}),
        (b'{"lint": {"jobs": 2}}', {"jobs": 2}),
    ],
)
def test_what_yaml_can_say_is_read(place: Path, data: bytes, values: dict[str, object]) -> None:
    (place / ".helmwright.yaml").write_bytes(data)

    found = nearest_section(".", "lint")

    assert found.values == values
    assert all(type(found.get(key)) is type(value) for key, value in values.items())


def test_every_mistake_is_told_in_the_order_of_the_file(place: Path) -> None:
    text = (
        "lint:\n  selct: []\n  jobs: 0\n  severity: {a: bad, b: 1}\n  quiet: 3\n  namespace: on\n"
    )
    write(place, {"s.yaml": text})

    with pytest.raises(UsageError) as caught:
        read_section("s.yaml", "lint")

    assert caught.value.message.splitlines() == [
        's.yaml:2:3: unknown key "selct"; did you mean "select"?',
        "s.yaml:3:3: jobs must be a whole number from 1 on, not 0",
        "s.yaml:4:14: severity.a: must be one of error, warning, info, not 'bad'",
        "s.yaml:4:22: severity.b must be a text; put it into quotation marks",
        "s.yaml:4:22: severity.b: must be one of error, warning, info, not 1",
        "s.yaml:5:3: quiet must be true or false, not a number",
        "s.yaml:6:3: namespace must be a text, not true; put it into quotation marks",
    ]


def test_many_mistakes_are_counted(place: Path) -> None:
    write(place, {"s.yaml": "lint:\n" + "".join(f"  k{i}: 1\n" for i in range(15))})

    with pytest.raises(UsageError) as caught:
        read_section("s.yaml", "lint")

    lines = caught.value.message.splitlines()
    assert (len(lines), lines[-1]) == (11, "and 5 more")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "kube-version: '1.31'\n",
            "settings of the linter stand below 'lint:', settings of golden files stand below 'golden:'",
        ),
        ("from: 3\n", "unknown key \"from\"; settings of compat stand below 'compat:'"),
        ("lnit: {}\n", 'unknown key "lnit"; did you mean "lint"?'),
        ("zzz: {}\n", 'unknown key "zzz"; known are chart, helm, lint, golden, diff'),
    ],
)
def test_a_key_beside_its_section_is_told_where_it_belongs(
    place: Path, text: str, message: str
) -> None:
    write(place, {"s.yaml": text})

    with pytest.raises(UsageError) as caught:
        read_section("s.yaml", "lint")

    assert message in caught.value.message


TOML = """\
[project]
name = "x"
note = \"\"\"
[tool.helmwright.lint]
jobs = 0
\"\"\"
list = [
  "[tool.helmwright.lint]",
]

[[tool.other]]
lint = 3

[tool . "helmwright".lint]
quiet = true
'fail-level' = "bad"
severity.a = "worse"
jobs = 0 # few
"""


def test_mistakes_in_toml_have_places(place: Path) -> None:
    write(place, {"pyproject.toml": TOML})

    with pytest.raises(UsageError) as caught:
        read_section("pyproject.toml", "lint")

    assert caught.value.message.splitlines() == [
        "pyproject.toml:16:1: fail-level: must be one of error, warning, info, never, not 'bad'",
        "pyproject.toml:17:1: severity.a: must be one of error, warning, info, not 'worse'",
        "pyproject.toml:18:1: jobs must be a whole number from 1 on, not 0",
    ]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"[tool.helmwright.lint]\na = \n", "p.toml:2:5: Invalid value"),
        (b"[tool.helmwright.lint]\nname = '\xff'\n", "p.toml:2:9: invalid UTF-8"),
        (b"[tool.helmwright.lint]\na = 1\na = 2\n", "p.toml:3:6: Cannot overwrite a value"),
        (b"# helmwright\na = " + b"[" * 5000, "p.toml: it is nested too deeply"),
    ],
)
def test_toml_that_cannot_be_read_has_a_place(place: Path, data: bytes, message: str) -> None:
    (place / "p.toml").write_bytes(data)

    with pytest.raises(UsageError) as caught:
        read_section("p.toml", "lint")

    assert caught.value.message == message


def test_a_baseline_that_is_none_says_why(place: Path) -> None:
    entry = '{"rule": "a", "path": "b", "value": "", "message": 3, "count": 0}'
    write(place, {"b.json": f'{{"version": 1, "findings": [\n{entry},\n{{}}]}}\n'})

    done = helmwright("lint", "c", "--baseline", "b.json")

    assert (done.code, done.err.splitlines()) == (
        64,
        [
            "Error: b.json is no baseline; 'helmwright lint --baseline b.json --write-baseline' writes one",
            "b.json:2:41: findings[0].message must be a text; put it into quotation marks",
            "b.json:2:55: findings[0].count must be a whole number from 1 on, not 0",
            "b.json:3:1: findings[1]: rule, path, value, message are missing",
        ],
    )


@pytest.mark.parametrize("name", [".helmwright.yaml", "pyproject.toml"])
def test_settings_that_are_right_import_nothing_slow(place: Path, name: str) -> None:
    settings = {
        ".helmwright.yaml": "chart: c\nlint: {quiet: true, select: [secret-in-values]}\n",
        "pyproject.toml": "[tool.helmwright.lint]\nquiet = true\nselect = ['secret-in-values']\n",
    }
    write(place, {name: settings[name]})
    program = (
        "import io, sys; from helmwright.cli import run; out = io.BytesIO();"
        "code = run(['lint', 'c'], stdin=io.BytesIO(), stdout=out, stderr=out);"
        "assert code == 0, out.getvalue(); print('\\n'.join(sys.modules))"
    )

    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(ROOT / "renderer"), "HELMWRIGHT_CACHE": "off"},
    )

    loaded = set(done.stdout.split())
    assert "jsonschema" not in loaded
    assert "helmwright.settings.wording" not in loaded
