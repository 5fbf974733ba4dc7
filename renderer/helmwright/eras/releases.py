"""The eras of all releases but the default one, newest first: each is what it does not share with the one above.

A comment is where the change is in Helm's source, and stands above the last release that was without it. So
the table reads downwards as going back in time.

Source: helm pkg/releaseutil, pkg/chartutil, pkg/engine, pkg/strvals, go.mod and .github/env of every tag.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.records import replace
from helmwright.eras.era import DEFAULT, LAST_KEPT, TRIMMED, Build

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.eras.era import Era


class _Release:
    """What a release changes, seen from the next younger one.

    go: the Go that it was built with, where it is another one; the patch is known of the last ones only.
    tells_kube: it says for which Kubernetes it was built.
    """

    __slots__ = ("changes", "commit", "go", "tells_kube", "version")

    def __init__(
        self, version: str, commit: str, *, go: str = "", tells_kube: bool = True, **changes: Any
    ) -> None:
        self.version = version
        self.commit = commit
        self.go = go
        self.tells_kube = tells_kube
        self.changes = changes


_LATEST_3 = _Release(
    "v3.21.4",
    "813176c51bb5c181dbbd7901298ddcc104cd3417",
    tells_kube=False,
    keeps_kube_suffix=False,
    documents=TRIMMED,
    late_kinds=(),
    nulls={"drops_defaults": False},
    chart_object="struct",
    type_package="chartutil",
    chart_package="chart",
    manifest_package="releaseutil",
    chart_limit="maximum file size",
    copies_aliased=False,
    values_documents=False,
    set_json_objects=False,
    swallows_open_index=False,
    missing_functions=frozenset(("mustToYaml", "mustToToml")),
    lines_of_empty_file="none",
    errors="one line",
    names_steps=False,
    logs="log",
    merges_manifests=True,
    lint_rules=frozenset(("crd-install-hook", "release-time", "capital-annotation")),
    chart_api_versions=None,
    flags=frozenset(
        ("hide-notes", "labels", "plain-http", "qps", "skip-schema-validation", "take-ownership")
    ),
    current_flags=frozenset(
        ("atomic", "force", "hide-notes", "render-subchart-notes", "validate", "wait")
    ),
    dry_runs=("false", "true", "none", "client", "server"),
)
"""Helm 3 as it ended, seen from the default era; the specification is the comparison of their sources."""

_OLDER_3 = (
    # Helm's files.go: len(f[path]) == 0
    _Release("v3.21.3", "1ad6e68924fdf6fb0c7dcef8e9e1dfc0f36eaed6", lines_of_empty_file="fails"),
    _Release("v3.21.2", "125963406833fe0525be91f46c8b5b0f22fb9e32"),
    # Helm's go.mod: client-go
    _Release("v3.21.1", "c56dd0095fd76da5d7b30ecdf506103e7f26745e", kube_minor=35),
    # Helm's go.mod: semver
    _Release(
        "v3.21.0",
        "e0878d41b711792be60777fd65ad23a101e6b85f",
        go="go1.25",
        semver="3.4.0",
        template_language=25,
    ),
    _Release("v3.20.2", "8fb76d6ab555577e98e23b7500009537a471feee"),
    # Helm's metadata.go: names . and ..
    _Release(
        "v3.20.1",
        "a2369ca71c0ef633bf6e4fccd66d634eb379b371",
        name_checks=frozenset(("duplicates", "slashes")),
    ),
    # Helm's coalesce.go: srcOriginalNonNil
    _Release(
        "v3.20.0", "b2e4314fa0f229a1de7b4c981273f61d69ee5a59", nulls={"removes_set_only": False}
    ),
    # Helm's go.mod: client-go
    _Release(
        "v3.19.5",
        "4a19a5b6fb912c5c28a779e73f2e0880d9e239a4",
        go="go1.24",
        kube_minor=34,
        template_language=24,
        toml="1.5.0",
    ),
    # Helm's coalesce.go: src[key] = nil
    _Release(
        "v3.19.4", "7cfb6e486dac026202556836bb910c37d847793e", nulls={"marks_defaults": False}
    ),
    _Release("v3.19.3", "0707f566a3f4ced24009ef14d67fe0ce69db4be9"),
    _Release("v3.19.2", "8766e718a0119851f10ddbe4577593a45fadf544"),
    _Release("v3.19.1", "4f953c223ba21103268e0b664c64240bc69fced7"),
    # Helm's jsonschema.go: urnLoader; raw == nil
    _Release(
        "v3.19.0",
        "3d8990f0836691f0229297773f3524598f46bda6",
        schema_schemes=frozenset(("http", "https")),
        validates_nulls=True,
    ),
    # Helm's capabilities.go: semver.NewVersion
    _Release(
        "v3.18.6",
        "b76a950f6835474e0906b96c9ec68a2eff3a6430",
        kube_minor=33,
        kube_versions="semver",
        semver="3.3.0",
    ),
    # Helm's jsonschema.go: newHTTPURLLoader
    _Release("v3.18.5", "b78692c18f0fb38fe5ba4571a674de067a4c53a5", schema_schemes=frozenset()),
    # Helm's jsonschema.go: xeipuu/gojsonschema; dependencies.go: fmt.Sprintf("%v"
    _Release(
        "v3.18.4",
        "d80839cf37d860c8aa9a0503fe463278f26cd5e2",
        schema_messages="gojsonschema",
        schema_schemes=frozenset(("http", "https")),
        text_of_imports=False,
    ),
    _Release("v3.18.3", "6838ebcf265a3842d1433956e8a622e3290cf324"),
    _Release("v3.18.2", "04cad4610054e5d546aa5c5d9c1b1d5cf68ec1f8"),
    _Release("v3.18.1", "f6f8700a539c18101509434f3b59e6a21402a1b2"),
    # Helm's values.go: d.UseNumber()
    _Release("v3.18.0", "cc58e3f5a3aa615c6a86275e6f4444b5fdd3cc4e", values_numbers="json.Number"),
    # Helm's go.mod: client-go
    _Release(
        "v3.17.4",
        "595a05da6166037d0abebaa27ac8a498fa4d7ed2",
        go="go1.23",
        kube_minor=32,
        values_numbers="float64",
        template_language=23,
        toml="1.4.0",
    ),
    _Release("v3.17.3", "e4da49785aa6e6ee2b86efd5dd9e43400318262b"),
    _Release("v3.17.2", "cc0bbbd6d6276b83880042c1ecb34087e84d41eb"),
    _Release("v3.17.1", "980d8ac1939e39138101364400756af2bdee1da5"),
    # Helm's coalesce.go: childChartMergeTrue
    _Release(
        "v3.17.0", "301108edc7ac2a8ba79e4ebf5701b0b6ce6a31e4", nulls={"keeps_for_subcharts": False}
    ),
    # Helm's funcs.go; engine.go: errors.Errorf(warnWrap(warn)); load.go: error unpacking
    _Release(
        "v3.16.4",
        "7877b45b63f95635153b29a42c0c2f4273ec45ca",
        go="go1.22",
        kube_minor=31,
        template_language=22,
        missing_functions=frozenset(("mustToYaml", "mustToToml", "toYamlPretty", "fromToml")),
        flags=frozenset(("hide-notes", "labels", "plain-http", "qps", "skip-schema-validation")),
        formats_required=True,
        names_subcharts=False,
        toml="1.3.2",
    ),
    _Release("v3.16.3", "cfd07493f46efc9debd9cc1b02a0961186df7fdf"),
    _Release("v3.16.2", "13654a52f7c70a143b1dd51416d633e1071faffb"),
    _Release("v3.16.1", "5a5449dc42be07001fd5771d56429132984ab3ab"),
    _Release("v3.16.0", "0d439e1a09683f21a0ab9401eb661401f185b00b"),
    # Helm's go.mod; cmd/helm/flags.go
    _Release(
        "v3.15.4",
        "fa9efb07d9d8debbb4306d72af76a383895aa8c4",
        kube_minor=30,
        missing_functions=frozenset(
            ("mustToYaml", "mustToToml", "toYamlPretty", "fromToml", "sha512sum")
        ),
        sprig="3.2.3",
        semver="3.2.1",
        flags=frozenset(("labels", "plain-http", "qps")),
        current_flags=frozenset(("atomic", "force", "render-subchart-notes", "validate", "wait")),
    ),
    _Release("v3.15.3", "3bb50bbbdd9c946ba9989fbe4fb4104766302a64"),
    _Release("v3.15.2", "1a500d5625419a524fdae4b33de351cc4f58ec35"),
    _Release("v3.15.1", "e211f2aa62992bd72586b395de50979e31231829"),
    _Release("v3.15.0", "c4e37b39dbb341cb3f716220df9f9d306d123a58"),
    # Helm's go.mod; cmd/helm/install.go
    _Release(
        "v3.14.4",
        "81c902a123462fd4052bc5e9aa9c513c4c8fc142",
        go="go1.21",
        kube_minor=29,
        template_language=21,
        flags=frozenset(("labels", "plain-http")),
    ),
    _Release("v3.14.3", "f03cc04caaa8f6d7c3e67cf918929150cf6f3f12"),
    _Release("v3.14.2", "c309b6f0ff63856811846ce18f3bdc93d2b4d54b"),
    _Release("v3.14.1", "e8858f8696b144ee7c533bd9d49a353ee6c4b98d"),
    # Helm's metadata.go: filepath.Base
    _Release(
        "v3.14.0",
        "3fc9f4b2638e76f26739cd77c7017139be81d0ea",
        name_checks=frozenset(("duplicates",)),
    ),
    # Helm's engine.go: tplFun; metadata.go
    _Release(
        "v3.13.3",
        "c8b948945e52abba22ff885446a1486cb5fd3474",
        go="go1.20",
        kube_minor=28,
        template_language=20,
        name_checks=frozenset(),
        tpl_shares=False,
    ),
    _Release("v3.13.2", "2a2fb3b98829f1e0be6fb18af2f6599e0f4e8243"),
    _Release("v3.13.1", "3547a4b5bf5edb5478ce352e18858d8a552a4110"),
    # Helm's dependencies.go: MergeTables(b, cvals)
    _Release("v3.13.0", "825e86f6a7a38cef1112bfa606e4127a706749b1", imports="above"),
    # Helm's coalesce.go, dependencies.go: no merge; files.go; action.go: crd.Name
    _Release(
        "v3.12.3",
        "3a31588ad33fe3b89af5a2a54ee1d25bfe6eaa5e",
        kube_minor=27,
        nulls={"keeps_in_globals": False, "keeps_imported": False},
        imports="into",
        lines_of_empty_file="with the last",
        crd_paths=False,
        flags=frozenset(),
        lint_rules=frozenset(
            ("crd-install-hook", "release-time", "capital-annotation", "templates-not-found")
        ),
        toml="1.2.1",
    ),
    # Helm's kind_sorter.go: PriorityClass
    _Release("v3.12.2", "1e210a2c8cc5117d1055bfaa5d40f51bbc2e345e", early_kinds=()),
    _Release("v3.12.1", "f32a527a060157990e2aa86bf45010dfb3cc8b8d"),
    # Helm's go.mod
    _Release("v3.12.0", "c9f554d75773799f72ceef38c51210f1842a1dea", semver="3.2.0"),
)
_OLDER_4 = (
    # Helm's releaseutil: the separator of documents eats the space around it
    _Release(
        "v4.2.3", "43e8b7feece8beb0fcba47059ec9b522fd929a64", go="go1.26", documents=LAST_KEPT
    ),
    _Release("v4.2.2", "b05881cf967a5a09e19866799d0edfd40675803a"),
    _Release("v4.2.1", "d591a19b953bd9cfdf7d9ddd83c2f4ffdaeafb29"),
    _Release("v4.2.0", "06468084e85c244c712834933d25ea232a4c2093"),
    # Helm's releaseutil: TrimSpace; coalesce.go without cleanNilValues; funcs.go
    _Release(
        "v4.1.4",
        "05fa37973dc9e42b76e1d2883494c87174b6074f",
        go="go1.25",
        kube_minor=35,
        documents=TRIMMED,
        nulls={"drops_defaults": False},
        missing_functions=frozenset(("mustToToml",)),
        template_language=25,
        semver="3.4.0",
    ),
    # Helm's metadata.go: names . and ..
    _Release(
        "v4.1.3",
        "c94d381b03be117e7e57908edbf642104e00eb8f",
        name_checks=frozenset(("duplicates", "slashes")),
    ),
    # Helm's coalesce.go: srcOriginalNonNil
    _Release(
        "v4.1.2", "217db28a4b75bff615275dc1e3975cf4d389c1d9", nulls={"removes_set_only": False}
    ),
    _Release("v4.1.1", "5caf0044d4ef3d62a955440272999e139aafbbed"),
    _Release("v4.1.0", "4553a0a96e5205595079b6757236cc6f969ed1b9"),
    # Helm's capabilities.go: normalizedVersion; strvals: errors.Is(err, io.EOF)
    _Release(
        "v4.0.5",
        "1b6053d48b51673c5581973f5ae7e104f627fcf5",
        kube_minor=34,
        keeps_kube_suffix=False,
        swallows_open_index=False,
        toml="1.5.0",
    ),
    _Release("v4.0.4", "8650e1dad9e6ae38b41f60b712af9218a0d8cc11"),
    _Release("v4.0.2", "94659f25033af6eb43fc186c24e6c07b1091800b"),
    # Helm's jsonschema.go: urnLoader; raw == nil
    _Release(
        "v4.0.1",
        "12500dd401faa7629f30ba5d5bff36287f3e94d3",
        schema_schemes=frozenset(("http", "https")),
        validates_nulls=True,
    ),
    _Release("v4.0.0", "99cd1964357c793351be481d55abbe21c6b2f4ec"),
)

NUMBERS = (
    *(one.version.removeprefix("v") for one in (*_OLDER_3[::-1], _LATEST_3, *_OLDER_4[::-1])),
    str(DEFAULT),
)
"""The numbers of all releases that are known, oldest first."""


def find(number: str) -> Era:
    """Return the era of a number that NUMBERS has."""
    for one in walk(number.partition(".")[0]):
        if str(one) == number:
            return one
    raise LookupError(number)


def walk(major: str) -> Iterator[Era]:
    """Yield the eras of a major version, newest first."""
    era = DEFAULT
    older: tuple[_Release, ...] = _OLDER_4
    if str(era).partition(".")[0] != major:
        era, older = _changed(era, _LATEST_3), _OLDER_3
    yield era
    for release in older:
        era = _changed(era, release)
        yield era


def _changed(era: Era, release: _Release) -> Era:
    changes = dict(release.changes)
    if "nulls" in changes:
        changes["nulls"] = replace(era.nulls, **changes["nulls"])
    minor = changes.get("kube_minor", era.kube_minor)
    told = release.tells_kube and era.build.kube_client is not None
    kube = f"v1.{minor}" if told else None
    build = Build(release.commit, release.go or era.build.go_version, kube)
    return era.replaced(version=release.version, build=build, **changes)
