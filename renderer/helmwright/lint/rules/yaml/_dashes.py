"""Dashes that are missing before the items of a list."""

from __future__ import annotations

from helmwright.lint.rules.yaml._failure import KEY, Diagnosis, Failure, content_column, indent_of


def dash_missing(failure: Failure, first: int) -> Diagnosis | None:
    """Look for the first key of an item of a list that has no dash: what follows is indented more.

    first: the line of that key; the line above it has a key alone.
    """
    text, owner = failure.text(first), failure.text(failure.previous(first))
    found = KEY.match(text)
    indent = indent_of(text)
    opens = owner.rstrip().endswith(":") and indent_of(owner) <= indent
    if found is None or text.lstrip().startswith("- ") or not opens:
        return None
    if indent_of(failure.text(failure.line)) != indent + 2:
        return None
    key = found["key"]
    return Diagnosis(
        failure.span(first, indent + 1, len(key)),
        f"the dash before {key} is missing, which begins an item of a list: line {failure.line} is"
        " indented as the next key of that item",
        f"write '- {key}: …'; or, if it is no list, indent line {failure.line} by {indent} spaces",
    )


def dash_missing_above(failure: Failure) -> Diagnosis | None:
    """Look for an item of a list that has no dash, above one that has."""
    text = failure.text(failure.line)
    item = KEY.match(text)
    if item is None or not text.lstrip().startswith("- "):
        return None
    wanted = content_column(text)
    for number in range(failure.line - 1, 0, -1):
        above = failure.text(number)
        if above.strip() and indent_of(above) < indent_of(text):
            return None
        found = KEY.match(above)
        if (
            found
            and found["key"] == item["key"]
            and found.end("lead") == wanted == indent_of(above)
        ):
            key = found["key"]
            return Diagnosis(
                failure.span(number, wanted + 1, len(key)),
                f"the dash before {key} is missing: line {failure.line} begins the next item of the"
                " list with one",
                f"write '- {key}: …', with the dash below that of line {failure.line}",
            )
    return None
