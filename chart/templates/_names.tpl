{{/*
Names that an installed release relies on: they follow the upstream chart and nothing changes them. Deployment selectors
hold the labels "app" below and cannot be edited in a cluster.
*/}}

{{- define "determined.masterName" -}}
determined-master-{{ .Release.Name }}
{{- end }}

{{- define "determined.masterService" -}}
determined-master-service-{{ .Release.Name }}
{{- end }}

{{- define "determined.masterConfigName" -}}
determined-master-config-{{ .Release.Name }}
{{- end }}

{{/* The Secret in which the chart keeps the credentials that it was given as values. */}}
{{- define "determined.credentialsName" -}}
determined-master-credentials-{{ .Release.Name }}
{{- end }}

{{- define "determined.dbName" -}}
determined-db-{{ .Release.Name }}
{{- end }}

{{- define "determined.dbService" -}}
determined-db-service-{{ .Release.Name }}
{{- end }}

{{/* Where the database answers: a server of the user's, or the chart's. */}}
{{- define "determined.dbHost" -}}
{{- .Values.db.hostAddress | default (include "determined.dbService" .) -}}
{{- end }}

{{- define "determined.serviceAccountName" -}}
{{- (.Values.serviceAccount).name | default (include "determined.masterName" .) -}}
{{- end }}

{{/* Folders of the master's pod. */}}
{{- define "determined.configFolder" -}}
/etc/determined
{{- end }}

{{- define "determined.tlsFolder" -}}
/mount/determined/secrets
{{- end }}

{{- define "determined.dbCertificateFolder" -}}
/mount/determined/db-certificate
{{- end }}

{{/* The port on which the master listens; masterPort is the Service's. */}}
{{- define "determined.listenPort" -}}
{{- if ge (include "determined.release" . | int) 13005 -}}
8081
{{- else -}}
{{- include "determined.masterPort" . -}}
{{- end -}}
{{- end }}

{{/* Until 0.13.4 the port was called httpPort, and masterPort always has a default. */}}
{{- define "determined.masterPort" -}}
{{- $ports := list .Values.masterPort .Values.httpPort -}}
{{- if lt (include "determined.release" . | int) 13005 }}{{ $ports = reverse $ports }}{{ end -}}
{{- index $ports 0 | default (index $ports 1) | default 8080 | int -}}
{{- end }}

{{/* "https" if the master itself serves TLS. */}}
{{- define "determined.masterScheme" -}}
{{- if .Values.tlsSecret -}}https{{- else -}}http{{- end -}}
{{- end }}
