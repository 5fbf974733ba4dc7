{{/* The database that the chart makes, and the way to one of the user's. */}}

{{/* "true" if the chart makes the database. */}}
{{- define "determined.dbEnabled" -}}
{{- if not (.Values.db).hostAddress }}true{{ end -}}
{{- end }}

{{- define "determined.dbPort" -}}
{{- (.Values.db).port | default 5432 | int -}}
{{- end }}

{{/*
A user, name or password of the database as text, from (list context value). The chart's own database keeps what it was made with,
and upstream made 1.2345678e+07 of 12345678; in a database of the user's it is what was written.
*/}}
{{- define "determined.dbText" -}}
{{- if ((index . 0).Values.db).hostAddress -}}
{{- include "determined.text" (index . 1) -}}
{{- else -}}
{{- index . 1 | toString -}}
{{- end -}}
{{- end }}

{{- define "determined.dbUser" -}}
{{- include "determined.dbText" (list . ((.Values.db).user | default "postgres")) -}}
{{- end }}

{{- define "determined.dbDatabase" -}}
{{- include "determined.dbText" (list . ((.Values.db).name | default "determined")) -}}
{{- end }}

{{/*
What the master puts into the address of the database, from (list context text more): it writes it there as it is, so whatever an
address cannot hold is percent-encoded. `more` are characters that this part of an address can hold beside those of all parts. The
chart's own database is made with the very text; in a database of the user's %40 stands for @, as it does for upstream.
*/}}
{{- define "determined.dbAddressPart" -}}
{{- $text := index . 1 -}}
{{- $plain := $text -}}
{{- if ((index . 0).Values.db).hostAddress }}{{ $plain = regexReplaceAll "%[0-9A-Fa-f]{2}" $text "x" }}{{ end -}}
{{- if regexMatch (printf "^[A-Za-z0-9._~!$&'()*+,;=@%s-]+$" (index . 2)) $plain -}}
{{- $text -}}
{{- else -}}
{{- $quoted := $text | urlquery | replace "+" "%20" -}}
{{- if ((index . 0).Values.db).hostAddress }}{{ $quoted = regexReplaceAll "%25([0-9A-Fa-f]{2})" $quoted "%${1}" }}{{ end -}}
{{- $quoted -}}
{{- end -}}
{{- end }}

{{/* The password of the database as values have it, and as the master takes it. */}}
{{- define "determined.dbPassword" -}}
{{- include "determined.dbText" (list . .Values.db.password) -}}
{{- end }}

{{- define "determined.dbPasswordInAddress" -}}
{{- include "determined.dbAddressPart" (list . (include "determined.dbPassword" .) ":") -}}
{{- end }}

{{- define "determined.dbImage" -}}
{{- (.Values.defaultImages).postgreSQL | default "postgres:10.14" | trim -}}
{{- end }}

{{/* An upstream suffix, which YAML may have read as a number, from (list context key). */}}
{{- define "determined.dbSuffix" -}}
{{- with get ((index . 0).Values.db | default dict) (index . 1) }}{{ include "determined.text" . }}{{ end -}}
{{- end }}

{{/* The claim that the chart makes. It keeps this name whatever else happens: renaming it would delete the data. */}}
{{- define "determined.dbOwnClaim" -}}
determined-db-pvc-{{ .Release.Name }}
{{- end }}

{{/* The claim into which db.restoreSnapshotSuffix restores; nothing without it. */}}
{{- define "determined.dbRestoredClaim" -}}
{{- with include "determined.dbSuffix" (list . "restoreSnapshotSuffix") }}determined-db-pvc-{{ . }}{{ end -}}
{{- end }}

{{/* The claim that was named, or the chart's own: the data from before a restore. */}}
{{- define "determined.dbOriginalClaim" -}}
{{- if (.Values.db).existingClaim -}}
{{- .Values.db.existingClaim -}}
{{- else if (.Values.db).claimSuffix -}}
determined-db-pvc-{{ include "determined.dbSuffix" (list . "claimSuffix") }}
{{- else -}}
{{- include "determined.dbOwnClaim" . -}}
{{- end -}}
{{- end }}

{{/* The claim that the database uses: one that was named, else the restored one, else the chart's own. */}}
{{- define "determined.dbClaim" -}}
{{- if or (.Values.db).existingClaim (.Values.db).claimSuffix -}}
{{- include "determined.dbOriginalClaim" . -}}
{{- else -}}
{{- include "determined.dbRestoredClaim" . | default (include "determined.dbOwnClaim" .) -}}
{{- end -}}
{{- end }}

{{/* The fields of a claim's spec, from (list context size storageClassName). */}}
{{- define "determined.dbClaimSpec" -}}
accessModes:
  {{- toYaml (((index . 0).Values.db).accessModes | default (list "ReadWriteOnce")) | nindent 2 }}
resources:
  requests:
    storage: {{ index . 1 | default "30Gi" | toString | quote }}
{{- with index . 2 }}
storageClassName: {{ . | quote }}
{{- end }}
{{- end }}

{{/* The environment variable `name` with the password of the database, as a list item; from (list context name). */}}
{{- define "determined.dbPasswordEnv" -}}
- name: {{ index . 1 }}
  valueFrom:
    secretKeyRef:
      {{- include "determined.dbPasswordRef" (index . 0) | trim | nindent 6 }}
{{- end }}

{{/* The certificate that db.sslMode checks the server with: a volume and its mount, as list items. */}}
{{- define "determined.dbCertificateVolume" -}}
{{- with (.Values.db).certResourceName }}
{{- $isConfigMap := eq ($.Values.db.resourceType | default "" | trim) "configMap" }}
- name: database-cert
  {{ $isConfigMap | ternary "configMap" "secret" }}:
    {{ $isConfigMap | ternary "name" "secretName" }}: {{ . | quote }}
{{- end -}}
{{- end }}

{{- define "determined.dbCertificateMount" -}}
{{- if (.Values.db).certResourceName }}
- name: database-cert
  mountPath: {{ include "determined.dbCertificateFolder" . }}
  readOnly: true
{{- end -}}
{{- end }}

{{/* What to tell about the database after an installation, one line each. */}}
{{- define "determined.databaseWarnings" -}}
{{- $db := .Values.db | default dict -}}
{{- if not $db.hostAddress }}
{{- if $db.disablePVC }}
db.disablePVC: the database is lost whenever its pod is replaced.
{{- end }}
{{- if and $db.useNodePortForDB (not $db.existingSecret) (eq (include "determined.text" ($db.password | default "postgres")) "postgres") }}
db.useNodePortForDB: the database can be reached from outside the cluster with the default password; set db.password or db.existingSecret before the first installation.
{{- end }}
{{- if and $db.restoreSnapshotSuffix (ne (include "determined.dbClaim" .) (include "determined.dbRestoredClaim" .)) }}
db.restoreSnapshotSuffix: the database still uses the claim {{ include "determined.dbClaim" . }}, which db.claimSuffix or db.existingClaim names. To use what was restored, name {{ include "determined.dbRestoredClaim" . }} there and leave db.restoreSnapshotSuffix blank.
{{- end }}
{{- else }}
{{- if or $db.snapshotSuffix $db.restoreSnapshotSuffix }}
db.snapshotSuffix, db.restoreSnapshotSuffix: without effect, because db.hostAddress names a database of yours.
{{- end }}
{{- end -}}
{{- end }}
