"""Expected values and messages are those of github.com/BurntSushi/toml v1.6.0."""

from __future__ import annotations

import pytest

from helmwright.base.errors import FunctionError, TOMLError
from helmwright.go import stacks
from helmwright.go.kinds import Int64, type_name
from helmwright.go.time_zones import fixed_zone
from helmwright.go.toml_read import load_map

DOCUMENTS = {
    "nothing": ("", {}),
    "integers": (
        "a = 1\nb = +1_000\nc = 0xff\nd = 0o17\ne = 0b11\nf = -0\n",
        {"a": 1, "b": 1000, "c": 255, "d": 15, "e": 3, "f": 0},
    ),
    "floats": (
        "a = 1.5\nb = 1e6\nc = -inf\nd = 6.626e-34\n",
        {"a": 1.5, "b": 1000000.0, "c": float("-inf"), "d": 6.626e-34},
    ),
    "booleans": ("a = true\nb = false", {"a": True, "b": False}),
    "strings": (
        "a = \"x\\ty\\u00e9\\x41\\e\\U0001F600\"\nb = 'C:\\x'\n",
        {"a": "x\ty\xe9A\x1b\U0001f600", "b": "C:\\x"},
    ),
    "multiline strings": (
        'a = """\nx\\\n   y\n"z"""""\nb = \'\'\'\r\n\'x\'\'\'\n',
        {"a": 'xy\n"z""', "b": "'x"},
    ),
    "arrays": ("a = [1, [2.5, 'x'], # c\n true,\n]\n", {"a": [1, [2.5, "x"], True]}),
    "inline tables": ("a = {b = 1, c.d = {e = 2,\n},}\n", {"a": {"b": 1, "c": {"d": {"e": 2}}}}),
    "tables": (
        "x = 1\n[a]\nb = 1\n[a.c]\nd = 2\n['a'.\"e f\"]\n",
        {"a": {"b": 1, "c": {"d": 2}, "e f": {}}, "x": 1},
    ),
    "arrays of tables": (
        "[[a]]\nb = 1\n[[a]]\n[a.c]\nd = 1\n[[a.e]]\n",
        {"a": [{"b": 1}, {"c": {"d": 1}, "e": [{}]}]},
    ),
    "dotted keys": ("a.b.c = 1\na.'' = 2\n\"\" = 3\n", {"": 3, "a": {"": 2, "b": {"c": 1}}}),
    "a byte order mark": ("\ufeffa = 1", {"a": 1}),
    "comments": ("# x\na = 1 # y\n", {"a": 1}),
    "an array of inline tables": ("a = [{b = 1}, {b = 2}]", {"a": [{"b": 1}, {"b": 2}]}),
    "a table after its child": ("[a.b]\nc = 1\n[a]\nd = 2\n", {"a": {"b": {"c": 1}, "d": 2}}),
}
REFUSED = {
    "a key without a value": ("bad", "toml: line 1: unexpected EOF; expected key separator '='"),
    "a key without a value and more lines": (
        "x = 1\nbad\n",
        "toml: line 2: expected '.' or '=', but got '\\n' instead",
    ),
    "no value": ("a =", 'toml: line 1 (last key "a"): unexpected EOF; expected value'),
    "no value at a line's end": (
        "a = \n",
        "toml: line 1 (last key \"a\"): expected value but found '\\n' instead",
    ),
    "an unknown word": (
        "a = yes",
        'toml: line 1 (last key "a"): expected value but found "yes" instead',
    ),
    "two values": (
        "a = 1 2",
        "toml: line 1: expected a top-level item to end with a newline, comment, or EOF, but got '2' instead",
    ),
    "a blank key": ("= 1", "toml: line 1: unexpected '=': key name appears blank"),
    "a dot in front of a key": (
        ".a = 1",
        "toml: line 1: unexpected '.': keys cannot start with a '.'",
    ),
    "an unquoted string": (
        "a = \xe9",
        'toml: line 1 (last key "a"): expected value but found "\xe9" instead',
    ),
    "a duplicate key": (
        "a = 1\na = 2",
        "toml: line 2 (last key \"a\"): Key 'a' has already been defined.",
    ),
    "a duplicate table": ("[a]\n[a]\n", "toml: line 2: Key 'a' has already been defined."),
    "a table over a value": (
        "a = 1\n[a.b]\n",
        "toml: line 2: Key 'a' was already created as a hash.",
    ),
    "an array over a table": (
        "[a]\n[[a]]\n",
        "toml: line 2: Key 'a' was already created and cannot be used as an array.",
    ),
    "a key below a value": (
        "a = 1\na.b = 2",
        "toml: line 2 (last key \"a.b\"): Key 'a' has already been defined.",
    ),
    "an open string": ('a = "x', 'toml: line 1 (last key "a"): unexpected EOF; expected \'"\''),
    "a break in a string": (
        'a = "x\n"',
        'toml: line 1 (last key "a"): strings cannot contain newlines',
    ),
    "an open multiline string": (
        'a = """x',
        'toml: line 1 (last key "a"): unexpected EOF; expected \'"""\'',
    ),
    "too many quotes": ('a = """x""""""', 'toml: line 1 (last key "a"): unexpected \'""""""\''),
    "an unknown escape": (
        'a = "\\q"',
        "toml: line 1 (last key \"a\"): invalid escape in string '\\q'",
    ),
    "a bad hexadecimal escape": (
        'a = "\\u12g4"',
        'toml: line 1 (last key "a"): expected four hexadecimal digits after \'\\u\', but got "\\\\u12g" instead',
    ),
    "a surrogate escape": (
        'a = "\\ud800"',
        "toml: line 1 (last key \"a\"): Escaped character '\\ud800' is not valid UTF-8.",
    ),
    "an escaped space": ('a = """x\\ y"""', "toml: line 1 (last key \"a\"): invalid escape: '\\ '"),
    "a control character": (
        "a = '\x01'",
        "toml: line 1 (last key \"a\"): TOML files cannot contain control characters: '0x01'",
    ),
    "a carriage return alone": (
        "a = 1\rb = 2",
        "toml: line 1 (last key \"a\"): TOML files cannot contain control characters: '0x0d'",
    ),
    "a byte that is not UTF-8": (
        "a = '\udcff'",
        'toml: line 1 (last key "a"): invalid UTF-8 byte: 0xff',
    ),
    "a null byte": (
        "a\x00= 1",
        "toml: line 1: files cannot contain NULL bytes; probably using UTF-16; TOML files must be UTF-8",
    ),
    "leading zeros": (
        "a = 01",
        'toml: line 1 (last key "a"): Invalid integer "01": cannot have leading zeroes',
    ),
    "a lonely underscore": (
        "a = 1__0",
        'toml: line 1 (last key "a"): Invalid integer "1__0": underscores must be surrounded by digits',
    ),
    "an underscore at the end of a float": (
        "a = 1_.5",
        'toml: line 1 (last key "a"): Invalid float "1_.5": underscores must be surrounded by digits',
    ),
    "a point at the end": (
        "a = 1.",
        'toml: line 1 (last key "a"): Invalid float "1.": \'.\' must be followed by one or more digits',
    ),
    "a bad float": ("a = 1e5e5", 'toml: line 1 (last key "a"): Invalid float value: "1e5e5"'),
    "an integer out of range": (
        "a = 9223372036854775808",
        'toml: line 1 (last key "a"): 9223372036854775808 is out of range for int64',
    ),
    "a float out of range": (
        "a = 1e400",
        'toml: line 1 (last key "a"): 1e400 is out of range for float64',
    ),
    "a sign before a prefix": (
        "a = +0x1",
        "toml: line 1 (last key \"a\"): cannot use sign with non-decimal numbers: '+0x'",
    ),
    "a bad binary number": ("a = 0b2", "toml: line 1 (last key \"a\"): not a binary number: '0b2'"),
    "a point in front": (
        "a = .5",
        "toml: line 1 (last key \"a\"): floats must start with a digit, not '.'",
    ),
    "a bad infinity": ("a = -inx", "toml: line 1 (last key \"a\"): invalid float: '-in'"),
    "a lonely sign": ("a = -", "toml: line 1 (last key \"a\"): expected a digit but got '\\x00'"),
    "a bad date": ("a = 1979-02-30", 'toml: line 1 (last key "a"): invalid datetime: "1979-02-30"'),
    "a short time": ("a = 7:32:00", 'toml: line 1 (last key "a"): invalid datetime: "7:32:00"'),
    "an empty table name": (
        "[]",
        "toml: line 1: unexpected end of table name (table names cannot be empty)",
    ),
    "a dot in front of a table name": (
        "[.a]",
        "toml: line 1: unexpected table separator (table names cannot be empty)",
    ),
    "an open table name": (
        "[a",
        "toml: line 1: expected '.' or ']' to end table name, but got '\\x00' instead",
    ),
    "an open array table": (
        "[[a] ]",
        "toml: line 1: expected end of table array name delimiter ']', but got ' ' instead",
    ),
    "a comma in front": ("a = [,1]", 'toml: line 1 (last key "a"): unexpected comma'),
    "an array without commas": (
        "a = [1 2]",
        "toml: line 1 (last key \"a\"): expected a comma (',') or array terminator (']'), but got '2'",
    ),
    "an open array": (
        "a = [1",
        "toml: line 1 (last key \"a\"): expected a comma (',') or array terminator (']'), but got end of file",
    ),
    "an open inline table": (
        "a = {b = 1",
        "toml: line 1 (last key \"a.b\"): expected a comma or an inline table terminator '}', but got end of file instead",
    ),
    "an inline table without commas": (
        "a = {b = 1 c = 2}",
        "toml: line 1 (last key \"a.b\"): expected a comma or an inline table terminator '}', but got 'c' instead",
    ),
    "an extended inline table": (
        "a = {b = 1}\n[a.b]\n",
        "toml: line 2 (last key \"a\"): Key 'a.b' has already been defined.",
    ),
}
TIMES = {
    "an offset of zero": ("1979-05-27T07:32:00Z", "1979-05-27 07:32:00 +0000 UTC"),
    "an offset": ("1979-05-27t07:32:00.5+01:00", "1979-05-27 07:32:00.5 +0100 +0100"),
    "no offset": ("1979-05-27 07:32:00", "1979-05-27 07:32:00 +0000 datetime-local"),
    "a date": ("1979-05-27", "1979-05-27 00:00:00 +0000 date-local"),
    "a time of day": ("07:32:00.25", "0000-01-01 07:32:00.25 +0000 time-local"),
    "no seconds": ("07:32", "0000-01-01 07:32:00 +0000 time-local"),
    "no seconds but an offset": ("1979-05-27 07:32z", "1979-05-27 07:32:00 +0000 UTC"),
}


@pytest.mark.parametrize(("text", "tables"), DOCUMENTS.values(), ids=DOCUMENTS)
def test_document_is_read_as_go_reads_it(text, tables):
    assert load_map(text) == tables


@pytest.mark.parametrize(("text", "message"), REFUSED.values(), ids=REFUSED)
def test_document_is_refused_with_the_words_of_go(text, message):
    with pytest.raises(TOMLError) as raised:
        load_map(text)
    assert raised.value.message == message


@pytest.mark.parametrize(("text", "printed"), TIMES.values(), ids=TIMES)
def test_time_is_printed_as_go_prints_it(text, printed):
    assert load_map(f"a = {text}")["a"].go_string() == printed


def test_time_without_an_offset_is_in_the_zone_of_the_present():
    zone = fixed_zone("EST", -18000)
    time = load_map("a = 1979-05-27T07:32:00", lambda: (zone, -14400))["a"]
    assert time.go_string() == "1979-05-27 07:32:00 -0400 datetime-local"


def test_time_with_the_local_offset_is_local():
    zone = fixed_zone("EST", -18000)
    time = load_map("a = 1979-05-27T07:32:00-05:00", lambda: (zone, -18000))["a"]
    assert time.go_string() == "1979-05-27 07:32:00 -0500 EST"


def test_integers_are_int64():
    assert type(load_map("a = 1")["a"]) is Int64


def test_array_of_tables_has_a_type_of_its_own():
    tables = load_map("[[a]]\nb = [{c = 1}]")
    assert type_name(tables["a"]) == "[]map[string]interface {}"
    assert type_name(tables["a"][0]["b"]) == "[]interface {}"


def test_nesting_is_read_as_deep_as_go_reads_it():
    with pytest.raises(TOMLError, match="unexpected EOF; expected value"):
        load_map("a = " + "[" * 20_000)


def test_nan_keeps_its_sign():
    import math

    assert math.copysign(1, load_map("a = -nan")["a"]) == -1


def test_endless_nesting_is_refused(monkeypatch):
    monkeypatch.setattr(stacks, "_MOST_STACKS", 5)
    with pytest.raises(FunctionError, match="nested too deeply"):
        load_map("a = " + "[" * 100_000)
