"""Expected answers are those of yaml.v2 v2.4.3; octal signs those of yaml.v3 v3.0.4."""

from __future__ import annotations

import pytest

from helmwright.go.yaml_plain import reads_as_other

OTHERS = ["", "~", "y", "No", "+.INF", ".5", ".5_0e1", "5.", "-0", "08", "0b-1", "0X1F"]
OTHERS += ["1__0", "1:30", "+1:59.5_", "2020-1-2", "2020-02-29", "2020-01-02t3:4:5,6+24:60"]
STRINGS = ["<<", "=", ".", "._5", ".1e400", "1e400", "0x", "_1", "+", "0o-1", "1:99"]
STRINGS += ["0x" + "f" * 17, "0b" + "1" * 65, "1" * 400, "2021-02-29", "2020-1-2T25:00:00Z"]
STRINGS += ["2020-1-2T3:4:5", "2020-1-2 3:4:5Z", "2020-0-1", "20200-1-1", "tRUE", "NaN"]


@pytest.mark.parametrize("text", OTHERS)
def test_text_would_be_read_as_something_else(text):
    assert reads_as_other(text)


@pytest.mark.parametrize("text", STRINGS)
def test_text_would_be_read_as_a_string(text):
    assert not reads_as_other(text)


def test_v3_reads_a_sign_behind_the_octal_prefix():
    assert reads_as_other("0o-17", octal_signs=True)
