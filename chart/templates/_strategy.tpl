{{/*
The update strategy that never runs two pods at once, from (list context name), as the fields of `strategy`.

Server-side apply (Helm 4, for releases that it installed) cannot take away the rollingUpdate that the API server filled in
for a Deployment without a strategy: nobody owns it, and a null does not reach it. Such a Deployment is first given a
rollingUpdate of its own, which stops the old pod before it starts the new one; the next upgrade takes it away.
*/}}
{{- define "determined.recreateStrategy" -}}
{{- $unowned := false -}}
{{- if (index . 0).Release.IsUpgrade -}}
  {{- $live := lookup "apps/v1" "Deployment" (index . 0).Release.Namespace (index . 1) | default dict -}}
  {{- if (($live.spec).strategy).rollingUpdate -}}
    {{- range ($live.metadata).managedFields -}}
      {{- if and (eq .operation "Apply") (eq .manager "helm") -}}
        {{- $owned := dig "f:spec" "f:strategy" "f:rollingUpdate" dict (.fieldsV1 | default dict) -}}
        {{- $unowned = not $owned -}}
      {{- end -}}
    {{- end -}}
  {{- end -}}
{{- end -}}
{{- if $unowned -}}
type: RollingUpdate
rollingUpdate:
  maxSurge: 0
  maxUnavailable: 1
{{- else -}}
{{- /* The null clears what the API server filled in, when Helm 3 or a client-side upgrade sends it. */ -}}
type: Recreate
rollingUpdate: null
{{- end -}}
{{- end }}
