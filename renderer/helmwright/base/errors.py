"""Every exception that Helmwright raises, and the places they point at.

::

    HelmwrightError              message, position
    ├── ChartError               Chart.yaml, missing or unreadable files, dependencies
    ├── ValuesError              values files and overrides
    │   ├── StrvalsError         ``--set`` syntax
    │   ├── ValuesTemplateError  a values file in Jinja2 that does not parse, or fails
    │   └── SchemaError          values.schema.json violations
    ├── TemplateError            frames (outermost first) and Helm's own wording
    │   ├── TemplateSyntaxError
    │   └── TemplateExecutionError
    ├── ManifestError            rendered text that Helm cannot read as Kubernetes objects
    ├── PatchError               a patch that cannot be applied, made or read
    │   ├── PatchPanicError      one on which the Kubernetes code panics
    │   ├── PatchTypeError       a value that is not of its field's type
    │   ├── JSONPatchError       an operation of a JSON patch that fails
    │   ├── PatchConflictError   both sides changed the same field
    │   └── PreconditionError    a patch that touches what it must not
    ├── TaskRefusedError         a task that Determined's master refuses, or can never run
    ├── ReferenceTemplateError   a Jinja2 template for the reference of a chart's values
    ├── ReleaseError             a stored release that cannot be read, or is not there
    ├── GitError                 a revision or a file of a git repository that cannot be read
    │   └── GitContentError      a file that is in the revision, and not in the repository
    ├── SourceError              url, status; what comes over HTTP, or what it should have been
    │   └── VerificationError    an archive whose signature is missing, wrong, or not to be trusted
    ├── ClusterError             a cluster that cannot be asked, or what it answers
    │   ├── UnreachableError     no cluster answers: configuration, credentials, connection
    │   └── RefusalError         status, reason; a request that the API server refuses
    ├── FileChangedError         a file that another program changed since it was read
    ├── InputError               path; an inventory or a setting that is not what it must be
    ├── UsageError               wrong command line
    └── YAMLError, JSONError, TOMLError
                                 text in a data language that Go's library refuses

    GoError                      raised by ports of Go code and by template functions: a message
    ├── FunctionError            a template function returned an error or panicked
    └── ExecutionError           text/template's own refusal (``state.errorf``)

``GoError`` has no position on purpose: template/frames.py adds it and turns it into a
``TemplateError``; no ``GoError`` leaves the library's public functions.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar

T = TypeVar("T", bound=BaseException)

_NOT_FOUND = 404


class Position(NamedTuple):
    """A place in a file; line and column count from 1, ``None`` where they are unknown."""

    path: str
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        return ":".join(
            str(part) for part in (self.path, self.line, self.column) if part is not None
        )


class Frame(NamedTuple):
    """One level of a template error, as ``template: FILE:LINE:COL: executing NAME at <NODE>``.

    ``line`` counts from 1 and ``column`` is Go's: a byte offset from 0.
    """

    file: str
    line: int
    column: int
    template: str
    node: str


def _restored(kind: type[T], arguments: tuple[Any, ...], state: dict[str, Any]) -> T:
    """Return an exception as it was pickled, whatever its class is made from."""
    error = kind.__new__(kind, *arguments)
    error.__dict__.update(state)
    return error


class _Survivor(Exception):  # noqa: N818 - a part of other errors
    """An exception with a message that pickles and copies, and whose repr tells its message."""

    @property
    def message(self) -> str:
        """What is wrong; to say more of it is to assign the whole text."""
        text: str = self.args[0]
        return text

    @message.setter
    def message(self, text: str) -> None:
        self.args = (text,)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self.args, self.__dict__)


class HelmwrightError(_Survivor):
    """The base of everything a caller may want to catch.

    message: Helm's own words where Helm has them, without ``Error: ``.
    position: the place in the user's file, if one is known.
    """

    def __init__(self, message: str, position: Position | None = None) -> None:
        super().__init__(message)
        self.position = position

    @property
    def told(self) -> str:
        """The message, in which the line that Go's YAML reader names is that of the position."""
        if self.position is None or self.position.line is None or self.is_elsewhere:
            return self.message
        return with_line(self.message, self.position.line)

    is_elsewhere = False
    """Whether a line of YAML in the message may be one of another text than the position's."""

    def __str__(self) -> str:
        return f"{self.position}: {self.told}" if self.position else self.message


def line_of_yaml(message: str) -> tuple[str, int, str] | None:
    """Return a message before, in and behind the line that Go's YAML reader names in it.

    The reader counts from 0 the lines of errors that its parser finds, and from 1 those of its
    scanner; and from the beginning of a document, not of its file.
    Source: go.yaml.in/yaml/v3 decode.go (parser.fail)
    """
    before, mark, rest = message.partition("yaml: line ")
    digits, colon, behind = rest.partition(":")
    if not (mark and colon and digits.isdecimal() and digits.isascii()):
        return None
    return before + mark, int(digits), colon + behind


def with_line(message: str, line: int) -> str:
    """Return a message in which the line of a YAML error is the one that it is on."""
    parts = line_of_yaml(message)
    return message if parts is None else f"{parts[0]}{line}{parts[2]}"


class ChartError(HelmwrightError):
    """A chart that cannot be loaded."""


class ValuesError(HelmwrightError):
    """Values files or overrides that cannot be read or merged."""


class StrvalsError(ValuesError):
    """An argument of ``--set`` and its relatives that does not parse."""


class ValuesTemplateError(ValuesError):
    """A values file in Jinja2 that does not parse, or fails; no value is in the message."""


class SchemaError(ValuesError):
    """Values that break a chart's values.schema.json."""


class TemplateError(HelmwrightError):
    """A template that cannot be parsed or executed.

    frames: the chain of templates, outermost first; empty for a syntax error.
    go_text: Go's own text in one line, which Helm 3 prints; blank where Helm 3 prints ``message``.
    """

    is_elsewhere = True

    def __init__(
        self,
        message: str,
        position: Position | None = None,
        frames: tuple[Frame, ...] = (),
        go_text: str = "",
    ) -> None:
        super().__init__(message, position)
        self.frames = frames
        self.go_text = go_text


class TemplateSyntaxError(TemplateError):
    """A template that does not parse."""


class TemplateExecutionError(TemplateError):
    """A template that failed while it ran."""


class ManifestError(HelmwrightError):
    """Rendered text that Helm cannot read as Kubernetes objects."""


class PatchError(HelmwrightError):
    """A patch that cannot be applied, made or read; the message is the Kubernetes code's own."""


class PatchPanicError(PatchError):
    """A patch on which the Kubernetes code panics; no API server would answer it with an object."""


class PatchTypeError(PatchError):
    """A value that a Kubernetes type cannot hold.

    reason: why. path: the keys and indexes on the way to it; the message begins with it.
    """

    def __init__(self, reason: str, path: tuple[str | int, ...]) -> None:
        shown = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
        super().__init__(f"{shown.removeprefix('.') or 'the document'}: {reason}")
        self.reason = reason
        self.path = path


class JSONPatchError(PatchError):
    """An operation of a JSON patch that fails.

    reason: the library's own text. index: of the operation, from 0.
    """

    def __init__(self, reason: str, index: int, operation: str) -> None:
        super().__init__(f"operation {index + 1} ({operation}): {reason}")
        self.reason = reason
        self.index = index


class PatchConflictError(PatchError):
    """Two sides changed the same field in different ways."""


class PreconditionError(PatchError):
    """A patch that touches what it must leave alone."""


class TaskRefusedError(HelmwrightError):
    """A task that Determined's master refuses, or can never run; the words are the master's."""


class ReferenceTemplateError(HelmwrightError):
    """A template for the reference of a chart's values that does not parse, or fails."""


class InputError(HelmwrightError):
    """Data that is not what it must be, such as an inventory of nodes or a value about pools.

    path: keys and indexes that lead to it; they are part of the message, too.
    """

    def __init__(
        self, path: tuple[str | int, ...], message: str, position: Position | None = None
    ) -> None:
        place = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)
        super().__init__(f"{place.lstrip('.')}: {message}" if path else message, position)
        self.path = path


class UsageError(HelmwrightError):
    """A wrong command line."""


class ReleaseError(HelmwrightError):
    """A stored release that cannot be read, or is not there."""


class GitError(HelmwrightError):
    """A revision or a file of a git repository that cannot be read."""


class GitContentError(GitError):
    """A file of a revision that git does not hold: in a submodule, in LFS, behind a link that leads out."""


class SourceError(HelmwrightError):
    """A repository, a registry or an archive of theirs that cannot be reached or used.

    url: what was asked, its password hidden; blank where nothing was. status: of the answer, None
    without one.
    """

    def __init__(self, message: str, url: str = "", status: int | None = None) -> None:
        super().__init__(message)
        self.url = url
        self.status = status


class VerificationError(SourceError):
    """An archive whose signature is missing, wrong, or made by nobody who is trusted; or one that cannot be made."""


class ClusterError(HelmwrightError):
    """A cluster that cannot be asked, or whose answer cannot be used."""


class UnreachableError(ClusterError):
    """No cluster answers: its configuration, the credentials or the connection are to blame."""


class RefusalError(ClusterError):
    """A request that the API server refuses, in its words or in those of Kubernetes' clients.

    status: the HTTP status. reason: ``NotFound``, ``Forbidden``, ``Conflict`` …, as the server says it.
    answer: the whole Status object, empty if the server sent none.
    """

    def __init__(
        self, message: str, status: int, reason: str, answer: dict[str, Any] | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.reason = reason
        self.answer = answer or {}

    @property
    def is_not_found(self) -> bool:
        """Tell whether there is no such object, or no such path."""
        return self.reason == "NotFound" or (
            self.status == _NOT_FOUND and self.reason in ("", "Unknown")
        )

    @property
    def is_forbidden(self) -> bool:
        """Tell whether the account may not do this."""
        return self.reason == "Forbidden"


class FileChangedError(HelmwrightError):
    """A file that another program changed between its reading and its writing; it is left alone."""


class YAMLError(HelmwrightError):
    """Text that Go's YAML reader refuses; the message begins with ``yaml: ``."""


class JSONError(HelmwrightError):
    """Text or a value that Go's encoding/json refuses."""


class TOMLError(HelmwrightError):
    """Text or a value that Go's TOML library refuses."""


class GoError(_Survivor):
    """An error value or a panic of Go code, before anything knows where it happened."""

    def __init__(self, message: str) -> None:
        super().__init__(message)


class FunctionError(GoError):
    """A template function returned this error or panicked with it."""


class ExecutionError(GoError):
    """text/template itself refused to go on (exec.go: ``state.errorf``)."""
