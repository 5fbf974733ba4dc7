"""Which words of a Helm 3 command line mean something else to Helm 4, and what to write instead.

Source: helm v3.21.4 and v4.2.4, cmd/helm and pkg/cmd; each row was run with both programs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

RENAMED = "flag-renamed"
GONE = "flag-gone"
VALUE = "flag-value"
IDLE = "flag-without-effect"
POST_RENDERER = "post-renderer-program"
PLUGIN = "plugin-not-verified"
REGISTRY = "registry-path"
LINT = "lint-without-chart"
LIST = "list-of-all-statuses"


class Row(NamedTuple):
    """What is said of words: the id of the finding, a sentence, and what to write instead of them.

    first, last: the indexes of the first and of the last word behind ``helm``; -1 for ``helm`` itself.
    instead: blank if the words go.
    """

    id: str
    message: str
    first: int
    last: int
    instead: str


class Flag(NamedTuple):
    """A flag on a command line; value: ``None`` if it has none. first, last: indexes of its words."""

    name: str
    value: str | None
    first: int
    last: int


_INSTALLING = frozenset({"install", "upgrade", "template"})
_CHANGING = frozenset({"install", "upgrade", "rollback", "template"})
_GROUPS = frozenset({"dependency", "dep", "get", "plugin", "registry", "repo", "search", "show"})
_WRAPPERS = frozenset({"secrets", "s3", "gcs", "tiller"})
"""Plugins that call Helm with the words behind their name."""
_ALIASES = {"ls": "list", "un": "uninstall", "del": "uninstall", "delete": "uninstall"}
_SHORT_VALUES = frozenset("fnolm")
_VALUES = frozenset(
    {
        *(
            "api-versions",
            "burst-limit",
            "ca-file",
            "cascade",
            "cert-file",
            "description",
            "filter",
        ),
        *("history-max", "key-file", "keyring", "kube-apiserver", "kube-as-group", "kube-as-user"),
        *("kube-ca-file", "kube-context", "kube-tls-server-name", "kube-token", "kube-version"),
        *("kubeconfig", "labels", "max", "name-template", "namespace", "offset", "output"),
        *(
            "output-dir",
            "password",
            "post-renderer",
            "post-renderer-args",
            "qps",
            "registry-config",
        ),
        *("repo", "repository-cache", "repository-config", "selector", "set", "set-file"),
        *("set-json", "set-literal", "set-string", "show-only", "time-format", "timeout"),
        *("username", "values", "version"),
    }
)
"""Flags that take the next word as their value."""


class Call(NamedTuple):
    """A call of Helm: its command, such as ``repo add``, its flags and its other words."""

    command: str
    flags: tuple[Flag, ...]
    arguments: tuple[tuple[int, str], ...]


def parse_call(words: Sequence[str], command: str = "") -> Call:
    """Return the call that the words behind ``helm`` make.

    command: where it is known and not among the words.
    """
    flags: list[Flag] = []
    arguments: list[tuple[int, str]] = []
    index = 0
    while index < len(words):
        word = words[index]
        if word == "--":
            break
        if word.startswith("--"):
            name, equals, value = word[2:].partition("=")
            takes = not equals and name in _VALUES and index + 1 < len(words)
            given = value if equals else words[index + 1] if takes else None
            flags.append(Flag(name, given, index, index + takes))
            index += takes
        elif word.startswith("-") and len(word) > 1:
            takes = len(word) == 2 and word[1] in _SHORT_VALUES and index + 1 < len(words)
            flags.append(Flag(word, None, index, index + takes))
            index += takes
        elif not command and not arguments and word in _WRAPPERS:
            pass
        else:
            arguments.append((index, word))
        index += 1
    if not command and arguments:
        command = arguments.pop(0)[1]
        if command in _GROUPS and arguments:
            command = f"{command} {arguments.pop(0)[1]}"
    return Call(_ALIASES.get(command, command), tuple(flags), tuple(arguments))


def rows(call: Call) -> Iterator[Row]:
    """Yield what is to be said of the words of a call."""
    for flag in call.flags:
        find = _FLAGS.get(flag.name)
        if find is not None:
            yield from find(call, flag)
        elif flag.name[:1] == "-":
            yield from _short(call, flag)
    if call.command == "registry login":
        yield from _registry(call)
    elif call.command == "plugin install":
        yield from _plugin(call)
    elif call.command == "list":
        yield from _list(call)
    elif call.command == "lint" and not call.arguments:
        message = "Helm 4 lints no folder by default: 'helm lint' needs a path"
        yield Row(LINT, message, -1, -1, "helm lint .")


def _row(found: str, message: str, flag: Flag, instead: str) -> Row:
    return Row(found, message, flag.first, flag.last, instead)


def _atomic(call: Call, flag: Flag) -> Iterator[Row]:
    if call.command in _INSTALLING:
        value = f"={flag.value}" if flag.value is not None else ""
        message = (
            "--atomic is deprecated in Helm 4: --rollback-on-failure does it, and waits with "
            "--wait=watcher, which must be able to list and watch every kind"
        )
        yield _row(RENAMED, message, flag, f"--rollback-on-failure{value}")


def _force(call: Call, flag: Flag) -> Iterator[Row]:
    if call.command in _CHANGING and flag.value != "false":
        message = (
            "--force is --force-replace in Helm 4, which fails on what the server applied: "
            "it needs --server-side=false; what is meant may be --force-conflicts"
        )
        yield _row(RENAMED, message, flag, "--server-side=false --force-replace")


def _dry_run(call: Call, flag: Flag) -> Iterator[Row]:
    if call.command not in _CHANGING:
        return
    if flag.value is None or flag.value.lower() in ("true", "1", "t"):
        said = "--dry-run" if flag.value is None else f"--dry-run={flag.value}"
        yield _row(VALUE, f"{said} is deprecated in Helm 4: say which", flag, "--dry-run=client")
    elif flag.value.lower() in ("false", "0", "f"):
        message = f"--dry-run={flag.value} is deprecated in Helm 4"
        yield _row(VALUE, message, flag, "--dry-run=none")


def _wait(call: Call, flag: Flag) -> Iterator[Row]:
    if call.command not in {*_CHANGING, "uninstall"} or flag.value is None:
        return
    is_on = flag.value.lower() in ("true", "1", "t")
    if is_on or flag.value.lower() in ("false", "0", "f"):
        strategy = "watcher" if is_on else "hookOnly"
        message = f"--wait={flag.value} is deprecated in Helm 4, which takes a strategy"
        yield _row(VALUE, message, flag, f"--wait={strategy}")


def _validate(call: Call, flag: Flag) -> Iterator[Row]:
    if call.command == "template":
        message = "--validate is deprecated in Helm 4: --dry-run=server does it"
        yield _row(RENAMED, message, flag, "--dry-run=server")


def _notes(call: Call, flag: Flag) -> Iterator[Row]:
    if call.command == "template":
        message = f"--{flag.name} has no effect for 'helm template' and goes with Helm 5"
        yield _row(IDLE, message, flag, "")
    elif call.command == "test" and flag.name == "hide-notes":
        yield from _gone(call, flag)


def _post_renderer(call: Call, flag: Flag) -> Iterator[Row]:
    if call.command in _INSTALLING:
        message = (
            "--post-renderer takes the name of a plugin of type postrenderer/v1 in Helm 4, "
            "and no program; hooks pass it, too"
        )
        instead = "--post-renderer NAME-OF-A-PLUGIN"
        yield _row(POST_RENDERER, message, flag, instead)


def _gone(call: Call, flag: Flag) -> Iterator[Row]:
    if call.command in _OF[flag.name]:
        message = (
            f"Helm 4 has no --{flag.name} for 'helm {call.command}': it stops with 'unknown flag'"
        )
        if call.command == "list":
            message += "; it lists releases in any status without it"
        yield _row(GONE, message, flag, "")


_OF: Mapping[str, frozenset[str]] = {
    "all": frozenset({"list"}),
    "client": frozenset({"version"}),
    "fail-on-repo-update-fail": frozenset({"repo update"}),
    "hide-notes": frozenset({"test"}),
    "no-update": frozenset({"repo add"}),
    "recreate-pods": frozenset({"rollback", "upgrade"}),
    "show-desc": frozenset({"status"}),
    "show-resources": frozenset({"status"}),
}
_SHORT_OF = {"a": "list", "c": "version"}


def _short(call: Call, flag: Flag) -> Iterator[Row]:
    for letter, command in _SHORT_OF.items():
        if call.command == command and _has_short(flag.name, letter):
            rest = flag.name[1:].replace(letter, "")
            message = (
                f"Helm 4 has no -{letter} for 'helm {command}': it stops with "
                f"'unknown shorthand flag'"
            )
            yield _row(GONE, message, flag, f"-{rest}" if rest else "")


_FLAGS: Mapping[str, Callable[[Call, Flag], Iterator[Row]]] = {
    **dict.fromkeys(_OF, _gone),
    "atomic": _atomic,
    "dry-run": _dry_run,
    "force": _force,
    "hide-notes": _notes,
    "post-renderer": _post_renderer,
    "render-subchart-notes": _notes,
    "validate": _validate,
    "wait": _wait,
}


_STATUSES = frozenset(
    {"all", "deployed", "failed", "pending", "superseded", "uninstalled", "uninstalling"}
)


def _list(call: Call) -> Iterator[Row]:
    chosen = {flag.name for flag in call.flags}
    if not chosen & _STATUSES and not any(_has_short(flag.name, "a") for flag in call.flags):
        message = "Helm 4 lists releases in any status, Helm 3 those that are deployed or failed"
        yield Row(LIST, message, -1, -1, "helm list --deployed --failed")


def _has_short(name: str, letter: str) -> bool:
    return name[:1] == "-" and letter in name[1:]


def _registry(call: Call) -> Iterator[Row]:
    for index, word in call.arguments[:1]:
        host, slash, rest = word.partition("://")[2 if "://" in word else 0].partition("/")
        if "://" in word or (slash and rest):
            message = "Helm 4 logs in at a host, and refuses a path or a scheme"
            yield Row(REGISTRY, message, index, index, host)


def _plugin(call: Call) -> Iterator[Row]:
    given = {flag.name: flag.value for flag in call.flags}
    for index, word in call.arguments[:1]:
        if "verify" not in given:
            message = (
                "Helm 4 verifies plugins before it installs them, and refuses those from a git "
                "repository, which have no signature"
            )
            yield Row(PLUGIN, message, index, index, f"--verify=false {word}")
