{{/*
The body of metadata, from a dict:
  root           the chart's context
  name           the object's name
  component      master, db, scheduler, ...: the label "app" is determined-<component>-<release>
  app            another value of the label "app" (optional)
  namespace      another namespace than the release's; clusterScoped: true for none (optional)
  labels, annotations  of this object (optional)
*/}}
{{- define "determined.metadata" -}}
name: {{ .name }}
{{- if not .clusterScoped }}
namespace: {{ .namespace | default .root.Release.Namespace }}
{{- end }}
labels:
  app: {{ .app | default (printf "determined-%s-%s" .component .root.Release.Name) }}
  {{- /* An object may have another release: Prometheus selects monitors by it. */}}
  release: {{ (.labels | default dict).release | default .root.Release.Name }}
  {{- include "determined.standardLabels" . | nindent 2 }}
  helm.sh/chart: {{ printf "determined-%s" .root.Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
  app.kubernetes.io/version: {{ include "determined.version" .root | replace "+" "_" | trunc 63 | quote }}
  app.kubernetes.io/managed-by: {{ .root.Release.Service }}
  {{- /* The labels above stay what they are: Services, monitors and Helm look for them. */}}
  {{- with omit (mergeOverwrite (dict) (.root.Values.commonLabels | default dict) (.labels | default dict)) "app" "release" "app.kubernetes.io/name" "app.kubernetes.io/instance" "app.kubernetes.io/component" "app.kubernetes.io/version" "app.kubernetes.io/managed-by" "helm.sh/chart" }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- if or .root.Values.commonAnnotations .annotations }}
annotations:
  {{- toYaml (mergeOverwrite (dict) (.root.Values.commonAnnotations | default dict) (.annotations | default dict)) | nindent 2 }}
{{- end }}
{{- end }}

{{/* Labels for metadata and pod templates; they stay the same from release to release, so that no pod is rolled by them. */}}
{{- define "determined.standardLabels" -}}
app.kubernetes.io/name: determined
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}
