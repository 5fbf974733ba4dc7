"""Every template function that Helm exposes, one module per family of sprig.

The names are listed here so that a template can be parsed, and a plain one rendered, without
importing what it does not use. A test holds the list against the families.

Nothing in here is public.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.go.template_languages import ELSE_WITH, LATEST_LANGUAGE

if TYPE_CHECKING:
    from helmwright.go.function import Family, Function

_FAMILIES = {
    ("builtins", "BUILTINS"): """
        and call eq ge gt html index js le len lt ne not or print printf println urlquery
    """,
    ("certificates", "CERTIFICATES"): """
        buildCustomCert genCA genCAWithKey genSelfSignedCert genSelfSignedCertWithKey
        genSignedCert genSignedCertWithKey
    """,
    ("crypto", "CRYPTO"): """
        bcrypt decryptAES derivePassword encryptAES genPrivateKey htpasswd randBytes
    """,
    ("dates", "DATES"): """
        ago date dateInZone dateModify date_in_zone date_modify duration durationRound htmlDate
        htmlDateInZone mustDateModify mustToDate must_date_modify now toDate unixEpoch
    """,
    ("defaults", "DEFAULTS"): """
        all any coalesce default empty mustFromJson mustToPrettyJson mustToRawJson ternary
        toPrettyJson toRawJson
    """,
    ("dicts", "DICTS"): """
        deepCopy dict dig get hasKey keys merge mergeOverwrite mustDeepCopy mustMerge
        mustMergeOverwrite omit pick pluck set unset values
    """,
    ("encoding", "ENCODING"): """
        adler32sum b32dec b32enc b64dec b64enc sha1sum sha256sum sha512sum
    """,
    ("floats", "FLOATS"): """
        add1f addf ceil divf floor maxf minf mulf round subf
    """,
    ("helm", "HELM"): """
        fromJson fromJsonArray fromToml fromYaml fromYamlArray mustToJson mustToToml mustToYaml
        toJson toToml toYaml toYamlPretty
    """,
    ("lists", "LISTS"): """
        append chunk compact concat first has initial last list mustAppend mustChunk mustCompact
        mustFirst mustHas mustInitial mustLast mustPrepend mustPush mustRest mustReverse
        mustSlice mustUniq mustWithout prepend push rest reverse slice sortAlpha tuple uniq
        without
    """,
    ("math", "MATH"): """
        add add1 atoi biggest div float64 int int64 max min mod mul seq sub toDecimal until
        untilStep
    """,
    ("network", "NETWORK"): """
        getHostByName
    """,
    ("paths", "PATHS"): """
        base clean dir ext isAbs osBase osClean osDir osExt osIsAbs
    """,
    ("random", "RANDOM"): """
        randAlpha randAlphaNum randAscii randInt randNumeric shuffle uuidv4
    """,
    ("reflect", "REFLECT"): """
        deepEqual kindIs kindOf typeIs typeIsLike typeOf
    """,
    ("regex", "REGEX"): """
        mustRegexFind mustRegexFindAll mustRegexMatch mustRegexReplaceAll
        mustRegexReplaceAllLiteral mustRegexSplit regexFind regexFindAll regexMatch
        regexQuoteMeta regexReplaceAll regexReplaceAllLiteral regexSplit
    """,
    ("semver", "SEMVER"): """
        semver semverCompare
    """,
    ("strings", "STRINGS"): """
        abbrev abbrevboth cat contains hasPrefix hasSuffix hello indent join nindent plural
        quote repeat replace split splitList splitn squote substr toString toStrings trim
        trimAll trimPrefix trimSuffix trimall trunc
    """,
    ("urls", "URLS"): """
        urlJoin urlParse
    """,
    ("words", "WORDS"): """
        camelcase initials kebabcase lower nospace snakecase swapcase title untitle upper wrap
        wrapWith
    """,
}

NAMES: dict[str, tuple[str, str]] = {
    name: family for family, names in _FAMILIES.items() for name in names.split()
}
"""Function name to the module and the table it is in."""


class FunctionTable:
    """The functions that templates may call: those of all families, and an owner's own.

    missing: those of the families that templates may not call.
    language: the minor of the Go 1.x whose templates are parsed.
    identity: changes with every edit of a family, so that compiled templates can be kept.
    """

    def __init__(
        self, own: Family, missing: frozenset[str] = frozenset(), *, language: int = LATEST_LANGUAGE
    ) -> None:
        self._own = own
        self._missing = missing
        self._found: dict[str, Function] = dict(own)
        self.identity = _identity()
        self.language = language
        if missing:
            self.identity += f" without {' '.join(sorted(missing))}"
        if language < ELSE_WITH:
            self.identity += " without else with"

    def __contains__(self, name: object) -> bool:
        return (name in NAMES and name not in self._missing) or name in self._own

    def signature(self, name: str) -> Function:
        """Return a function by its name; the owner's come before the families'."""
        found = self._found.get(name)
        if found is None:
            from importlib import import_module

            module, table = NAMES[name]
            found = getattr(import_module(f"helmwright.functions.{module}"), table)[name]
            self._found[name] = found
        return found


def _identity() -> str:
    import os

    with os.scandir(os.path.dirname(__file__)) as entries:  # noqa: PTH120 - pathlib is slow
        return repr(
            sorted(
                (entry.name, entry.stat().st_mtime_ns)
                for entry in entries
                if entry.name.endswith(".py")
            )
        )
