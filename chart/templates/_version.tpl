{{/*
What is installed. Everything that depends on the release of Determined asks determined.release and compares numbers:
0.35.1 is 35001, 0.38.0 is 38000, so `ge $release 35000` reads "0.35.0 or newer".
*/}}

{{/* The tag of the master image. */}}
{{- define "determined.version" -}}
{{- .Values.detVersion | default .Chart.AppVersion | toString | trim -}}
{{- end }}

{{/*
The number of the release: that of detRelease, else of detVersion, else (a commit hash, a tag of one's own) of the chart's
appVersion. Text after the three numbers ("-rc1", "-ee", ".dev0") is not looked at. It is
asked for in very many places and therefore kept beside .Values, in the map that the templates of a chart share.
*/}}
{{- define "determined.release" -}}
{{- if not (hasKey . "determinedRelease") -}}
  {{- $pattern := "[0-9]+[.][0-9]+[.][0-9]+" -}}
  {{- $text := .Values.detRelease | default (regexFind $pattern (include "determined.version" .)) | default .Chart.AppVersion -}}
  {{- $found := regexFind $pattern ($text | toString) -}}
  {{- if not $found -}}
    {{- fail (printf "detRelease: no release can be read from %s; set it to the release of Determined that is installed, for example 0.38.1" ($text | toString | quote)) -}}
  {{- end -}}
  {{- $numbers := splitList "." $found -}}
  {{- $_ := set . "determinedRelease" (add (mul 1000000 (index $numbers 0 | atoi)) (mul 1000 (index $numbers 1 | atoi)) (index $numbers 2 | atoi)) -}}
{{- end -}}
{{- .determinedRelease -}}
{{- end }}
