{{- define "determined.name" -}}
determined-master-{{ .Release.Name }}
{{- end }}

{{- define "determined.labels" -}}
app: {{ include "determined.name" . }}
release: {{ .Release.Name }}
{{- end }}

{{- define "determined.metadataLabels" -}}
{{ include "determined.labels" . }}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ include "determined.version" . | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "determined.version" -}}
{{ .Values.detVersion | default .Chart.AppVersion }}
{{- end }}
