"""The order in which Go's YAML libraries write the keys of a map: "natural", a2 before a10."""

from __future__ import annotations

from functools import cmp_to_key
from typing import TYPE_CHECKING

from helmwright.base.patterns import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable

_BYTEWISE = lazy_pattern(r"[A-Za-z./ -]*")
_DIGITLESS = lazy_pattern(r"[\x00-/:-\x7f]*")
_STRAY_BYTE = lazy_pattern("[\ud800-\udfff]")  # a byte that is not UTF-8 counts as U+FFFD
_LETTERS_LAST = {
    code: code + 0x80 for code in range(0x80) if chr(code).isalpha()
}  # ASCII has no other class than letters and the rest when there are no digits


def natural(keys: Iterable[str]) -> list[str]:
    """Return ``keys`` in the order of yaml.v2.

    The order is not transitive for keys such as a2, a10 and a1b together; Go's result is random
    then, ours is not.

    Source: yaml.v2 sorter.go (keyList.Less).
    """
    keys = list(keys)
    text = "".join(keys)
    if _BYTEWISE.fullmatch(text):
        return sorted(keys)
    if _DIGITLESS.fullmatch(text):
        return sorted(keys, key=_letters_last)
    return sorted(keys, key=_BY_COMPARISON)


def natural_letters_after_digits(keys: Iterable[str]) -> list[str]:
    """Return ``keys`` in the order of yaml.v3, where a1b comes before a1-.

    Source: yaml.v3 sorter.go (keyList.Less).
    """
    keys = list(keys)
    if _DIGITLESS.fullmatch("".join(keys)):
        return sorted(keys, key=_letters_last)
    return sorted(keys, key=lambda key: _BY_COMPARISON_V3(_STRAY_BYTE.sub("\ufffd", key)))


def _letters_last(key: str) -> str:
    return key.translate(_LETTERS_LAST)


def _compare(left: str, right: str) -> int:
    return _compare_at(left, right, letters_after_digits=False)


def _compare_v3(left: str, right: str) -> int:
    return _compare_at(left, right, letters_after_digits=True)


_BY_COMPARISON = cmp_to_key(_compare)
_BY_COMPARISON_V3 = cmp_to_key(_compare_v3)


def _compare_at(left: str, right: str, *, letters_after_digits: bool) -> int:
    index = 0
    for one, two in zip(left, right, strict=False):
        if one != two:
            break
        index += 1
    else:
        return len(left) - len(right)
    one_letter, two_letter = one.isalpha(), two.isalpha()
    if one_letter != two_letter:
        after_digit = letters_after_digits and index > 0 and _is_digit(left[index - 1])
        return -1 if one_letter == after_digit else 1
    if one_letter:
        return -1 if one < two else 1
    return _compare_runs(left, right, index)


def _compare_runs(left: str, right: str, index: int) -> int:
    """Compare the digit runs that begin at the first difference; negative when ``left`` is less."""
    start = 0
    if left[index] == "0" or right[index] == "0":
        before = index - 1
        while before >= 0 and _is_digit(left[before]):
            if left[before] != "0":
                start = 1
                break
            before -= 1
    one, one_end = _run(left, index, start)
    two, two_end = _run(right, index, start)
    if one != two:
        return -1 if one < two else 1
    if one_end != two_end:
        return -1 if one_end < two_end else 1
    return -1 if left[index] < right[index] else 1


def _run(text: str, index: int, number: int) -> tuple[int, int]:
    """Return the int64 (it wraps around) of the digits from ``index`` on, and where they end."""
    while index < len(text) and _is_digit(text[index]):
        number = number * 10 + ord(text[index]) - 48
        index += 1
        if not -(1 << 63) <= number < 1 << 63:
            number = (number + (1 << 63)) % (1 << 64) - (1 << 63)
    return number, index


def _is_digit(character: str) -> bool:
    # unicode.IsDigit is category Nd, as str.isdecimal.
    return character.isdecimal()
