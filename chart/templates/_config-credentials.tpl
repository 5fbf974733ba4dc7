{{/*
Credentials of the master. What it can take from its environment is never written into its configuration: the chart keeps it
in a Secret of its own (determined.credentialsName), or names a Secret of the user's.
*/}}

{{/*
The password of the first users, if it was given as a value. It was called defaultPassword until 0.30; from 0.31 on
initialUserPassword comes first.
*/}}
{{- define "determined.initialPassword" -}}
{{- if lt (include "determined.release" . | int) 31000 -}}
  {{- include "determined.text" (.Values.defaultPassword | default .Values.initialUserPassword | default "") -}}
{{- else -}}
  {{- include "determined.text" (.Values.initialUserPassword | default .Values.defaultPassword | default "") -}}
{{- end -}}
{{- end }}

{{/*
Where the password of the first users is: "value", "existing", "generated", or nothing. Masters before 0.13.10 have no way to
set it.
*/}}
{{- define "determined.initialPasswordSource" -}}
{{- if ge (include "determined.release" . | int) 13010 -}}
  {{- if (.Values.initialUser).existingSecret -}}
    existing
  {{- else if include "determined.initialPassword" . -}}
    value
  {{- else if (.Values.initialUser).generatePassword -}}
    generated
  {{- end -}}
{{- end -}}
{{- end }}

{{/* The name and key of the Secret that holds the password of the first users; nothing if there is none. */}}
{{- define "determined.initialPasswordRef" -}}
{{- $source := include "determined.initialPasswordSource" . -}}
{{- if eq $source "existing" -}}
{{- dict "name" .Values.initialUser.existingSecret "key" (.Values.initialUser.existingSecretKey | default "password") | toYaml -}}
{{- else if $source -}}
{{- dict "name" (include "determined.credentialsName" .) "key" "initial-user-password" | toYaml -}}
{{- end -}}
{{- end }}

{{/* The name and key of the Secret that holds the password of the database. */}}
{{- define "determined.dbPasswordRef" -}}
{{- if .Values.db.existingSecret -}}
{{- dict "name" .Values.db.existingSecret "key" (.Values.db.existingSecretKey | default "password") | toYaml -}}
{{- else -}}
{{- dict "name" (include "determined.credentialsName" .) "key" "db-password" | toYaml -}}
{{- end -}}
{{- end }}

{{/* The same for the master, which puts the password into an address: a key of its own if it is written otherwise there. */}}
{{- define "determined.dbAddressPasswordRef" -}}
{{- if and (not .Values.db.existingSecret) (ne (include "determined.dbPassword" .) (include "determined.dbPasswordInAddress" .)) -}}
{{- dict "name" (include "determined.credentialsName" .) "key" "db-password-in-address" | toYaml -}}
{{- else -}}
{{- include "determined.dbPasswordRef" . -}}
{{- end -}}
{{- end }}

{{/*
"true" if the master takes the password of the database from its environment. It does not if its configuration brings one: the
environment would win over that.
*/}}
{{- define "determined.dbPasswordFromEnvironment" -}}
{{- $config := .Values.masterConfig | default dict -}}
{{- if (($config.extra).db).password -}}
{{- else if .Values.db.existingSecret -}}
true
{{- else if not (and $config.existingSecret .Values.db.hostAddress) -}}
true
{{- end -}}
{{- end }}

{{/* The name and key of the Secret that holds the client secret of oidc; nothing without oidc. */}}
{{- define "determined.oidcSecretRef" -}}
{{- $oidc := .Values.oidc -}}
{{- if and $oidc (eq (include "determined.signOnOffered" .) "true") (ge (include "determined.release" . | int) 19003) -}}
  {{- if ($oidc).clientSecretName -}}
{{- dict "name" $oidc.clientSecretName "key" $oidc.clientSecretKey | toYaml -}}
  {{- else if ($oidc).clientSecret -}}
{{- dict "name" (include "determined.credentialsName" .) "key" "oidc-client-secret" | toYaml -}}
  {{- end -}}
{{- end -}}
{{- end }}

{{/* The name and key of the Secret that holds the key with which webhooks are signed; nothing if none is given. */}}
{{- define "determined.webhooksKeyRef" -}}
{{- if ge (include "determined.release" . | int) 19007 -}}
  {{- if (.Values.webhooks).existingSecret -}}
{{- dict "name" .Values.webhooks.existingSecret "key" (.Values.webhooks.existingSecretKey | default "signing-key") | toYaml -}}
  {{- else if (.Values.webhooks).signingKey -}}
{{- dict "name" (include "determined.credentialsName" .) "key" "webhooks-signing-key" | toYaml -}}
  {{- end -}}
{{- end -}}
{{- end }}

{{/* The env of the master's container that carries credentials, and what else the chart must tell it there. */}}
{{- define "determined.credentialEnv" -}}
{{- include "determined.credentialEnvItems" . | trim -}}
{{- end }}

{{- define "determined.credentialEnvItems" -}}
{{- $release := include "determined.release" . | int -}}
{{- $extra := (.Values.masterConfig).extra | default dict -}}
{{- if ge $release 35000 }}
- name: DET_RELEASE_NAMESPACE
  valueFrom:
    fieldRef:
      fieldPath: metadata.namespace
{{- end }}
{{- if include "determined.dbPasswordFromEnvironment" . }}
- name: DET_DB_PASSWORD
  valueFrom:
    secretKeyRef:
      {{- include "determined.dbAddressPasswordRef" . | nindent 6 }}
{{- end }}
{{- if and (ge $release 29000) (not ($extra.security).initial_user_password) }}
{{- with include "determined.initialPasswordRef" . }}
- name: DET_SECURITY_INITIAL_USER_PASSWORD
  valueFrom:
    secretKeyRef:
      {{- . | nindent 6 }}
{{- end }}
{{- end }}
{{- with include "determined.oidcSecretRef" . }}
- name: {{ ge $release 26002 | ternary "DET_OIDC_CLIENT_SECRET" "DETERMINED_OIDC_CLIENT_SECRET" }}
  valueFrom:
    secretKeyRef:
      {{- . | nindent 6 }}
{{- end }}
{{- if not ($extra.webhooks).signing_key }}
{{- with include "determined.webhooksKeyRef" . }}
- name: DET_WEBHOOKS_SIGNING_KEY
  valueFrom:
    secretKeyRef:
      {{- . | nindent 6 }}
{{- end }}
{{- end }}
{{- end }}

{{/* What the chart's own Secret holds, as far as it was given: YAML of the entries. */}}
{{- define "determined.credentials" -}}
{{- $entries := dict -}}
{{- $asked := or (not .Values.db.hostAddress) ((.Values.db).backup).enabled (.Values.genai).version -}}
{{- if and (or $asked (include "determined.dbPasswordFromEnvironment" .)) (not .Values.db.existingSecret) -}}
  {{- $_ := set $entries "db-password" (include "determined.dbPassword" .) -}}
{{- end -}}
{{- if and (include "determined.dbPasswordFromEnvironment" .) (contains "in-address" (include "determined.dbAddressPasswordRef" .)) -}}
  {{- $_ := set $entries "db-password-in-address" (include "determined.dbPasswordInAddress" .) -}}
{{- end -}}
{{- if eq (include "determined.initialPasswordSource" .) "value" -}}
  {{- $_ := set $entries "initial-user-password" (include "determined.initialPassword" .) -}}
{{- end -}}
{{- if and (.Values.oidc).clientSecret (contains "oidc-client-secret" (include "determined.oidcSecretRef" .)) -}}
  {{- $_ := set $entries "oidc-client-secret" (include "determined.text" .Values.oidc.clientSecret) -}}
{{- end -}}
{{- if and (.Values.webhooks).signingKey (contains "webhooks-signing-key" (include "determined.webhooksKeyRef" .)) -}}
  {{- $_ := set $entries "webhooks-signing-key" (include "determined.text" .Values.webhooks.signingKey) -}}
{{- end -}}
{{- with $entries }}{{ toYaml . }}{{ end -}}
{{- end }}
