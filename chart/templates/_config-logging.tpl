{{/* Where the logs of tasks go, and how long they stay. What it takes is said in _config.tpl. */}}
{{- define "determined.config.logging" -}}
{{- $values := .root.Values -}}
{{- include "determined.config.section" (dict "state" . "name" "retention_policy" "from" $values.retentionPolicy "path" "retentionPolicy." "fields" (dict
      "logRetentionDays" "log_retention_days int 31000"
      "schedule" "schedule text 31000"
    )) -}}
{{- if $values.logging -}}
  {{- $type := include "determined.loggingType" .root -}}
  {{- if lt .release 13011 -}}
    {{- $_ := set .warnings "logging: Determined knows this from 0.13.11 on; it is left out." true -}}
  {{- else if $type -}}
    {{- $section := dict (ge .release 13013 | ternary "type" "backend") $type -}}
    {{- if eq $type "elastic" -}}
      {{- include "determined.config.elastic" (dict "state" . "logging" $values.logging "to" $section) -}}
    {{- end -}}
    {{- $_ := set .config "logging" $section -}}
  {{- end -}}
{{- end -}}
{{- end }}

{{/* "default", "elastic" or nothing; the key was called backend in 0.13.11 and 0.13.12. */}}
{{- define "determined.loggingType" -}}
{{- with .Values.logging -}}
  {{- if lt (include "determined.release" $ | int) 13013 -}}
    {{- .backend | default .type | default "" -}}
  {{- else -}}
    {{- .type | default .backend | default "" -}}
  {{- end -}}
{{- end -}}
{{- end }}

{{/* The certificate of Elasticsearch is a file of its own next to master.yaml. */}}
{{- define "determined.config.elastic" -}}
{{- include "determined.config.fields" (dict "state" .state "from" .logging "path" "logging." "to" .to "fields" (dict
      "host" "host text 0" "port" "port int 0"
    )) -}}
{{- with .logging.security -}}
  {{- $security := dict -}}
  {{- include "determined.config.fields" (dict "state" $.state "from" . "path" "logging.security." "to" $security "fields" (dict
        "username" "username text 0" "password" "password text 0"
      )) -}}
  {{- with .tls -}}
    {{- $tls := dict -}}
    {{- include "determined.config.fields" (dict "state" $.state "from" . "path" "logging.security.tls." "to" $tls "fields" (dict
          "enabled" "enabled any 0" "skipVerify" "skip_verify any 0" "certificateName" "certificate_name text 0"
        )) -}}
    {{- if .certificate }}{{ $_ := set $tls "certificate" (printf "%s/elastic.crt" (include "determined.configFolder" $.state.root)) }}{{ end -}}
    {{- if $tls }}{{ $_ := set $security "tls" $tls }}{{ end -}}
  {{- end -}}
  {{- if $security }}{{ $_ := set $.to "security" $security }}{{ end -}}
{{- end -}}
{{- end }}
