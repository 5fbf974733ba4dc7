"""Golden cases on which we are known to differ from helm, with the reason. Meant to be empty."""

KNOWN_DIFFERENCES: dict[str, str] = {}
"""Case id ("folder/file::name") to the reason; each is run as a strict xfail."""

_CLUSTER = "it needs a cluster in Helm 3, and is refused here"
EARLIER: dict[str, str] = {
    "charts/names.rows::a: {{ .Release.Name }} --validate --dry-run=client": _CLUSTER,
}
"""Case id to the reason why we differ from Helm 3 there; each is run as a strict xfail."""

KNOWN_SIGNS: tuple[str, ...] = (
    "error calling slice: reflect.Value.Slice: slice index out of bounds",
)
"""What generated examples say that meet what Go leaves to its memory allocator.

`slice` reaches behind the end of a list as far as the list has room there. How much room append
leaves, Go's specification does not say, and its builds differ: a list of 9 elements and one more
has room for 18 with amd64 and for 19 with 386. Here a list has none. See golden/README.md.
"""

_NO_ARCHIVE = "what is no archive is told with its URL, and never stored"
_OTHER_DIGEST = "an archive that is not what the index promises is neither stored nor used"
_KEYRINGS = "armored keyrings and keyboxes are read"
_PROVENANCE_MOVED = "provenance that was verified is not said to be what cannot be verified"
SOURCES: dict[str, str] = {
    "add-old-file": "repositories.yaml, which may hold passwords, is made private when it is written",
    "broken-pull-cut": _NO_ARCHIVE,
    "broken-pull-empty": _NO_ARCHIVE,
    "broken-pull-html": _NO_ARCHIVE,
    "broken-pull-nochart": _NO_ARCHIVE,
    "broken-pull-nothing": _NO_ARCHIVE,
    "broken-pull-text": _NO_ARCHIVE,
    "broken-show-cut": _NO_ARCHIVE,
    "broken-show-empty": _NO_ARCHIVE,
    "broken-show-html": _NO_ARCHIVE,
    "broken-show-nochart": _NO_ARCHIVE,
    "broken-show-nothing": _NO_ARCHIVE,
    "broken-show-text": _NO_ARCHIVE,
    "digest-pull": _OTHER_DIGEST,
    "digest-template": _OTHER_DIGEST,
    "pull-untar-url": "no empty folder with the name of the archive is left beside the unpacked chart",
    "dependency-update-unmanaged": "an index is read once in a run, also that of a repository nobody added",
    "dependency-build-verify-rsa": _PROVENANCE_MOVED,
    "dependency-update-verify-rsa": _PROVENANCE_MOVED,
    "package-sign-armored": _KEYRINGS,
    "pull-verify-large": "provenance of more than 1 MiB is not read",
    "template-verify-login": "the login of a repository holds for provenance, too",
    "verify-home-keybox": _KEYRINGS,
    "verify-keyring-public-asc": _KEYRINGS,
    "verify-keyring-pubring-kbx": _KEYRINGS,
    "verify-no-armor": "what is no signature is said to be none",
    "verify-sha1": "signatures with SHA-1 are refused",
    "verify-weak": "keys that are too weak are refused",
}
"""Case of ``golden/sources`` to the reason why we differ from helm there; each is a strict xfail."""

_NOT_VERIFIED = (
    "nothing is written, and nothing kept, of an archive that is not signed as it must be"
)
_NOT_SIGNED = "no archive is written that cannot be signed"
SOURCE_FILES: dict[str, str] = {
    **dict.fromkeys(
        (
            "dependency-update-verify-changed",
            "dependency-update-verify-none",
            "dependency-update-verify-stranger",
            "pull-verify-changed",
            "pull-verify-expired",
            "pull-verify-html",
            "pull-verify-no-keyring",
            "pull-verify-none",
            "pull-verify-stranger",
            "show-verify-none",
            "template-verify-changed",
            "template-verify-none",
            "template-verify-stranger",
        ),
        _NOT_VERIFIED,
    ),
    **dict.fromkeys(
        (
            "package-sign-empty-passphrase-file",
            "package-sign-no-keyring",
            "package-sign-no-passphrase-file",
            "package-sign-no-terminal",
            "package-sign-public",
            "package-sign-two",
            "package-sign-unknown",
            "package-sign-wrong-passphrase",
            "package-sign-wrong-passphrase-file",
        ),
        _NOT_SIGNED,
    ),
}
"""Case of ``golden/sources`` to the reason why the files differ from helm's; all else must be equal."""
_OLD_TPL = "tpl of 3.12 and 3.13 makes a set of templates of its own, with a name of its own"
_NUMBERS = "numbers of values files are json.Number in 3.18.0 alone"
_CRASH = "the release crashes; here it is refused"
_LATER_FLAG = "the release does not have the flag of lint"
_SIZE = "files above 5 MiB are refused, whatever release is asked for"
_DOT = "the release joins paths with the name of the chart, which is refused since"
_SHARED = "3.12 changes the subchart's own values while it imports them"
_ERAS: tuple[tuple[str, str, str], ...] = (
    (
        "charts.cases::a chart whose name is '.'",
        "3.12.3 3.13.0 3.14.4 3.17.4 3.18.0 3.18.4 3.20.0",
        _DOT,
    ),
    (
        "charts.cases::a dependency that is missing",
        "4.1.4",
        "4.1 and older quote a command with backticks in this text",
    ),
    ("charts.cases::a file that is too large", "3.12.3 3.13.0 3.14.4", _SIZE),
    ("errors.cases::a subchart's values that are no map", "3.18.0", _NUMBERS),
    ("language.cases::kinds of values that cannot be compared", "3.18.0", _NUMBERS),
    ("values-files.cases::numbers", "3.18.0", _NUMBERS),
    ("values-files.cases::types of numbers", "3.18.0", _NUMBERS),
    ("functions.cases::definitions outside tpl", "3.12.3 3.13.0", _OLD_TPL),
    ("functions.cases::an error inside tpl", "3.12.3 3.13.0", _OLD_TPL),
    ("functions.cases::an error of a function inside tpl", "3.12.3 3.13.0", _OLD_TPL),
    ("functions.cases::a failure inside tpl", "3.12.3 3.13.0", _OLD_TPL),
    ("functions.cases::a parse error inside tpl", "3.12.3 3.13.0", _OLD_TPL),
    ("functions.cases::an unknown function inside tpl", "3.12.3 3.13.0", _OLD_TPL),
    ("functions.cases::tpl with values that are no context", "3.12.3 3.13.0", _OLD_TPL),
    ("functions.cases::tpl with a string as context", "3.12.3 3.13.0", _OLD_TPL),
    ("functions.cases::tpl with nothing as context", "3.12.3 3.13.0", _OLD_TPL),
    ("lint.cases::a schema that is not checked", "3.12.3 3.13.0 3.14.4", _LATER_FLAG),
    ("lint.cases::an API that is deprecated, and --kube-version", "3.12.3 3.13.0", _LATER_FLAG),
    (
        "lint.cases::an empty maintainer",
        "3.12.3 3.13.0 3.14.4 3.17.4 3.18.0 3.18.4",
        _CRASH,
    ),
    ("nulls.cases::imported", "3.12.3", _SHARED),
    ("nulls.cases::imported over a parent's value", "3.12.3", _SHARED),
    (
        "nulls.cases::an import that is no text",
        "3.12.3 3.13.0 3.14.4 3.17.4 3.18.0 3.18.4",
        _CRASH,
    ),
)
KNOWN_DIFFERENCES_OF_ERAS: dict[str, str] = {
    f"eras/{name} ({release})": reason
    for name, releases, reason in _ERAS
    for release in releases.split()
}
"""Case of ``golden/eras`` and release, ``eras/file::name (3.12.3)``, to the reason; all must differ."""
