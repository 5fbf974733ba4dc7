"""What Go 1.26's fmt prints; every expected text was printed by Go."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from helmwright.base.errors import GoError
from helmwright.go.fmt import format_value, sprint, sprintf, sprintln, to_text
from helmwright.go.kinds import (
    Int64,
    IntSlice,
    ListSlice,
    StringMap,
    StringSlice,
    Struct,
    Uint8,
    Uint64,
)

SPRINTF: tuple[tuple[tuple[Any, ...], str], ...] = (
    (("plain",), "plain"),
    (
        (
            "%s-%v-%d",
            "a",
            "b",
            3,
        ),
        "a-b-3",
    ),
    (("100%%",), "100%"),
    (
        (
            "%d",
            80.0,
        ),
        "%!d(float64=80)",
    ),
    (
        (
            "%s",
            80.0,
        ),
        "%!s(float64=80)",
    ),
    (
        (
            "%s",
            2,
        ),
        "%!s(int=2)",
    ),
    (
        (
            "%s",
            True,
        ),
        "%!s(bool=true)",
    ),
    (
        (
            "%t",
            "x",
        ),
        "%!t(string=x)",
    ),
    (
        (
            "%d",
            "x",
        ),
        "%!d(string=x)",
    ),
    (("%d",), "%!d(MISSING)"),
    (
        (
            "%d %d",
            1,
        ),
        "1 %!d(MISSING)",
    ),
    (
        (
            "x",
            1,
            2,
        ),
        "x%!(EXTRA int=1, int=2)",
    ),
    (
        (
            "x",
            None,
            "a",
        ),
        "x%!(EXTRA <nil>, string=a)",
    ),
    (
        (
            "%z",
            1,
        ),
        "%!z(int=1)",
    ),
    (("%",), "%!(NOVERB)"),
    (
        (
            "%!",
            1,
        ),
        "%!!(int=1)",
    ),
    (("%!",), "%!!(MISSING)"),
    (
        (
            "%é",
            1,
        ),
        "%!é(int=1)",
    ),
    (
        (
            "%s",
            None,
        ),
        "%!s(<nil>)",
    ),
    (
        (
            "%v",
            None,
        ),
        "<nil>",
    ),
    (
        (
            "%d",
            None,
        ),
        "%!d(<nil>)",
    ),
    (
        (
            "%5v|%-7v|",
            None,
            None,
        ),
        "<nil>|<nil>  |",
    ),
    (
        (
            "%T %T %T %T",
            None,
            1,
            [1],
            {"a": 1},
        ),
        "<nil> int []interface {} map[string]interface {}",
    ),
    (
        (
            "%T %T %T %T",
            Int64(1),
            b"x",
            StringSlice(["a"]),
            StringMap({"a": "b"}),
        ),
        "int64 []uint8 []string map[string]string",
    ),
    (
        (
            "%s",
            {"a": 1.0},
        ),
        "map[a:%!s(float64=1)]",
    ),
    (
        (
            "%d",
            [1, 2],
        ),
        "[1 2]",
    ),
    (
        (
            "%d",
            [1, "a", None, 2.5],
        ),
        "[1 %!d(string=a) <nil> %!d(float64=2.5)]",
    ),
    (
        (
            "%v",
            [1.0, "a", None, [True], {"k": None}],
        ),
        "[1 a <nil> [true] map[k:<nil>]]",
    ),
    (
        (
            "%v",
            {"b": 1, "B": 2, "a": 3, "b10": 4, "b9": 5, "é": 6},
        ),
        "map[B:2 a:3 b:1 b10:4 b9:5 é:6]",
    ),
    (
        (
            "%+v %#v",
            {"a": 1},
            {"a": 1, "b": [1.5, "x", None]},
        ),
        'map[a:1] map[string]interface {}{"a":1, "b":[]interface {}{1.5, "x", interface {}(nil)}}',
    ),
    (
        (
            "%#v",
            StringSlice(["a", "b"]),
        ),
        '[]string{"a", "b"}',
    ),
    (
        (
            "%#v",
            StringSlice(nil=True),
        ),
        "[]string(nil)",
    ),
    (
        (
            "%#v",
            StringMap(nil=True),
        ),
        "map[string]string(nil)",
    ),
    (
        (
            "%#v",
            StringMap({"a": "b"}),
        ),
        'map[string]string{"a":"b"}',
    ),
    (
        (
            "%v %v",
            StringSlice(nil=True),
            StringMap(nil=True),
        ),
        "[] map[]",
    ),
    (
        (
            "%#v %#v %#v %#v",
            1,
            "a",
            1.0,
            True,
        ),
        '1 "a" 1 true',
    ),
    (
        (
            "%#v %#v",
            Uint8(200),
            Uint64(7),
        ),
        "0xc8 0x7",
    ),
    (
        (
            "%#v",
            b"ab",
        ),
        "[]byte{0x61, 0x62}",
    ),
    (
        (
            "%#v",
            [b"ab"],
        ),
        "[]interface {}{[]uint8{0x61, 0x62}}",
    ),
    (
        (
            "%v %s %x %X %q %d",
            b"ab",
            b"ab",
            b"ab",
            b"\xff",
            b"ab",
            b"ab",
        ),
        '[97 98] ab 6162 FF "ab" [97 98]',
    ),
    (
        (
            "%c %U %t",
            b"ab",
            b"a",
            b"a",
        ),
        "[a b] [U+0061] [%!t(uint8=97)]",
    ),
    (
        (
            "%x %X %#x % x %# x",
            "héllo",
            "abc",
            "abc",
            "abc",
            "abc",
        ),
        "68c3a96c6c6f 616263 0x616263 61 62 63 0x61 0x62 0x63",
    ),
    (
        (
            "%.2x|%10x|%-10x|%010x|",
            "abc",
            "ab",
            "ab",
            "ab",
        ),
        "6162|      6162|6162      |0000006162|",
    ),
    (
        (
            "%q %q",
            'a"b\\c\n\u200b\udcffé',
            65,
        ),
        '"a\\"b\\\\c\\n\\u200b\\xffé" \'A\'',
    ),
    (
        (
            "%+q %#q %#q",
            "é\udcff",
            "a`b",
            "ab",
        ),
        '"\\u00e9\\xff" "a`b" `ab`',
    ),
    (
        (
            "%q %q %+q %q",
            0x1F600,
            0xD800,
            0x1F600,
            -1,
        ),
        "'😀' '�' '\\U0001f600' '�'",
    ),
    (
        (
            "%c %c %c",
            65,
            0x1F600,
            0x110000,
        ),
        "A 😀 �",
    ),
    (
        (
            "%U %#U %#U %08U",
            65,
            0x1F600,
            0x200B,
            65,
        ),
        "U+0041 U+1F600 '😀' U+200B   U+0041",
    ),
    (
        (
            "%05d|%5d|%-5d|%+d|% d|%x|%X|%o|%O|%b|%#x|%#o|%#b",
            42,
            42,
            42,
            42,
            42,
            255,
            255,
            8,
            8,
            5,
            255,
            8,
            5,
        ),
        "00042|   42|42   |+42| 42|ff|FF|10|0o10|101|0xff|010|0b101",
    ),
    (
        (
            "%07d|%-07d|%+07d|% 07d",
            -42,
            -42,
            42,
            42,
        ),
        "-000042|-42    |+000042| 000042",
    ),
    (
        (
            "%.5d|%8.5d|%-8.5d|%08.5d|%.0d|%5.0d|",
            42,
            -42,
            42,
            42,
            0,
            0,
        ),
        "00042|  -00042|00042   |   00042||     |",
    ),
    (
        (
            "%d %d",
            -9223372036854775808,
            Uint64(18446744073709551615),
        ),
        "-9223372036854775808 18446744073709551615",
    ),
    (
        (
            "%x",
            -255,
        ),
        "-ff",
    ),
    (
        (
            "%6.2f|%-8.2f|%+.1f|%08.3f|% f|%.0f",
            3.14159,
            3.14159,
            2.0,
            -3.14159,
            1.0,
            2.5,
        ),
        "  3.14|3.14    |+2.0|-003.142| 1.000000|2",
    ),
    (
        (
            "%e %E %g %G %.3g %.10g %#g %#.3g",
            123456.789,
            123456.789,
            1e21,
            1e-7,
            1234.5678,
            100000.0,
            1.0,
            1.0,
        ),
        "1.234568e+05 1.234568E+05 1e+21 1E-07 1.23e+03 100000 1.00000 1.00",
    ),
    (
        (
            "%v %v %v %v %v",
            100000.0,
            1000000.0,
            123456789.0,
            0.0001,
            0.00001,
        ),
        "100000 1e+06 1.23456789e+08 0.0001 1e-05",
    ),
    (
        (
            "%v %v %v %v",
            -0.0,
            float("inf"),
            float("-inf"),
            float("nan"),
        ),
        "-0 +Inf -Inf NaN",
    ),
    (
        (
            "%5.1f|%05.1f|%+f|% f",
            float("inf"),
            float("-inf"),
            float("nan"),
            float("inf"),
        ),
        " +Inf| -Inf|+NaN| Inf",
    ),
    (
        (
            "%b %x %X %.2x",
            1.5,
            1.5,
            0.1,
            1.0,
        ),
        "6755399441055744p-52 0x1.8p+00 0X1.999999999999AP-04 0x1.00p+00",
    ),
    (
        (
            "%F %6.3v",
            1.5,
            3.14159,
        ),
        "1.500000   3.14",
    ),
    (
        (
            "%v %.2f %+v %d",
            complex(1, -2),
            complex(1.5, 0),
            complex(0, 1),
            complex(0, 1),
        ),
        "(1-2i) (1.50+0.00i) (0+1i) %!d(complex128=(0+1i))",
    ),
    (
        (
            "%t %v %5t %q",
            True,
            False,
            True,
            True,
        ),
        "true false  true %!q(bool=true)",
    ),
    (
        (
            "%5s|%-5s|%.2s|%5.1s|%05s",
            "ab",
            "ab",
            "héllo",
            "héllo",
            "ab",
        ),
        "   ab|ab   |hé|    h|000ab",
    ),
    (
        (
            "%*d|%-*d|%*d",
            5,
            42,
            5,
            42,
            -5,
            42,
        ),
        "   42|42   |42   ",
    ),
    (
        (
            "%.*f|%.*f",
            2,
            3.14159,
            -1,
            3.14159,
        ),
        "3.14|%!(BADPREC)3.141590",
    ),
    (
        (
            "%*d",
            "x",
            42,
        ),
        "%!(BADWIDTH)42",
    ),
    (
        (
            "%.*f",
            "x",
            1.5,
        ),
        "%!(BADPREC)1.500000",
    ),
    (
        (
            "%*d",
            10000001,
            42,
        ),
        "%!(BADWIDTH)42",
    ),
    (
        (
            "%[2]d %[1]d",
            1,
            2,
        ),
        "2 1",
    ),
    (
        (
            "%[3]d",
            1,
            2,
        ),
        "%!d(BADINDEX)",
    ),
    (
        (
            "%[x]d",
            1,
        ),
        "%!d(BADINDEX)",
    ),
    (
        (
            "%[1]d %d %[1]v",
            1,
            2,
        ),
        "1 2 1",
    ),
    (
        (
            "%[2]*[1]d|",
            7,
            4,
        ),
        "   7|",
    ),
    (
        (
            "%[1]5d",
            7,
        ),
        "%!d(BADINDEX)",
    ),
    (
        (
            "%[1].2f",
            1.5,
        ),
        "%!f(BADINDEX)",
    ),
    (
        (
            "%[]d",
            1,
        ),
        "%!d(BADINDEX)",
    ),
    (
        (
            "%[",
            1,
        ),
        "%!(NOVERB)",
    ),
    (
        (
            "%[1",
            1,
        ),
        "%!(NOVERB)",
    ),
    (
        (
            "%[-1]d",
            1,
        ),
        "%!d(BADINDEX)",
    ),
    (
        (
            "%[99999999999]d",
            1,
        ),
        "%!d(BADINDEX)",
    ),
    (
        (
            "%6.2",
            1,
        ),
        "%!(NOVERB)%!(EXTRA int=1)",
    ),
    (
        (
            "%-",
            1,
        ),
        "%!(NOVERB)%!(EXTRA int=1)",
    ),
    (
        (
            "%.",
            1,
        ),
        "%!.(int=1)",
    ),
    (
        (
            "%99999999999d",
            1,
        ),
        "%!(NOVERB)%!(EXTRA int=1)",
    ),
    (
        (
            "%w",
            1,
        ),
        "%!w(int=1)",
    ),
    (
        (
            "%w",
            [1, "a"],
        ),
        "%!w([]interface {}=[1 a])",
    ),
    (
        (
            "%v %v",
            1,
        ),
        "1 %!v(MISSING)",
    ),
    (
        (
            "% d %+d %x",
            [1, -2],
            [1, -2],
            ["ab", 10],
        ),
        "[ 1 -2] [+1 -2] [6162 a]",
    ),
    (
        (
            "%5d|%-5v|%05d",
            [1, 2],
            ["a", True],
            [-1, 1],
        ),
        "[    1     2]|[a     true ]|[-0001 00001]",
    ),
    (
        (
            "%6v",
            [1, "a", None, 2.5],
        ),
        "[     1      a <nil>    2.5]",
    ),
    (
        (
            "%v",
            "\udcff",
        ),
        "\udcff",
    ),
    (
        (
            "\udcff%d\udcff",
            1,
        ),
        "\udcff1\udcff",
    ),
    (
        (
            "%\udcff",
            1,
        ),
        "%!�(int=1)",
    ),
)
SPRINT: tuple[tuple[tuple[Any, ...], str], ...] = (
    (
        (
            1,
            2,
            "a",
            "b",
            3,
        ),
        "1 2ab3",
    ),
    (
        (
            "a",
            1,
            2,
            "b",
        ),
        "a1 2b",
    ),
    ((None,), "<nil>"),
    (
        (
            None,
            None,
        ),
        "<nil> <nil>",
    ),
    (
        (
            1.5,
            True,
            [1],
            {},
        ),
        "1.5 true [1] map[]",
    ),
    (("a",), "a"),
    ((), ""),
    (
        (
            "",
            1,
        ),
        "1",
    ),
    (
        (
            b"a",
            1,
        ),
        "[97] 1",
    ),
)
SPRINTLN: tuple[tuple[tuple[Any, ...], str], ...] = (
    (
        (
            1,
            2,
            "a",
            "b",
            3,
        ),
        "1 2 a b 3\n",
    ),
    (
        (
            "a",
            1,
            2,
            "b",
        ),
        "a 1 2 b\n",
    ),
    ((None,), "<nil>\n"),
    (
        (
            None,
            None,
        ),
        "<nil> <nil>\n",
    ),
    (
        (
            1.5,
            True,
            [1],
            {},
        ),
        "1.5 true [1] map[]\n",
    ),
    (("a",), "a\n"),
    ((), "\n"),
    (
        (
            "",
            1,
        ),
        " 1\n",
    ),
    (
        (
            b"a",
            1,
        ),
        "[97] 1\n",
    ),
)


@pytest.mark.parametrize(("arguments", "expected"), SPRINTF)
def test_sprintf_prints_what_go_prints(arguments: tuple[Any, ...], expected: str) -> None:
    assert sprintf(*arguments) == expected


@pytest.mark.parametrize(("arguments", "expected"), SPRINTF)
def test_sprintf_prints_the_same_when_the_format_is_known(
    arguments: tuple[Any, ...], expected: str
) -> None:
    sprintf(*arguments)
    assert sprintf(*arguments) == expected


@pytest.mark.parametrize(("arguments", "expected"), SPRINT)
def test_sprint_puts_spaces_between_operands_that_are_no_strings(
    arguments: tuple[Any, ...], expected: str
) -> None:
    assert sprint(*arguments) == expected


@pytest.mark.parametrize(("arguments", "expected"), SPRINTLN)
def test_sprintln_puts_spaces_between_all_operands(
    arguments: tuple[Any, ...], expected: str
) -> None:
    assert sprintln(*arguments) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("text", "text"),
        (None, "<no value>"),
        (True, "true"),
        (8080.0, "8080"),
        (1e6, "1e+06"),
        (-0.0, "-0"),
        (7, "7"),
        (Int64(-7), "-7"),
        (b"li", "[108 105]"),
        (complex(0, 1), "(0+1i)"),
        ([3.0, None], "[3 <nil>]"),
        (IntSlice([1, 2]), "[1 2]"),
        (ListSlice([["a"], [1]]), "[[a] [1]]"),
        ({"b": "two", "a": 1.0, "n": None}, "map[a:1 b:two n:<nil>]"),
    ],
)
def test_a_template_prints(value: Any, expected: str) -> None:
    assert to_text(value) == expected


def test_map_keys_are_sorted_by_their_bytes() -> None:
    assert format_value({"\udcff": 1, "\uffff": 2, "a": 3}) == "map[a:3 \uffff:2 \udcff:1]"


class Plain(Struct):
    __slots__ = ("inner", "name")
    go_type = "pkg.Plain"
    go_fields: ClassVar = {"Name": "name", "Inner": "inner"}

    def __init__(self, name: str, inner: Any) -> None:
        self.name = name
        self.inner = inner


class Pointer(Plain):
    __slots__ = ()
    go_type = "*pkg.Plain"
    go_kind = "ptr"


class Named(Plain):
    __slots__ = ()

    def go_string(self) -> str:
        return f"<{self.name}>"


def test_a_struct_prints_its_fields() -> None:
    value = Plain("a", [1.0, None])
    assert format_value(value) == "{a [1 <nil>]}"
    assert sprintf("%+v", value) == "{Name:a Inner:[1 <nil>]}"
    assert (
        sprintf("%#v", value) == 'pkg.Plain{Name:"a", Inner:[]interface {}{1, interface {}(nil)}}'
    )
    assert sprintf("%d", value) == "{%!d(string=a) [%!d(float64=1) <nil>]}"


def test_a_pointer_prints_what_it_points_to_only_at_the_top() -> None:
    assert to_text(Pointer("a", 1)) == "{a 1}"
    assert sprint(Pointer("a", 1)) == "&{a 1}"
    assert sprintf("%+v", Pointer("a", 1)) == "&{Name:a Inner:1}"
    assert format_value([Pointer("a", 1)]).startswith("[0xc")


def test_a_string_method_is_honoured_where_a_string_fits() -> None:
    value = Named("a", None)
    assert to_text(value) == "<a>"
    assert format_value([value]) == "[<a>]"
    assert sprintf("%v %s %q %x %8s", value, value, value, value, value) == (
        '<a> <a> "<a>" 3c613e      <a>'
    )
    assert sprintf("%t", value) == "{%!t(string=a) <nil>}"
    assert sprintf("%z", [value]) == "[{%!z(string=a) <nil>}]"


@pytest.mark.parametrize(
    ("form", "value"),
    [("%9999999d", [[1] * 1000]), ("%v", ["x" * 40_000_000] * 5), ("%.9999999d", [1] * 100)],
)
def test_texts_that_would_eat_the_memory_are_refused(form: str, value: Any) -> None:
    with pytest.raises(GoError, match="is too large"):
        sprintf(form, value)


@pytest.mark.slow
def test_values_that_contain_themselves_are_refused() -> None:
    value: list[Any] = []
    value.append(value)
    with pytest.raises(GoError, match="too deeply"):
        format_value(value)
    with pytest.raises(GoError, match="too deeply"):
        sprintf("%5v", value)


def test_values_that_share_parts_without_end_are_refused() -> None:
    value: Any = ["a"]
    for _ in range(40):
        value = [value, value]
    with pytest.raises(GoError, match="is too large"):
        format_value(value)
    with pytest.raises(GoError, match="is too large"):
        sprintf("%s", value)
