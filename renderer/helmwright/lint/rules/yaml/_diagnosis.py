"""What is likely wrong in a file that Helm cannot read.

A reader of YAML stops where it no longer understands, which is often lines behind the mistake, and
says what it expected. Here the lines before are looked at for what people really get wrong.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from helmwright.base.patterns import lazy_pattern
from helmwright.lint.rules.yaml._dashes import dash_missing, dash_missing_above
from helmwright.lint.rules.yaml._failure import KEY, Diagnosis, Failure, content_column, indent_of
from helmwright.lint.rules.yaml._quotes import opened_quote, text_after_quote
from helmwright.secrets.quoted import without_values

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.lint.source import ValuesSource

_HELM = lazy_pattern(r"^(?:.*?: )?yaml: (?:line \d+: )?", re.DOTALL)
_GLUED_KEY = lazy_pattern(r"^(\s*(?:- +)*[A-Za-z_][\w.-]*):(?=[^\s/:])")
_GLUED_DASH = lazy_pattern(r"^(\s*)-(?=[A-Za-z\"'{\[])")
_NO_COLON = lazy_pattern(r"^(\s*(?:- +)*)([A-Za-z_][\w.-]*)\s+\S")
_TEMPLATE = lazy_pattern(r"\{\{.*?\}\}|\{%.*?%\}|\{\{.*|\{%.*")


def diagnose(source: ValuesSource) -> Diagnosis | None:
    """Return what is wrong with a file; None if Helm can read it."""
    error = source.error
    if error is None:
        return None
    reason = _HELM.sub("", error.message).removeprefix("cannot unmarshal yaml document: ")
    reason = reason.removeprefix("error converting YAML to JSON: ")
    reason = reason.removeprefix("error unmarshaling JSON: while decoding JSON: ")
    place = error.position
    line = (place.line if place else None) or 1
    column = (place.column if place else None) or 1
    failure = Failure(source, reason, line, column)
    for look in (*_SUSPICIONS, *(look for text, look in _REASONS if text in reason)):
        found = look(failure)
        if found is not None:
            return found
    return Diagnosis(failure.span(line, column, 0), f"the file cannot be read: {_plain(reason)}")


def _plain(reason: str) -> str:
    """Return the reader's reason without the value that it quotes, which may be a secret."""
    return without_values(reason).split("\n", maxsplit=1)[0]


def _bytes(failure: Failure) -> Diagnosis | None:
    """Look for bytes that no YAML may have."""
    for number, line in enumerate(failure.source.lines, 1):
        for index, character in enumerate(line):
            if "\udc80" <= character <= "\udcff":
                return Diagnosis(
                    failure.span(number, index + 1, 1),
                    f"the byte 0x{ord(character) - 0xDC00:02X} is not UTF-8, in which Helm reads values",
                    "save the file as UTF-8",
                )
            if character < " " and character != "\t":
                return Diagnosis(
                    failure.span(number, index + 1, 1),
                    f"the control character 0x{ord(character):02X} is not allowed in YAML",
                    "remove it, or write it as an escape in double quotes",
                )
    return None


def _template(failure: Failure) -> Diagnosis | None:
    """Look for a template expression around the place."""
    for number in (failure.line, failure.previous(failure.line)):
        text = failure.text(number)
        found = _TEMPLATE.search(text)
        if found and not re.search(r"['\"#]", text[: found.start()]):
            return Diagnosis(
                failure.span(number, found.start() + 1, len(found[0])),
                "this is a template expression, and Helm does not render values files",
                "write the value itself, or put the whole value in quotes if the chart's templates pass it to tpl",
            )
    return None


def _tab(failure: Failure) -> Diagnosis | None:
    """Look for a tab in the indentation of the line."""
    text = failure.text(failure.line)
    lead = text[: len(text) - len(text.lstrip())]
    if "\t" not in lead:
        return None
    column = lead.index("\t") + 1
    return Diagnosis(
        failure.span(failure.line, column, len(lead) + 1 - column),
        "the line is indented with a tab, which YAML does not allow",
        "indent with spaces",
    )


def _glued(failure: Failure) -> Diagnosis | None:
    """Look for a key or a dash with no space behind it."""
    line = failure.line
    for number in (line, failure.previous(line), failure.previous(failure.previous(line))):
        text = failure.text(number)
        found = _GLUED_KEY.match(text)
        if found and not KEY.match(text):
            key = found[1].strip().removeprefix("- ").strip()
            return Diagnosis(
                failure.span(number, found.end(), 1),
                f'there is no space after the colon of "{key}", so the line is one piece of text',
                f"write '{key}: …' with a space after the colon",
            )
        found = _GLUED_DASH.match(text)
        if found:
            return Diagnosis(
                failure.span(number, found.end(), 1),
                "there is no space after the dash, so the line is no item of a list",
                "write a space after the dash",
            )
    return None


def _no_colon(failure: Failure) -> Diagnosis | None:
    """Look for the line that should be a key."""
    line = failure.line
    for number in (failure.previous(line), line):
        text = failure.text(number)
        if not text.strip() or KEY.match(text) or text.lstrip().startswith("#"):
            continue
        found = _NO_COLON.match(text)
        fix = f"write '{found[2]}: …'" if found else "write a colon and a space after the key"
        return Diagnosis(failure.whole(number), "the line has no 'key: value'", fix)
    return None


def _nested_key(failure: Failure) -> Diagnosis | None:
    """Explain a colon where none can be."""
    text = failure.text(failure.line)
    first = KEY.match(text)
    if first is None or first.end() < failure.column - 1:
        value = text[first.end() :].strip() if first else text.strip()
        column = text.index(value, first.end() if first else 0) + 1
        return Diagnosis(
            failure.span(failure.line, column, len(value)),
            "the value has a colon followed by a space, which makes it look like another key",
            "put the whole value in quotes",
        )
    above = failure.previous(failure.line)
    missing = dash_missing(failure, above)
    if missing is not None:
        return missing
    if (
        above
        and indent_of(text) > indent_of(failure.text(above))
        and KEY.match(failure.text(above))
    ):
        return Diagnosis(
            failure.whole(failure.line),
            f"the line is indented below line {above}, which has a value already",
            f"indent it by {content_column(failure.text(above))} spaces, like the key in line {above},"
            " or take the value there away",
        )
    return _no_colon(failure)


def _bad_level(failure: Failure) -> Diagnosis | None:
    """Explain a line whose indentation fits none of those above."""
    text = failure.text(failure.line)
    if failure.column - 1 > indent_of(text):
        return None
    if text.lstrip().startswith("- "):
        above = failure.previous(failure.line)
        if above and indent_of(failure.text(above)) == indent_of(text):
            return Diagnosis(
                failure.whole(failure.line),
                "there is an item of a list among the keys of a map",
                "put a key above the list, or take the dash away",
            )
    missing = dash_missing_above(failure)
    if missing is not None:
        return missing
    levels = _levels(failure)
    indent = indent_of(text)
    if indent in levels or not levels:
        return None
    lower = [level for level in sorted(levels) if level < indent][-1:]
    higher = [level for level in sorted(levels) if level > indent][:1]
    wanted = " or ".join(str(level) for level in (*lower, *higher))
    return Diagnosis(
        failure.whole(failure.line),
        f"the line is indented by {indent} spaces, which fits none of the lines above",
        f"indent it by {wanted} spaces",
    )


def _levels(failure: Failure) -> set[int]:
    """Return the indentations that are open above the line."""
    levels: set[int] = set()
    lowest = 1 << 30
    for number in range(failure.line - 1, 0, -1):
        text = failure.text(number)
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        indent = indent_of(text)
        if text.lstrip().startswith("- ") and indent < lowest:
            item = text.lstrip()[2:]
            levels.add(indent + 2 + indent_of(item))  # where the keys of the item stand
        if indent < lowest:
            lowest = indent
            levels.add(indent)
    return levels


def _no_dash(failure: Failure) -> Diagnosis | None:
    if indent_of(failure.text(failure.line)) not in _levels(failure):
        return _bad_level(failure)
    return Diagnosis(
        failure.whole(failure.line),
        "the line stands among the items of a list but does not begin with a dash",
        "write a dash before it, or indent it as the key or the item that it belongs to",
    )


def _dash_in_line(failure: Failure) -> Diagnosis:
    return Diagnosis(
        failure.span(failure.line, failure.column, 1),
        "a list cannot begin on the line of its key",
        "put the item on a line of its own, or write [item]; put text that begins with a dash in quotes",
    )


def _quote(failure: Failure) -> Diagnosis | None:
    """Look for a quotation mark that is not closed, or closed too early."""
    after = text_after_quote(failure.source.lines, failure.line)
    if after is not None:
        line, column, length, mark = after
        other = '"' if mark == "'" else "'"
        return Diagnosis(
            failure.span(line, column, length),
            f"there is text behind the quotation mark {mark} that ends the value",
            f"put {other} around the whole value, or write the {mark} inside it twice"
            if mark == "'"
            else f"put {other} around the whole value, or write the {mark} inside it as \\{mark}",
        )
    opened = opened_quote(failure.source.lines, failure.line)
    if opened is None:
        return None
    line, column, mark = opened
    return Diagnosis(
        failure.span(line, column, 1),
        f"the quotation mark {mark} that line {line} opens is not closed there",
        f"write {mark} at the end of the value",
    )


def _bracket(failure: Failure) -> Diagnosis | None:
    closing = "]" if "']'" in failure.reason else "}"
    opening = "[" if closing == "]" else "{"
    for number in range(failure.line, 0, -1):
        text = failure.text(number)
        if text.count(opening) > text.count(closing):
            return Diagnosis(
                failure.span(number, text.index(opening) + 1, 1),
                f"the bracket {opening} is not closed before line {failure.line} goes on",
                f"close it with {closing}, put commas between the items, or put text that begins with {opening} in quotes",
            )
    return None


def _odd_start(failure: Failure) -> Diagnosis | None:
    character = failure.text(failure.line)[failure.column - 1 : failure.column]
    if not character.strip():
        return None
    return Diagnosis(
        failure.span(failure.line, failure.column, 1),
        f"a value must not begin with {character}",
        "put the value in quotes",
    )


def _keyless(failure: Failure) -> Diagnosis | None:
    text = failure.text(failure.line)
    if not text.lstrip().startswith((": ", ":\t")) and text.strip() != ":":
        return None
    return Diagnosis(
        failure.span(failure.line, text.index(":") + 1, 1),
        "there is no key before the colon",
        "write the key",
    )


def _block_text(failure: Failure) -> Diagnosis | None:
    found = re.search(r"(?:^|\s)([|>])[-+0-9]*\s*[^-+0-9\s#]", failure.text(failure.line))
    if found is None:
        return None
    return Diagnosis(
        failure.span(failure.line, found.start(1) + 1, 1),
        f"behind {found[1]} a text begins on the next line, and nothing can follow it on this one",
        "put the value in quotes, or on the lines below",
    )


def _alias(failure: Failure) -> Diagnosis:
    name = failure.reason.split("'")[1]
    return Diagnosis(
        failure.span(failure.line, failure.column, len(name) + 1),
        "the name after * stands for what an anchor names, and there is no such anchor above",
        "define it above with &, or put the value in quotes if it is text",
    )


def _escape(failure: Failure) -> Diagnosis:
    return Diagnosis(
        failure.span(failure.line, failure.column, 0),
        "in double quotes a backslash begins an escape, and there is none of that name",
        "use single quotes, or write the backslash twice",
    )


def _odd_key(failure: Failure) -> Diagnosis:
    return Diagnosis(
        failure.whole(failure.line),
        "a map or list stands where a key is expected",
        "put the key in quotes if it is text",
    )


def _null_key(failure: Failure) -> Diagnosis | None:
    for number, text in enumerate(failure.source.lines, 1):
        found = re.match(r"\s*(?:- +)*((?:~|null|Null|NULL)?)\s*:(?=\s|$)", text)
        if found:
            length = len(found[1]) or 1
            return Diagnosis(
                failure.span(number, found.start(1) + 1, length),
                f"the key {found[1] or 'before the colon'} is null, and keys must be text",
                "put the key in quotes",
            )
    return None


def _no_number(failure: Failure) -> Diagnosis | None:
    for number, text in enumerate(failure.source.lines, 1):
        found = re.search(
            r"(?:^|[\s,\[{])([-+]?\.(?:inf|Inf|INF|nan|NaN|NAN))\s*(?:$|[,\]}#])", text
        )
        if found:
            return Diagnosis(
                failure.span(number, found.start(1) + 1, len(found[1])),
                f"{found[1]} is a number that Helm cannot hand to templates",
                "put it in quotes if it is text",
            )
    return None


def _no_map(failure: Failure) -> Diagnosis:
    first = next(
        (
            number
            for number, text in enumerate(failure.source.lines, 1)
            if text.strip() and not text.lstrip().startswith(("#", "---"))
        ),
        1,
    )
    kind = "a list" if "array" in failure.reason else "no map"
    return _glued(failure._replace(line=first)) or Diagnosis(
        failure.whole(first),
        f"the file holds {kind}, and values are a map of keys",
        "begin with 'key: value'",
    )


def _separator(failure: Failure) -> Diagnosis:
    return Diagnosis(
        failure.whole(failure.line),
        "a line that begins with --- separates documents and can hold nothing else",
        "put what follows on a line of its own",
    )


def _directive(failure: Failure) -> Diagnosis | None:
    for number, text in enumerate(failure.source.lines, 1):
        if text.startswith("%"):
            return Diagnosis(
                failure.whole(number), "Helm does not read YAML directives", "remove it"
            )
    return None


def _merge(failure: Failure) -> Diagnosis:
    return Diagnosis(
        failure.span(failure.line, failure.column, 0),
        "<< merges maps, and this is none",
        "name an anchor of a map, as in '<<: *defaults', or put the key << in quotes",
    )


_SUSPICIONS: tuple[Callable[[Failure], Diagnosis | None], ...] = (_bytes, _template, _tab)
_REASONS: tuple[tuple[str, Callable[[Failure], Diagnosis | None]], ...] = (
    ("could not find expected ':'", _quote),
    ("could not find expected ':'", _glued),
    ("could not find expected ':'", _no_colon),
    ("mapping values are not allowed", _quote),
    ("mapping values are not allowed", _glued),
    ("mapping values are not allowed", _nested_key),
    ("did not find expected key", _keyless),
    ("did not find expected key", _quote),
    ("did not find expected key", _bad_level),
    ("did not find expected '-'", _no_dash),
    ("block sequence entries", _dash_in_line),
    ("unexpected end of stream", _quote),
    ("unexpected document indicator", _quote),
    ("did not find expected ','", _quote),
    ("did not find expected ','", _bracket),
    ("cannot start any token", _odd_start),
    ("expected node content", _odd_start),
    ("mapping keys are not allowed", _odd_start),
    ("alphabetic or numeric character", _odd_start),
    ("expected comment or line break", _block_text),
    ("unknown anchor", _alias),
    ("unknown escape", _escape),
    ("invalid map key", _odd_key),
    ("unsupported map key", _null_key),
    ("unsupported value", _no_number),
    ("cannot unmarshal", _no_map),
    ("document separator", _separator),
    ("incompatible YAML document", _directive),
    ("expected <document start>", _directive),
    ("map merge requires", _merge),
)
"""What each reason of the reader may come from, the likeliest first."""
