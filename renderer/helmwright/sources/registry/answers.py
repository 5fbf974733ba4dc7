"""What a registry's answer means when it is not the one that was hoped for.

Source: oras-go registry/remote/internal/errutil/errutil.go, errcode/errors.go, net/http status.go
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import GoError, JSONError, SourceError
from helmwright.go import json_read
from helmwright.go.fmt import sprintf
from helmwright.go.strconv import quote
from helmwright.sources.fetching import masked

if TYPE_CHECKING:
    from helmwright.sources.fetching import Response

LONGEST_ERROR = 8 << 10
_GO_TEXTS = {
    413: "Request Entity Too Large",
    414: "Request URI Too Long",
    416: "Requested Range Not Satisfiable",
    418: "I'm a teapot",
    422: "Unprocessable Entity",
}
"""Where Python's words changed with its versions, or never were Go's."""


def refusal(method: str, response: Response) -> SourceError:
    """Return the error that an answer of another status is."""
    told = _told(response.body[:LONGEST_ERROR]) or _status_text(response.status)
    return failure(method, response, f"response status code {response.status}: {told}")


def failure(method: str, response: Response, problem: str) -> SourceError:
    """Return an error about an answer, with its method and URL in front."""
    shown = masked(response.url)
    return SourceError(f"{method} {quote(shown)}: {problem}", shown, response.status)


def expect(method: str, response: Response, name: str) -> None:
    """Refuse an answer that has nothing; raises SourceError, for 404 with the name of what is missing."""
    if response.status == 404:
        raise SourceError(f"{name}: not found", response.url, 404)
    if response.status != 200:
        raise refusal(method, response)


def _told(body: bytes) -> str:
    """Return the errors that a registry tells in its body; nothing if there are none to read."""
    try:
        found, _ = json_read.decode_prefix(body.decode("utf-8", "surrogateescape"))
    except JSONError:
        return ""
    errors = found.get("errors") if isinstance(found, dict) else None
    if not isinstance(errors, list) or not all(map(_is_error, errors)):
        return ""
    return "; ".join(_text(one) for one in errors)


def _is_error(one: Any) -> bool:
    return isinstance(one, dict) and all(
        one.get(name) is None or isinstance(one[name], str) for name in ("code", "message")
    )


def _text(one: dict[str, Any]) -> str:
    code = (one.get("code") or "").replace("_", " ").lower()
    message, detail = one.get("message"), one.get("detail")
    if not message:
        return code
    if detail is None:
        return f"{code}: {message}"
    try:
        return f"{code}: {message}: {sprintf('%v', detail)}"
    except GoError:
        return f"{code}: {message}"


def _status_text(status: int) -> str:
    if status in _GO_TEXTS:
        return _GO_TEXTS[status]
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return ""
