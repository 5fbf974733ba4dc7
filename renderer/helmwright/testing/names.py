"""Errors for names that are not there: with those that are near, or all if there are few."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_FEW = 12


class MissingNameError(KeyError):
    """A KeyError whose text is a sentence."""

    def __str__(self) -> str:
        return str(self.args[0])


def missing(what: str, name: str, known: Iterable[str]) -> MissingNameError:
    """Return the error for a name that is not known; what: the sentence's beginning."""
    from difflib import get_close_matches

    names = sorted(set(known))
    close = get_close_matches(name, names, 3)
    if close:
        hint = f"; did you mean {' or '.join(close)}?"
    elif not names:
        hint = "; there is none"
    elif len(names) <= _FEW:
        hint = f"; there is {', '.join(names)}"
    else:
        hint = f"; there are {len(names)}: {', '.join(names[:_FEW])}, ..."
    return MissingNameError(f"{what} {name}{hint}")
