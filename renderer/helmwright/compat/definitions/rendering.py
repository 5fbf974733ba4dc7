"""What differs in what a chart renders to, and the properties of Helm that cause it."""

from __future__ import annotations

from helmwright.compat.definitions.model import Definition
from helmwright.lint.finding import Severity

_GROUP = "rendering"
_HELM = "https://github.com/helm/helm"
_ISSUES = f"{_HELM}/issues"
_VALUES = "https://helm.sh/docs/chart_template_guide/values_files/"
_BUILT_IN = "https://helm.sh/docs/chart_template_guide/builtin_objects/"

DEFINITIONS = (
    Definition(
        "null-dropped",
        _GROUP,
        Severity.WARNING,
        "A null of a values.yaml is dropped",
        "Helm 3 passes nulls of a chart's own values.yaml on to templates; Helm 4.2 removes them while it merges values. "
        "So a field is not null but absent, 'hasKey' and 'with' decide otherwise, and checksums over values change, "
        "which restarts pods.",
        "Nothing, if the field may be absent: the server treats null and absent alike. Else set the null with -f or --set, "
        "where both keep it, or let the template write it.",
        f"{_ISSUES}/32530",
    ),
    Definition(
        "subchart-default-returns",
        _GROUP,
        Severity.ERROR,
        "A null no longer erases the default of a subchart",
        "In Helm 3 a null in the values.yaml of a chart removes a default of its subchart; in Helm 4.2 the default comes "
        "back, until somebody sets any other value of that subchart. A security context that was taken out is there again.",
        "Set the null with -f or --set, where both versions obey it, or give the subchart a value of its own.",
        f"{_ISSUES}/32522",
    ),
    Definition(
        "blank-lines",
        _GROUP,
        Severity.INFO,
        "Documents end in other blank lines",
        "Helm 3 trims each document; Helm 4 keeps the newlines at the end of a template. Objects are the same, but whoever "
        "compares bytes of rendered manifests sees all of them change.",
        "Compare objects and not bytes ('helmwright diff'), or render what is kept in a repository anew, once.",
        f"{_ISSUES}/32565",
    ),
    Definition(
        "trailing-newlines",
        _GROUP,
        Severity.WARNING,
        "A block scalar at the end of a document keeps its newlines",
        "A text that is written with '|+' at the end of a document loses its last newlines in Helm 3, which trims the "
        "document, and keeps them in Helm 4.",
        "Write the text with '|', or put another key behind it.",
        f"{_ISSUES}/32326",
    ),
    Definition(
        "leftover-separator",
        _GROUP,
        Severity.INFO,
        "A '---' is left over after an empty document in Helm 3",
        "Helm 3 takes two separators in a row for a document that is the second of them, and prints it. Helm 4 does not.",
        "Nothing: no object changes.",
        f"{_HELM}/pull/32580",
    ),
    Definition(
        "webhook-order",
        _GROUP,
        Severity.INFO,
        "Webhook configurations come before custom resources",
        "Helm 4 knows the kinds of webhook configurations, and installs them before kinds that it does not know; Helm 3 "
        "sorts them among those by name. A webhook that is not ready may refuse the custom resources that follow.",
        "Make the webhook's failurePolicy Ignore, or install the custom resources with a hook or a chart of their own.",
        "https://helm.sh/docs/intro/using_helm/#helm-install-installing-a-package",
    ),
    Definition(
        "chart-object",
        _GROUP,
        Severity.WARNING,
        ".Chart is a map in Helm 4",
        "Helm 3 gives templates a struct. Printed as a whole it has other keys; 'kindOf', 'range', 'hasKey' and "
        "'.Chart.Metadata' behave otherwise, and checksums over the root change.",
        "Name the fields that are meant, such as .Chart.Name and .Chart.Version: they are the same in both.",
        _BUILT_IN,
    ),
    Definition(
        "helm-version",
        _GROUP,
        Severity.WARNING,
        "The chart asks for the version of Helm",
        ".Capabilities.HelmVersion is another one, and the chart, or its helpers, decide by it.",
        "Look whether the chart's condition knows Helm 4.",
        _BUILT_IN,
    ),
    Definition(
        "kubernetes-version",
        _GROUP,
        Severity.WARNING,
        "The default version of Kubernetes is another one",
        "Without a cluster each Helm takes the version of Kubernetes for granted that it was built with, and its API versions.",
        "Say which one is meant with --kube-version and --api-versions: then both render for it.",
        "https://helm.sh/docs/topics/version_skew/",
    ),
    Definition(
        "kube-suffix",
        _GROUP,
        Severity.WARNING,
        "The version of Kubernetes keeps its suffix",
        "In Helm 4 .Capabilities.KubeVersion.Version of v1.33.4-gke.1245000 keeps what stands behind the hyphen, so that "
        "semverCompare takes it for a pre-release, and '>=1.33' is false.",
        "Write '>=1.33-0' in semverCompare, which is true for both.",
        f"{_HELM}/blob/main/pkg/chart/common/capabilities.go",
    ),
    Definition(
        "values-documents",
        _GROUP,
        Severity.WARNING,
        "A values file has several documents",
        "Helm 3 takes the first one of them; Helm 4 merges all.",
        "Keep one document in each file, or give the others with -f as files of their own.",
        _VALUES,
    ),
    Definition(
        "aliased-subchart",
        _GROUP,
        Severity.WARNING,
        "A subchart is used under several aliases and has an alias in itself",
        "Helm 3 renames the inner subchart for the first alias only, so that values of the second one are lost. Helm 4 is "
        "right for both.",
        "Nothing, if the new objects are what the values ask for.",
        f"{_HELM}/blob/main/pkg/chart/v2/util/dependencies.go",
    ),
    Definition(
        "lines-of-empty-file",
        _GROUP,
        Severity.ERROR,
        ".Files.Lines of an empty file fails",
        "Helm 3.21.4 gives no lines; Helm 4.2.4 and older versions of Helm 3 stop with 'index out of range [-1]'.",
        "Write a newline into the file, or ask for .Files.Get first.",
        f"{_HELM}/blob/main/pkg/engine/files.go",
    ),
    Definition(
        "missing-function",
        _GROUP,
        Severity.ERROR,
        "A template calls a function that one of both does not have",
        "mustToYaml and mustToToml are new in Helm 4; toYamlPretty and fromToml in Helm 3.17.",
        "Call toYaml or toToml, which both have.",
        "https://helm.sh/docs/chart_template_guide/function_list/",
    ),
    Definition(
        "template-language",
        _GROUP,
        Severity.ERROR,
        "A template needs a newer text/template",
        "'else with' and loops over integers are as new as the Go that a Helm was built with.",
        "Write nested blocks, and 'until' for loops.",
        "https://pkg.go.dev/text/template",
    ),
    Definition(
        "set-json-object",
        _GROUP,
        Severity.ERROR,
        "--set-json is given a whole object",
        "Helm 4 takes an object and merges it; Helm 3 wants key=json.",
        "Write each key: --set-json 'a=1' --set-json 'b=[2]'.",
        "https://helm.sh/docs/helm/helm_install/",
    ),
    Definition(
        "open-index",
        _GROUP,
        Severity.ERROR,
        "--set ends in an open bracket",
        "Helm 3 refuses '--set a[=1'; Helm 4 drops the rest of the argument without a word.",
        "Close the bracket: --set 'a[0]=1'.",
        "https://helm.sh/docs/intro/using_helm/#the-format-and-limitations-of---set",
    ),
    Definition(
        "chart-format",
        _GROUP,
        Severity.ERROR,
        "Helm 4 does not install the chart's apiVersion",
        "Helm 3 renders whatever apiVersion says; Helm 4 refuses all but v1 and v2.",
        "Write apiVersion: v2.",
        "https://helm.sh/docs/topics/charts/#the-apiversion-field",
    ),
    Definition(
        "error-text",
        _GROUP,
        Severity.INFO,
        "Both fail, with other texts",
        "Errors of templates are one line in Helm 3, and one for each level in Helm 4; some have other words.",
        "Mend the chart or its values. A script that looks into the text must know both.",
        "https://helm.sh/docs/chart_template_guide/debugging/",
    ),
    Definition(
        "render-fails",
        _GROUP,
        Severity.ERROR,
        "The chart renders with one of both versions only",
        "An installation or upgrade with the other one fails before anything reaches the cluster.",
        "Mend what the error names.",
        "https://helm.sh/docs/chart_template_guide/debugging/",
    ),
    Definition(
        "imported-values",
        _GROUP,
        Severity.WARNING,
        "import-values are merged otherwise",
        "Releases of Helm 3 differ in what wins, imported values or those of the parent, and in what they take for a path.",
        "Name each value once, in the parent or in the child.",
        "https://helm.sh/docs/topics/charts/#importing-child-values-via-dependencies",
    ),
    Definition(
        "tpl-definitions",
        _GROUP,
        Severity.WARNING,
        "Templates that are defined within tpl are seen otherwise",
        "From Helm 3.14 on, 'include' within tpl sees what is defined there.",
        "Define named templates in files.",
        "https://helm.sh/docs/howto/charts_tips_and_tricks/#using-the-tpl-function",
    ),
    Definition(
        "values-numbers",
        _GROUP,
        Severity.WARNING,
        "Numbers of values files have another type",
        "In Helm 3.18.0 alone they are texts that look like numbers, and print otherwise.",
        "Do not render with 3.18.0.",
        f"{_HELM}/releases/tag/v3.18.1",
    ),
    Definition(
        "library-version",
        _GROUP,
        Severity.WARNING,
        "A template function comes from another version of its library",
        "sprig, semver and the TOML library changed within Helm 3.",
        "Look at both objects: 'helmwright template --helm' renders as either version.",
        "https://helm.sh/docs/chart_template_guide/function_list/",
    ),
    Definition(
        "schema-reference",
        _GROUP,
        Severity.WARNING,
        "values.schema.json is read otherwise",
        "Which references a schema may have, and whether a subchart without values is checked, changed within Helm 3.",
        "Bundle what the schema refers to into its file.",
        "https://helm.sh/docs/topics/charts/#schema-files",
    ),
    Definition(
        "other-rules",
        _GROUP,
        Severity.WARNING,
        "Two or more rules of Helm together make a difference",
        "No rule alone makes the new object of the old one.",
        "Look at both objects: 'helmwright template --helm' renders as either version.",
        "https://helm.sh/docs/changelog/",
    ),
)
