{{/* Resource pools, and the namespaces in which their tasks run. */}}

{{/*
The namespaces in which tasks run, one in a line: that of the release, the default one, those that pools name (releases
0.19.11 to 0.34.0 read it there), and those of poolNamespaces, but not items with `rbac: false`.
*/}}
{{- define "determined.taskNamespaces" -}}
{{- $release := include "determined.release" . | int -}}
{{- $names := list .Release.Namespace -}}
{{- with (.Values.resourceManager).defaultNamespace }}{{ $names = append $names . }}{{ end -}}
{{- if and (ge $release 19011) (lt $release 35000) -}}
  {{- range .Values.resourcePools -}}
    {{- with .kubernetes_namespace }}{{ $names = append $names . }}{{ end -}}
  {{- end -}}
{{- end -}}
{{- range .Values.poolNamespaces -}}
  {{- if ne .rbac false }}{{ $names = append $names .name }}{{ end -}}
{{- end -}}
{{- join "\n" ($names | uniq | sortAlpha) -}}
{{- end }}

{{/* Everything of poolNamespaces, including items with `rbac: false`, and the release's namespace; one in a line. */}}
{{- define "determined.secretNamespaces" -}}
{{- $names := list .Release.Namespace -}}
{{- range .Values.poolNamespaces }}{{ $names = append $names .name }}{{ end -}}
{{- join "\n" (uniq $names) -}}
{{- end }}

{{/* The namespaces of an item of registryCredentials, one in a line, from (list context item). */}}
{{- define "determined.credentialNamespaces" -}}
{{- $names := (index . 1).namespaces | default (splitList "\n" (include "determined.secretNamespaces" (index . 0))) -}}
{{- join "\n" (uniq $names) -}}
{{- end }}

{{/* The labels of Pod Security admission, from podSecurity. */}}
{{- define "determined.podSecurityLabels" -}}
{{- $labels := dict -}}
{{- $settings := . -}}
{{- range $mode := list "enforce" "audit" "warn" -}}
  {{- with get $settings $mode -}}
    {{- $_ := set $labels (printf "pod-security.kubernetes.io/%s" $mode) . -}}
    {{- $_ := set $labels (printf "pod-security.kubernetes.io/%s-version" $mode) ($settings.version | default "latest") -}}
  {{- end -}}
{{- end -}}
{{- toYaml $labels -}}
{{- end }}

{{/* The annotations that the admission plugins PodNodeSelector and PodTolerationRestriction read, from an item of poolNamespaces. */}}
{{- define "determined.poolAnnotations" -}}
{{- $annotations := dict -}}
{{- $selector := .nodeSelector -}}
{{- if kindIs "map" $selector -}}
  {{- $pairs := list -}}
  {{- range $key, $value := $selector }}{{ $pairs = append $pairs (printf "%s=%s" $key (toString $value)) }}{{ end -}}
  {{- $selector = join "," $pairs -}}
{{- end -}}
{{- with $selector }}{{ $_ := set $annotations "scheduler.alpha.kubernetes.io/node-selector" . }}{{ end -}}
{{- with .defaultTolerations }}{{ $_ := set $annotations "scheduler.alpha.kubernetes.io/defaultTolerations" (toJson .) }}{{ end -}}
{{- with .tolerationsWhitelist }}{{ $_ := set $annotations "scheduler.alpha.kubernetes.io/tolerationsWhitelist" (toJson .) }}{{ end -}}
{{- if ne .keep false }}{{ $_ := set $annotations "helm.sh/resource-policy" "keep" }}{{ end -}}
{{- toYaml $annotations -}}
{{- end }}
