"""Where an object has secrets: Secrets, variables with such a name, releases that Helm keeps."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from helmwright.secrets.forms import decoded
from helmwright.secrets.names import is_secret_name
from helmwright.secrets.places import APPLIED, PARTS, is_secret, variable_name
from helmwright.secrets.spellings import LEAST

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from helmwright.base.paths import Path

"""The annotation in which kubectl keeps the whole object."""
_CONTAINERS = (dict, list)


def secrets_in(value: Any) -> Iterator[dict[str, Any]]:
    """Yield the Secrets in an object: itself, items of lists, manifests in texts."""
    if type(value) is dict:
        if is_secret(value):
            yield value
        for inner in value.values():
            yield from secrets_in(inner)
    elif type(value) is list:
        for inner in value:
            yield from secrets_in(inner)
    elif type(value) is str:
        for document in documents_with_secrets(value) or ():
            yield from secrets_in(document)


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield the scalars below a value, with their paths."""
    if type(value) is dict:
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif type(value) is list:
        for at, inner in enumerate(value):
            yield from leaves(inner, (*path, at))
    else:
        yield path, value


def structured(text: str) -> list[Any] | None:
    """Return the documents of a text that holds YAML or JSON; None for any other text."""
    from helmwright.base.errors import HelmwrightError
    from helmwright.go.yaml_read import load, split_documents

    start = text.lstrip()[:1]
    if ":" not in text or not (start in ("{", "[") or "\n" in text.strip()):
        return None  # what looks like a map in one line may be a password
    try:
        found = [load(document) for document in split_documents(text)]
    except HelmwrightError:
        return None
    return found if found and all(type(one) in _CONTAINERS for one in found) else None


def documents_with_secrets(text: str) -> list[Any] | None:
    """Return the documents of a text that holds manifests of Secrets, None for any other text."""
    if "Secret" not in text or "kind" not in text or "ata" not in text:
        return None
    documents = structured(text)
    return documents if documents and any(map(_holds_secret, documents)) else None


def _holds_secret(value: Any) -> bool:
    if type(value) is dict:
        return is_secret(value) or any(map(_holds_secret, value.values()))
    return type(value) is list and any(map(_holds_secret, value))


def open_texts(secret: dict[str, Any]) -> Iterator[str]:
    """Yield the values of a Secret, as they are and decoded."""
    for part in PARTS:
        for _, value in leaves(secret.get(part)):
            if type(value) is str:
                yield value
                yield decoded(value) or ""


def in_secret(path: Path, states: list[Any]) -> bool:
    """Tell whether a path is at or below the data of a Secret."""
    return any(
        is_secret(container) and step in PARTS
        for data in states
        for container, step in _along(data, path)
    )


def shows_keys(path: Path, states: list[Any]) -> bool:
    """Tell whether what a path goes into below a Secret's data is a document, whose keys are shown."""
    for data in states:
        for (container, step), (members, name) in pairwise(_along(data, path)):
            if is_secret(container) and step in PARTS and type(members) is dict:
                value = members.get(name)
                text = decoded(value) if step == "data" and type(value) is str else value
                if type(text) is str and structured(text) is None:
                    return False
    return True


def is_hidden(path: Path, states: list[Any]) -> bool:
    """Tell whether what is at a path of an object is a secret by its name."""
    last = path[-1] if path else 0
    if APPLIED in path or (type(last) is str and is_secret_name(last)):
        return True
    item = path[-2] if len(path) > 1 else 0
    if last == "value" and type(item) is str and item.startswith("[name="):
        return is_secret_name(item[6:-1])
    return any(
        (step == "release" and is_release(container))
        or (step == "value" and is_secret_name(variable_name(container)))
        for data in states
        for container, step in (*_along(data, path),)[-1:]
        if step == last
    )


def _along(data: Any, path: Path) -> Iterator[tuple[Any, str | int]]:
    """Yield the containers on the way of a path, each with the step out of it."""
    for step in path:
        yield data, step
        if type(data) is str:
            documents = structured(data)
            data = documents[0] if documents and len(documents) == 1 else documents
        if type(data) is dict:
            data = data.get(step)
        elif type(data) is list:
            data = _item(data, step)
        else:
            return


def _item(items: list[Any], step: str | int) -> Any:
    if type(step) is int:
        return items[step] if -1 < step < len(items) else None
    key, _, name = str(step)[1:-1].partition("=")
    return next((one for one in items if type(one) is dict and str(one.get(key)) == name), None)


def is_release(container: Any) -> bool:
    """Tell whether this is the data of a release that Helm keeps in a ConfigMap."""
    return type(container) is dict and str(container.get("release", ""))[:4] in ("H4sI", "eyJ0")


def words_of_name(*names: str) -> Iterator[str]:
    """Yield names of objects and the words in them, in lower case."""
    for name in names:
        yield name.lower()
        yield from re.split(r"[-.]", name.lower())


def without_words(text: str, words: set[str], mark: Callable[[str], str]) -> str:
    """Return a text with marks for words in it, however short, but not inside other words."""
    for word in sorted(words - {""}, key=len, reverse=True):
        if word in text:
            pattern = rf"(?<!\w){re.escape(word)}(?!\w)" if len(word) < LEAST else re.escape(word)
            text = re.sub(pattern, lambda found: mark(found[0]), text)
    return text
