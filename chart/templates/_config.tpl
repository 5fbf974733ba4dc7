{{/*
The master's configuration: master.yaml, as the release that is installed understands it. It is built as a dict, section by
section. Every section is a named template that takes
  root      the chart's context
  release   the number of the release (determined.release)
  config    the dict to fill
  warnings  a dict whose keys are sentences about values that are not written, for determined.configWarnings
and prints nothing. A value that is blank is not written: the master then uses its own default.
*/}}

{{/* The text of master.yaml. */}}
{{- define "determined.masterYaml" -}}
{{- include "determined.config.once" . -}}
{{- .determinedConfig.text -}}
{{- end }}

{{/*
Build the configuration, and keep it beside .Values: the templates of a chart share this map, and several of them ask for the
configuration or its hash. Where they do not share it, it is built again.
*/}}
{{- define "determined.config.once" -}}
{{- if not (hasKey . "determinedConfig") -}}
  {{- $state := dict "root" . "release" (include "determined.release" . | int) "config" dict "warnings" dict -}}
  {{- include "determined.config" $state -}}
  {{- $_ := set . "determinedConfig" (dict "text" (toYaml $state.config) "warnings" $state.warnings) -}}
{{- end -}}
{{- end }}

{{- define "determined.config" -}}
{{- include "determined.config.pullSecrets" . -}}
{{- include "determined.config.server" . -}}
{{- include "determined.config.checkpoints" . -}}
{{- include "determined.config.database" . -}}
{{- include "determined.config.security" . -}}
{{- include "determined.config.signOn" . -}}
{{- include "determined.config.resources" . -}}
{{- include "determined.config.tasks" . -}}
{{- include "determined.config.logging" . -}}
{{- include "determined.config.genai" . -}}
{{- with (.root.Values.masterConfig).extra -}}
  {{- /* Sections may hold parts of the values as they are, and those must not change: merge into a copy. */ -}}
  {{- range $key, $value := deepCopy $.config }}{{ $_ := set $.config $key $value }}{{ end -}}
  {{- include "determined.config.merge" (dict "into" $.config "from" .) -}}
{{- end -}}
{{- end }}

{{/* Merge the map `from` into the map `into`: maps key by key, everything else is replaced, and a null removes. */}}
{{- define "determined.config.merge" -}}
{{- $into := .into -}}
{{- range $key, $value := .from -}}
  {{- if and (kindIs "map" $value) (kindIs "map" (get $into $key)) -}}
    {{- include "determined.config.merge" (dict "into" (get $into $key) "from" $value) -}}
  {{- else if kindIs "invalid" $value -}}
    {{- $_ := unset $into $key -}}
  {{- else -}}
    {{- $_ := set $into $key $value -}}
  {{- end -}}
{{- end -}}
{{- end }}

{{/*
Copy fields of the values into a section of the configuration. Takes:
  state   what a section takes
  from    a map of the values
  path    its place in the values, with a dot at the end, for warnings
  to      the dict to fill
  fields  a dict: key in the values -> "<key of the master> <kind> <release from which the master knows it>"; the kind is
          text, int, or any for a value as it is
*/}}
{{- define "determined.config.fields" -}}
{{- $from := .from | default dict -}}
{{- $to := .to -}}
{{- range $key, $field := .fields -}}
  {{- $value := get $from $key -}}
  {{- if or $value (kindIs "bool" $value) (kindIs "float64" $value) (kindIs "int64" $value) -}}
    {{- $field := splitList " " $field -}}
    {{- $name := index $field 0 -}}
    {{- $kind := index $field 1 -}}
    {{- $since := index $field 2 | atoi -}}
    {{- if lt $.state.release $since -}}
      {{- $_ := set $.state.warnings (printf "%s%s: Determined knows this from %s on; it is left out." $.path $key (include "determined.releaseText" $since)) true -}}
    {{- else if eq $kind "int" -}}
      {{- $_ := set $to $name (int64 $value) -}}
    {{- else if eq $kind "text" -}}
      {{- $_ := set $to $name (include "determined.text" $value) -}}
    {{- else -}}
      {{- $_ := set $to $name $value -}}
    {{- end -}}
  {{- end -}}
{{- end -}}
{{- end }}

{{/* Text for the master from a value that YAML may have read as a number: 1234567 stays 1234567. */}}
{{- define "determined.text" -}}
{{- if kindIs "float64" . -}}
  {{- if eq (floor .) . -}}{{ int64 . }}{{- else -}}{{ toString . }}{{- end -}}
{{- else -}}
  {{- toString . -}}
{{- end -}}
{{- end }}

{{/* "0.35.1" from 35001. */}}
{{- define "determined.releaseText" -}}
{{- $number := int . -}}
{{- printf "%d.%d.%d" (div $number 1000000) (mod (div $number 1000) 1000) (mod $number 1000) -}}
{{- end }}
