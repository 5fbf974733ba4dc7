"""sprig's string functions that cut, pad, search and replace.

Everything that counts does so in bytes of UTF-8.

Source: sprig v3.3.0, strings.go and functions.go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import FunctionError
from helmwright.functions.coercion import string_list, strval
from helmwright.go.fmt import format_value
from helmwright.go.function import Family
from helmwright.go.kinds import StringMap, StringSlice
from helmwright.go.limits import LARGE_TEXT, check_text
from helmwright.go.spaces import SPACE
from helmwright.go.strconv import quote as go_quote
from helmwright.go.utf8 import decode, encode, joined

if TYPE_CHECKING:
    from helmwright.go.kinds import Value

STRINGS = Family()

_PART_SIZE = 40  # bytes that a part takes at least, whatever its length
_NEGATIVE_REPEAT = "strings: negative Repeat count"


@STRINGS.function("trim")
def trim(text: str) -> str:
    """Return ``text`` without white space at its ends."""
    return text.strip(SPACE)


@STRINGS.function("trimAll", "trimall")
def trim_all(cutset: str, text: str) -> str:
    """Return ``text`` without any characters of ``cutset`` at its ends."""
    if cutset.isascii() or (cutset.isprintable() and text.isprintable()):
        return text.strip(cutset) if cutset else text
    return _trim_runes(cutset, joined(text))


def _trim_runes(cutset: str, text: str) -> str:
    """Trim as Go does, for which every byte that is not UTF-8 is the same character."""
    bad = "\ufffd" + "".join(map(chr, range(0xDC80, 0xDD00)))
    if any(char in bad for char in joined(cutset)):
        cutset += bad
    return text.strip(cutset)


@STRINGS.function("trimSuffix")
def trim_suffix(suffix: str, text: str) -> str:
    """Return ``text`` without one ``suffix``."""
    if suffix.isascii():
        return text.removesuffix(suffix)
    return decode(encode(text).removesuffix(encode(suffix)))


@STRINGS.function("trimPrefix")
def trim_prefix(prefix: str, text: str) -> str:
    """Return ``text`` without one ``prefix``."""
    if prefix.isascii():
        return text.removeprefix(prefix)
    return decode(encode(text).removeprefix(encode(prefix)))


@STRINGS.function("contains")
def contains(part: str, text: str) -> bool:
    """Tell whether ``part`` occurs in ``text``."""
    return part in text if part.isascii() else encode(part) in encode(text)


@STRINGS.function("hasPrefix")
def has_prefix(prefix: str, text: str) -> bool:
    """Tell whether ``text`` begins with ``prefix``."""
    if prefix.isascii():
        return text.startswith(prefix)
    return encode(text).startswith(encode(prefix))


@STRINGS.function("hasSuffix")
def has_suffix(suffix: str, text: str) -> bool:
    """Tell whether ``text`` ends with ``suffix``."""
    if suffix.isascii():
        return text.endswith(suffix)
    return encode(text).endswith(encode(suffix))


@STRINGS.function("repeat")
def repeat(count: int, text: str) -> str:
    """Return ``text`` repeated ``count`` times."""
    if count < 0:
        raise FunctionError(_NEGATIVE_REPEAT)
    if count * len(text) >= 1 << 63:
        raise FunctionError("strings: Repeat output length overflow")
    check_text("repeat", count * len(text))
    return text * count


@STRINGS.function("substr")
def substr(start: int, end: int, text: str) -> str:
    """Return the bytes from ``start`` to ``end``; a negative bound means the end on its side."""
    source = encode(text)
    size = len(source)
    if start < 0:
        if end < 0:
            raise FunctionError(f"runtime error: slice bounds out of range [:{end}]")
        if end > size:
            raise FunctionError(
                f"runtime error: slice bounds out of range [:{end}] with length {size}"
            )
        return decode(source[:end])
    if end < 0 or end > size:
        end = size
    if start > end:
        raise FunctionError(f"runtime error: slice bounds out of range [{start}:{end}]")
    return decode(source[start:end])


@STRINGS.function("trunc")
def trunc(count: int, text: str) -> str:
    """Return the first ``count`` bytes of ``text``, or the last if ``count`` is negative."""
    if text.isascii():
        if count >= 0:
            return text[:count]
        return text[count:] if len(text) + count > 0 else text
    source = encode(text)
    if count >= 0:
        return decode(source[:count])
    return decode(source[count:]) if len(source) + count > 0 else text


@STRINGS.function("abbrev")
def abbrev(width: int, text: str) -> str:
    """Return ``text`` cut to ``width`` bytes, of which the last three are dots."""
    if width < 4:
        return text
    from helmwright.go.wrapping import abbreviate

    return abbreviate(text, 0, width)


@STRINGS.function("abbrevboth")
def abbrevboth(left: int, right: int, text: str) -> str:
    """Return ``right`` bytes of ``text`` from byte ``left`` on, with dots on both sides."""
    if right < 4 or (left > 0 and right < 7):
        return text
    from helmwright.go.wrapping import abbreviate

    return abbreviate(text, left, right)


@STRINGS.function("quote")
def quote(*values: Value) -> str:
    """Return every value that is not nil in double quotes, with Go's escapes."""
    if len(values) == 1:
        value = values[0]
        if value is None:
            return ""
        text = value if type(value) is str else strval(value)
        if len(text) > LARGE_TEXT:
            check_text("quote", len(text))
        return go_quote(text)
    return " ".join([quote(value) for value in values if value is not None])


@STRINGS.function("squote")
def squote(*values: Value) -> str:
    """Return every value that is not nil between single quotes, without any escapes."""
    texts = [f"'{format_value(value)}'" for value in values if value is not None]
    check_text("squote", sum(map(len, texts)))
    return " ".join(texts)


@STRINGS.function("cat")
def cat(*values: Value) -> str:
    """Return the values that are not nil with spaces between them."""
    texts = [format_value(value) for value in values if value is not None]
    check_text("cat", sum(map(len, texts)))
    return " ".join(texts)


@STRINGS.function("indent")
def indent(spaces: int, text: str) -> str:
    """Return ``text`` with every line indented by ``spaces``, empty ones too."""
    if spaces < 0:
        raise FunctionError(_NEGATIVE_REPEAT)
    if spaces * (len(text) + 1) > LARGE_TEXT:
        check_text("indent", spaces * (text.count("\n") + 1) + len(text))
    pad = " " * spaces
    return pad + text.replace("\n", "\n" + pad)


@STRINGS.function("nindent")
def nindent(spaces: int, text: str) -> str:
    """Return ``text`` indented like ``indent`` does, after a newline."""
    return "\n" + indent(spaces, text)


@STRINGS.function("replace")
def replace(old: str, new: str, text: str) -> str:
    """Return ``text`` with every ``old`` replaced; an empty ``old`` is found between characters."""
    if (len(new) + 1) * len(text) > LARGE_TEXT:
        check_text("replace", len(new) * (text.count(old) + 1) + len(text))
    if old.isascii() and (old or text.isascii()):
        return text.replace(old, new)
    if not old:
        return joined(text).replace("", new)
    return decode(encode(text).replace(encode(old), encode(new)))


@STRINGS.function("plural")
def plural(one: str, many: str, count: int) -> str:
    """Return ``one`` if ``count`` is 1, else ``many``."""
    return one if count == 1 else many


@STRINGS.function("join")
def join(separator: str, value: Value) -> str:
    """Return the elements of a list as text with ``separator`` between them."""
    if type(value) is list:
        texts = [item if type(item) is str else strval(item) for item in value if item is not None]
    else:
        texts = string_list(value)
    size = sum(map(len, texts)) + len(separator) * len(texts)
    if size > LARGE_TEXT:
        check_text("join", size)
    return separator.join(texts)


def _parts(separator: str, text: str, limit: int = -1) -> list[str]:
    """Return strings.SplitN: at most ``limit`` parts, or all if it is negative."""
    if limit == 0:
        return []
    if len(text) * _PART_SIZE > LARGE_TEXT:
        check_text("split", text.count(separator), "parts", weight=_PART_SIZE)
    if separator:
        cuts = limit - 1 if limit > 0 else -1
        if separator.isascii():
            return text.split(separator, cuts)
        return list(map(decode, encode(text).split(encode(separator), cuts)))
    if not text.isascii():
        text = joined(text)
    if limit < 0 or limit >= len(text):
        return list(text)
    return [*text[: limit - 1], text[limit - 1 :]]


@STRINGS.function("split")
def split(separator: str, text: str) -> StringMap:
    """Return the parts of ``text`` as a map with the keys ``_0``, ``_1``, …."""
    return StringMap({f"_{index}": part for index, part in enumerate(_parts(separator, text))})


@STRINGS.function("splitn")
def splitn(separator: str, limit: int, text: str) -> StringMap:
    """Return at most ``limit`` parts of ``text`` as a map like ``split``."""
    parts = _parts(separator, text, limit)
    return StringMap({f"_{index}": part for index, part in enumerate(parts)})


@STRINGS.function("splitList")
def split_list(separator: str, text: str) -> StringSlice:
    """Return the parts of ``text`` as a list of strings."""
    return StringSlice(_parts(separator, text))


@STRINGS.function("toString")
def to_string(value: Value) -> str:
    """Return any value as a string."""
    return strval(value)


@STRINGS.function("toStrings")
def to_strings(value: Value) -> StringSlice:
    """Return the elements of a list, or a single value, as strings."""
    return string_list(value)


@STRINGS.function("hello")
def hello() -> str:
    """Return sprig's greeting."""
    return "Hello!"
