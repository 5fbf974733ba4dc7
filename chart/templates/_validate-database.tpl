{{/* Values of the database that cannot work; it prints nothing. */}}
{{- define "determined.validateDatabase" -}}
{{- include "determined.validateDatabaseAccess" . -}}
{{- if not (.Values.db).hostAddress -}}
{{- include "determined.validateDatabaseClaims" . -}}
{{- end -}}
{{- include "determined.validateDatabaseBackup" . -}}
{{- end }}

{{- define "determined.validateDatabaseAccess" -}}
{{- $db := .Values.db | default dict -}}
{{- if regexMatch "^([^:,/@]+|\\[[^],]*\\]):[0-9]+$" ($db.hostAddress | default "" | toString) -}}
{{- fail (printf "db.hostAddress: %s has a port, and the master writes db.port behind it; write the port into db.port" $db.hostAddress) -}}
{{- end -}}
{{- if and (has $db.sslMode (list "verify-ca" "verify-full")) (not (and $db.sslRootCert $db.certResourceName)) -}}
{{- fail (printf "db.sslMode: %s checks the server's certificate; set db.sslRootCert to the name of the file with the CA and db.certResourceName to the Secret or ConfigMap that holds it, or use require" $db.sslMode) -}}
{{- end -}}
{{- if and $db.sslMode $db.sslRootCert (not $db.certResourceName) -}}
{{- fail "db.sslRootCert: it is the name of a file in a Secret or ConfigMap; name that one in db.certResourceName" -}}
{{- end -}}
{{- if and $db.certResourceName (not $db.sslMode) -}}
{{- fail "db.certResourceName: a certificate is of no use without TLS; set db.sslMode, or leave db.certResourceName blank" -}}
{{- end -}}
{{- end }}

{{- define "determined.validateDatabaseClaims" -}}
{{- $db := .Values.db | default dict -}}
{{- if and $db.existingClaim $db.claimSuffix -}}
{{- fail "db.claimSuffix: db.existingClaim names the claim already; set one of the two" -}}
{{- end -}}
{{- if and $db.existingClaim $db.disablePVC -}}
{{- fail "db.disablePVC: without a volume db.existingClaim is not used; set one of the two" -}}
{{- end -}}
{{- $restored := include "determined.dbRestoredClaim" . -}}
{{- $suffix := include "determined.dbSuffix" (list . "restoreSnapshotSuffix") -}}
{{- if and $restored (not $db.disablePVC) -}}
{{- if has $restored (list (include "determined.dbOwnClaim" .) ($db.existingClaim | default "")) -}}
{{- fail (printf "db.restoreSnapshotSuffix: the snapshot %s would be restored into the claim %s, which exists; leave it blank to use that claim, or restore a snapshot with another suffix" $suffix $restored) -}}
{{- end -}}
{{- $claim := include "determined.dbSuffix" (list . "claimSuffix") -}}
{{- if and (eq $suffix $claim) (eq $suffix (include "determined.dbSuffix" (list . "snapshotSuffix"))) -}}
{{- fail (printf "db.snapshotSuffix: the snapshot %s is being restored and cannot be taken anew; leave db.snapshotSuffix blank or choose another one" $suffix) -}}
{{- end -}}
{{- end -}}
{{- end }}

{{- define "determined.validateDatabaseBackup" -}}
{{- $db := .Values.db | default dict -}}
{{- with $db.backup -}}
{{- if .enabled -}}
{{- if lt (include "determined.kubeMinor" $ | int) 21 -}}
{{- fail "db.backup.enabled: it needs the CronJobs of Kubernetes 1.21; set it to false on an older cluster" -}}
{{- end -}}
{{- if and $db.hostAddress (not .image) -}}
{{- fail "db.backup.image: pg_dump must not be older than the server of db.hostAddress; name a postgres image of the server's version" -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end }}
