{{/* The object that holds the configuration of the master: a ConfigMap or a Secret. */}}

{{/* Its kind. A user's own (masterConfig.existingSecret) is a Secret. */}}
{{- define "determined.configKind" -}}
{{- $config := .Values.masterConfig | default dict -}}
{{- $storage := $config.storage | default "auto" -}}
{{- if or $config.existingSecret (eq $storage "Secret") -}}
  Secret
{{- else if eq $storage "ConfigMap" -}}
  ConfigMap
{{- else -}}
  {{- empty (include "determined.configCredentials" .) | ternary "ConfigMap" "Secret" -}}
{{- end -}}
{{- end }}

{{/* Its name, whatever its kind. */}}
{{- define "determined.configSecretName" -}}
{{- (.Values.masterConfig).existingSecret | default (include "determined.masterConfigName" .) -}}
{{- end }}

{{/* The entry of the certificate of Elasticsearch, if the configuration names it. */}}
{{- define "determined.elasticCertificate" -}}
{{- if and (eq (include "determined.loggingType" .) "elastic") (ge (include "determined.release" . | int) 13011) -}}
  {{- with (((.Values.logging).security).tls).certificate -}}
    {{- dict "elastic.crt" . | toYaml -}}
  {{- end -}}
{{- end -}}
{{- end }}

{{/*
A hash of all that the master reads only at its start: its configuration and the credentials that were given. In an annotation
of its pod it rolls the master out when one of them changes.
*/}}
{{- define "determined.configChecksum" -}}
{{- $config := "" -}}
{{- if not (.Values.masterConfig).existingSecret -}}
  {{- $config = printf "%s%s" (include "determined.masterYaml" .) (include "determined.elasticCertificate" .) -}}
{{- end -}}
{{- printf "%s%s" $config (include "determined.credentials" .) | sha256sum -}}
{{- end }}

{{/*
The keys of the values that bring a credential into the configuration, one per line: those for which the master has no
environment variable, and what masterConfig.extra brings.
*/}}
{{- define "determined.configCredentials" -}}
{{- $values := .Values -}}
{{- $release := include "determined.release" . | int -}}
{{- $storage := $values.checkpointStorage | default dict -}}
{{- if eq ($storage.type | default "") "s3" -}}
  {{- if $storage.accessKey }}checkpointStorage.accessKey{{ "\n" }}{{ end -}}
  {{- if $storage.secretKey }}checkpointStorage.secretKey{{ "\n" }}{{ end -}}
{{- else if eq ($storage.type | default "") "azure" -}}
  {{- if $storage.connection_string }}checkpointStorage.connection_string{{ "\n" }}{{ end -}}
  {{- if $storage.credential }}checkpointStorage.credential{{ "\n" }}{{ end -}}
{{- end -}}
{{- if (($values.scim).auth).password }}scim.auth.password{{ "\n" }}{{ end -}}
{{- if and (eq (include "determined.loggingType" .) "elastic") (($values.logging).security).password }}logging.security.password{{ "\n" }}{{ end -}}
{{- if ($values.taskContainerDefaults).registryAuth }}taskContainerDefaults.registryAuth{{ "\n" }}{{ end -}}
{{- include "determined.secretKeys" (dict "path" "resourcePools" "value" $values.resourcePools) -}}
{{- include "determined.secretKeys" (dict "path" "additional_resource_managers" "value" $values.additional_resource_managers) -}}
{{- include "determined.secretKeys" (dict "path" "masterConfig.extra" "value" ($values.masterConfig).extra) -}}
{{- end }}

{{/*
The places in `value` (a part of the configuration, at `path`) of keys that hold a credential, one per line. Pods are not
looked into: their credentials are references to Secrets.
*/}}
{{- define "determined.secretKeys" -}}
{{- $path := .path -}}
{{- if kindIs "map" .value -}}
  {{- range $key, $value := .value -}}
    {{- if hasSuffix "_pod_spec" $key -}}
    {{- else if and $value (has $key (list "password" "initial_user_password" "access_key" "secret_key" "connection_string" "credential" "client_secret" "signing_key" "registry_auth")) -}}
      {{- $path }}.{{ $key }}{{ "\n" -}}
    {{- else if or (kindIs "map" $value) (kindIs "slice" $value) -}}
      {{- include "determined.secretKeys" (dict "path" (printf "%s.%s" $path $key) "value" $value) -}}
    {{- end -}}
  {{- end -}}
{{- else if kindIs "slice" .value -}}
  {{- range $index, $value := .value -}}
    {{- include "determined.secretKeys" (dict "path" (printf "%s[%d]" $path $index) "value" $value) -}}
  {{- end -}}
{{- end -}}
{{- end }}
