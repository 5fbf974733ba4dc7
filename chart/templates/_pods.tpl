{{/* What the pods of the chart have in common. */}}

{{/* Where a pod runs, from one section of the values (master, db, scheduler): the fields of a pod spec that are set. */}}
{{- define "determined.placement" -}}
{{- $fields := dict -}}
{{- $settings := . | default dict -}}
{{- range list "nodeSelector" "tolerations" "affinity" "topologySpreadConstraints" "schedulerName" "runtimeClassName" "hostAliases" "dnsPolicy" "dnsConfig" "terminationGracePeriodSeconds" }}
  {{- $value := get $settings . }}
  {{- if $value }}{{ $_ := set $fields . $value }}{{ end }}
{{- end }}
{{- with $fields }}{{ toYaml . }}{{ end -}}
{{- end }}

{{/* The resources of a container, from (list cpuRequest memRequest cpuLimit memLimit); quantities may be numbers. */}}
{{- define "determined.resources" -}}
{{- $requests := dict -}}
{{- $limits := dict -}}
{{- with index . 0 }}{{ $_ := set $requests "cpu" (toString .) }}{{ end -}}
{{- with index . 1 }}{{ $_ := set $requests "memory" (toString .) }}{{ end -}}
{{- with index . 2 }}{{ $_ := set $limits "cpu" (toString .) }}{{ end -}}
{{- with index . 3 }}{{ $_ := set $limits "memory" (toString .) }}{{ end -}}
{{- $resources := dict -}}
{{- with $requests }}{{ $_ := set $resources "requests" . }}{{ end -}}
{{- with $limits }}{{ $_ := set $resources "limits" . }}{{ end -}}
{{- with $resources }}{{ toYaml . }}{{ end -}}
{{- end }}

{{/* The items of imagePullSecrets: the one of imagePullSecretName, then those of imagePullSecrets, each once. */}}
{{- define "determined.imagePullSecrets" -}}
{{- $names := list -}}
{{- with .Values.imagePullSecretName }}{{ $names = append $names . }}{{ end -}}
{{- range .Values.imagePullSecrets }}
  {{- $names = append $names (kindIs "map" . | ternary (get (kindIs "map" . | ternary . dict) "name") .) }}
{{- end }}
{{- range uniq $names }}
- name: {{ . }}
{{- end }}
{{- end }}

{{/* The pull policy of a container. */}}
{{- define "determined.imagePullPolicy" -}}
{{- .Values.imagePullPolicy | default "IfNotPresent" -}}
{{- end }}

{{/* The priority class of the master, the database and their neighbours; a section of the values may name another. */}}
{{- define "determined.priorityClassName" -}}
{{- $own := (.settings | default dict).priorityClassName -}}
{{- if $own -}}
{{- $own -}}
{{- else if ge (include "determined.release" .root | int) 16003 -}}
determined-system-priority
{{- end -}}
{{- end }}

{{/* The master's image; the edition's name changed twice. */}}
{{- define "determined.masterImage" -}}
{{- $release := include "determined.release" . | int -}}
{{- $name := "determined-master" -}}
{{- if .Values.enterpriseEdition -}}
  {{- $name = ge $release 19003 | ternary "hpe-mlde-master" (ge $release 17010 | ternary "hpecaide-master" "determined-ee-master") -}}
{{- end -}}
{{- printf "%s/%s:%s" (.Values.imageRegistry | default "determinedai" | trim) $name (include "determined.version" .) -}}
{{- end }}
