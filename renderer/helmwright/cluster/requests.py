"""What may be asked of a cluster: the one place that lets a request through.

Allowed are GET, but for subresources that do something (``exec``, ``proxy``), the reviews of one's own rights,
and POST and PATCH with ``dryRun=All``. Anything else is refused before it is sent.

Source: apimachinery pkg/api/errors/errors.go (NewGenericServerResponse), client-go rest/request.go
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote, urlencode

from helmwright.base.errors import ClusterError, RefusalError
from helmwright.go.kinds import Int64

if TYPE_CHECKING:
    from collections.abc import Mapping

JSON = "application/json"
APPLY = "application/apply-patch+yaml"
STRATEGIC_MERGE = "application/strategic-merge-patch+json"
JSON_MERGE = "application/merge-patch+json"
JSON_PATCH = "application/json-patch+json"

LARGEST = 64 << 20
"""The most bytes of an answer."""
_REVIEWS = frozenset(
    {
        "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
        "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews",
        "/apis/authentication.k8s.io/v1/selfsubjectreviews",
    }
)
_ACTING = frozenset({"attach", "exec", "portforward", "proxy"})
_MAX_INT64 = (1 << 63) - 1
_INT64_DIGITS = 22
_TEXT_SHOWN = 2048
_FAILED = 400


class Request(NamedTuple):
    """A request that has not been sent.

    path: escaped, without the server's own prefix. query: names and values, in their order.
    body: JSON, or None. form: its media type. accept: the media types of the answer.
    """

    method: str
    path: str
    query: tuple[tuple[str, str], ...] = ()
    body: bytes | None = None
    form: str = JSON
    accept: str = JSON

    @property
    def target(self) -> str:
        """The path with its query."""
        return f"{self.path}?{urlencode(self.query)}" if self.query else self.path


class Answer(NamedTuple):
    """What the server answered.

    headers: whatever the case of a name. warnings: of the headers ``Warning: 299``, which are nowhere else.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes
    warnings: tuple[str, ...] = ()

    @property
    def data(self) -> Any:
        """The JSON of the answer with Go's numbers; raises ClusterError for anything else."""
        try:
            return decoded(self.body)
        except ValueError:
            raise ClusterError(f"the server answered what is no JSON: {_beginning(self)}") from None

    def object(self, request: Request) -> dict[str, Any]:
        """Return the object of an answer.

        Raises RefusalError for a refusal, and ClusterError for what is no object.
        """
        if self.status >= _FAILED:
            raise refusal(request, self)
        found = self.data
        if not isinstance(found, dict):
            raise ClusterError(f"the server answered with no object: {_beginning(self)}")
        return found


def get(path: str, *query: tuple[str, str], accept: str = JSON) -> Request:
    """Return a request that reads."""
    return Request("GET", path, query, accept=accept)


def review(kind: str, spec: Mapping[str, Any]) -> Request:
    """Return the request of a review of one's own: ``SelfSubjectAccessReview``, ``…RulesReview``, ``SelfSubjectReview``."""
    group = "authentication.k8s.io" if kind == "SelfSubjectReview" else "authorization.k8s.io"
    data = {"apiVersion": f"{group}/v1", "kind": kind, "spec": dict(spec)}
    return Request("POST", f"/apis/{group}/v1/{kind.lower()}s", (), encoded(data))


def dry_run(
    method: str, path: str, body: object, *query: tuple[str, str], form: str = JSON
) -> Request:
    """Return a POST or a PATCH that the server only tries; body: the object, or the patch."""
    return Request(method, path, (*query, ("dryRun", "All")), encoded(body), form)


def encoded(data: object) -> bytes:
    """Return the JSON of a body; bytes are taken as they are."""
    if isinstance(data, bytes):
        return data
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "replace")


def check(request: Request) -> None:
    """Refuse a request that could change a cluster.

    Raises ClusterError; a fault of this program, not of the user.
    """
    if not _is_allowed(request):
        raise ClusterError(
            f"{request.method} {request.path} is not sent: Helmwright only reads clusters"
        )


def _is_allowed(request: Request) -> bool:
    segments = request.path.split("/")[1:]
    if not request.path.startswith("/") or {"", ".", ".."} & set(segments[:-1]):
        return False
    if request.method == "GET":
        return not _acts(segments) and all(name != "watch" for name, _ in request.query)
    if request.method == "POST" and request.path in _REVIEWS:
        return True
    dry = [value for name, value in request.query if name == "dryRun"]
    return request.method in ("POST", "PATCH") and dry == ["All"] and not _acts(segments)


def _acts(segments: list[str]) -> bool:
    """Tell whether a path is of a subresource that does something."""
    rest = segments[2:] if segments[:1] == ["api"] else segments[3:]
    if rest[:1] == ["namespaces"] and len(rest) > 3:
        rest = rest[2:]
    return (len(rest) > 2 and rest[2] in _ACTING) or rest[:1] in (["proxy"], ["watch"])


def invalid_segment(text: str) -> str:
    """Return what is wrong with a name as a part of a path, nothing if it may be one.

    Source: apimachinery pkg/api/validation/path/name.go (IsValidPathSegmentName)
    """
    if text in (".", ".."):
        return f"[may not be '{text}']"
    problems = [f"may not contain '{character}'" for character in "/%" if character in text]
    return f"[{' '.join(problems)}]" if problems else ""


def check_name(name: str) -> None:
    """Refuse a name that is no part of a path, in the words of Kubernetes' client library for Go."""
    if problem := invalid_segment(name):
        from helmwright.go.strconv import quote as quoted

        raise ClusterError(f"invalid resource name {quoted(name)}: {problem}")


def segment(text: str) -> str:
    """Return a name as a part of a path."""
    return quote(text, safe="", errors="surrogateescape")


def refusal(request: Request, answer: Answer, *, raw: bool = False) -> RefusalError:
    """Return the error of an answer: the server's words, or where it has none, those of Kubernetes' clients.

    raw: the clients do not look for a Status in what they read as it comes.
    """
    status: dict[str, Any] = {}
    try:
        found = None if raw else decoded(answer.body)
    except ValueError:
        found = None
    if isinstance(found, dict) and found.get("status") == "Failure":
        status = found
        code = status.get("code")
        return RefusalError(
            str(status.get("message") or f"unknown: {answer.status}"),
            int(code) if isinstance(code, int) and code else answer.status,
            str(status.get("reason") or ""),
            status,
        )
    reason, message = _generic(answer.status, request.method, _server_message(answer))
    return RefusalError(message, answer.status, reason)


def _server_message(answer: Answer) -> str:
    form = answer.headers.get("Content-Type", "")
    if form and not form.startswith("text/"):
        return "unknown"
    return answer.body[:_TEXT_SHOWN].decode("utf-8", "replace").strip()


_GENERIC = {
    400: ("BadRequest", "the server rejected our request for an unknown reason"),
    401: ("Unauthorized", "the server has asked for the client to provide credentials"),
    404: ("NotFound", "the server could not find the requested resource"),
    405: ("MethodNotAllowed", "the server does not allow this method on the requested resource"),
    409: ("Conflict", "the server reported a conflict"),
    422: ("Invalid", "the server rejected our request due to an error in our request"),
    429: (
        "TooManyRequests",
        "the server has received too many requests and has asked us to try again later",
    ),
    503: ("ServiceUnavailable", "the server is currently unable to handle the request"),
    504: (
        "Timeout",
        "the server was unable to return a response in the time allotted, but may still be processing the request",
    ),
}
_NOT_ACCEPTABLE = "the server was unable to respond with a content type that the client supports"
_UNSUPPORTED, _UNACCEPTABLE, _NO_RIGHT = 415, 406, 403
_CONFLICT, _SERVER_ERROR = 409, 500


def _generic(  # noqa: PLR0911 - one return for each kind of status
    status: int, method: str, told: str
) -> tuple[str, str]:
    """Return the reason and the message for a status without words of the server."""
    if status == _CONFLICT and method == "POST":
        return "AlreadyExists", _GENERIC[status][1]
    if status in _GENERIC:
        return _GENERIC[status]
    if status == _NO_RIGHT:
        return "Forbidden", told
    if status == _UNSUPPORTED:
        return "UnsupportedMediaType", told
    if status == _UNACCEPTABLE:
        return "NotAcceptable", _NOT_ACCEPTABLE if told in ("", "unknown") else told
    if status >= _SERVER_ERROR:
        from helmwright.go.strconv import quote as quoted

        return (
            "InternalError",
            f"an error on the server ({quoted(told)}) has prevented the request from succeeding",
        )
    return (
        "Unknown",
        f"the server responded with the status code {status} but did not return more information",
    )


def decoded(body: bytes) -> Any:
    """Return JSON as Kubernetes' clients decode it into maps: integers are int64, other numbers float64.

    Raises ValueError for what is no JSON.
    """
    text = body.decode("utf-8", "replace")
    try:
        found = json.loads(text, parse_int=_integer, parse_constant=_refuse)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    return _without_halves(found) if "\\ud" in text or "\\uD" in text else found


def _integer(digits: str) -> Int64 | float:
    number = int(digits) if len(digits) < _INT64_DIGITS else 1 << 64
    return Int64(number) if -_MAX_INT64 - 1 <= number <= _MAX_INT64 else float(digits)


def _refuse(name: str) -> None:
    raise ValueError(name)


def _without_halves(value: Any) -> Any:
    """Return a value whose lone surrogates are U+FFFD, as in Go."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, dict):
        return {_without_halves(key): _without_halves(one) for key, one in value.items()}
    return [_without_halves(one) for one in value] if isinstance(value, list) else value


def _beginning(answer: Answer) -> str:
    """Return the status and the first characters of an answer, for an error."""
    text = answer.body[:80].decode("utf-8", "replace").strip()
    return f"status {answer.status}, {text!r}"
