{{/*
Values that the configuration of the master cannot be made of, or with which this release of the master does not start or
cannot run a task. A value that merely has no effect is a warning (determined.configWarnings).
*/}}
{{- define "determined.validateConfig" -}}
{{- $state := dict "root" . "release" (include "determined.release" . | int) -}}
{{- include "determined.validateConfig.release" $state -}}
{{- if not (.Values.masterConfig).existingSecret -}}
  {{- include "determined.validateConfig.storageOfConfig" $state -}}
  {{- include "determined.validateConfig.database" $state -}}
  {{- include "determined.validateConfig.checkpoints" $state -}}
  {{- include "determined.validateConfig.signOn" $state -}}
  {{- include "determined.validateConfig.security" $state -}}
  {{- include "determined.validateConfig.slots" $state -}}
  {{- include "determined.validateConfig.managers" $state -}}
  {{- include "determined.validateConfig.tasks" $state -}}
  {{- include "determined.validateConfig.logging" $state -}}
{{- end -}}
{{- end }}

{{- define "determined.validateConfig.release" -}}
{{- if gt (len .root.Release.Name) 37 -}}
  {{- fail (printf "the release name %s: it has %d characters and the names of Services end at 63; choose one of at most 37" .root.Release.Name (len .root.Release.Name)) -}}
{{- end -}}
{{- if lt .release 12010 -}}
  {{- fail (printf "detVersion: the chart knows Determined from 0.12.10 on, not %s; choose a newer release, or set detRelease for a tag of your own" (include "determined.releaseText" .release)) -}}
{{- end -}}
{{- end }}

{{- define "determined.validateConfig.storageOfConfig" -}}
{{- $storage := (.root.Values.masterConfig).storage | default "auto" -}}
{{- if not (has $storage (list "auto" "ConfigMap" "Secret")) -}}
  {{- fail (printf "masterConfig.storage: %v is none of auto, ConfigMap, Secret; choose one" $storage) -}}
{{- end -}}
{{- if eq $storage "ConfigMap" -}}
  {{- with include "determined.configCredentials" .root -}}
    {{- fail (printf "masterConfig.storage: ConfigMap would show the credential %s to everyone who may read the namespace; set it to auto or Secret, or take the credential out" (splitList "\n" . | first)) -}}
  {{- end -}}
{{- end -}}
{{- end }}

{{/* What an address cannot hold is encoded (determined.dbAddressPart), but no variable of a container can hold U+0000. */}}
{{- define "determined.validateConfig.database" -}}
{{- $db := .root.Values.db -}}
{{- range list "user" "name" -}}
  {{- if not (get $db .) }}{{ fail (printf "db.%s: it is blank; set it" .) }}{{ end -}}
{{- end -}}
{{- if and (not $db.existingSecret) (not $db.password) -}}
  {{- fail "db.password: it is blank; set it, or name a Secret in db.existingSecret" -}}
{{- end -}}
{{- range list "user" "name" "password" -}}
  {{- if contains "\x00" (get $db . | toString) }}{{ fail (printf "db.%s: no variable of a container can hold the character U+0000; take it out" .) }}{{ end -}}
{{- end -}}
{{- end }}

{{- define "determined.validateConfig.checkpoints" -}}
{{- $storage := .root.Values.checkpointStorage | default dict -}}
{{- $type := $storage.type | default "" | toString | trim -}}
{{- if not (has $type (list "shared_fs" "directory" "s3" "gcs" "azure")) -}}
  {{- fail (printf "checkpointStorage.type: %q is none of shared_fs, directory, s3, gcs, azure; choose one" $type) -}}
{{- end -}}
{{- $since := get (dict "directory" 26003 "azure" 16001) $type -}}
{{- if and $since (lt .release ($since | default 0 | int)) -}}
  {{- fail (printf "checkpointStorage.type: Determined knows %s from %s on, and this is %s; choose another type or a newer release" $type (include "determined.releaseText" $since) (include "determined.releaseText" .release)) -}}
{{- end -}}
{{- with get (dict "directory" "containerPath" "s3" "bucket" "gcs" "bucket" "azure" "container") $type -}}
  {{- if not (get $storage .) -}}
    {{- fail (printf "checkpointStorage.%s: checkpointStorage.type %s needs it; set it" . $type) -}}
  {{- end -}}
{{- end -}}
{{- if eq $type "azure" -}}
  {{- if and $storage.connection_string $storage.account_url -}}
    {{- fail "checkpointStorage.account_url: it cannot be combined with checkpointStorage.connection_string; remove one of them" -}}
  {{- else if and $storage.connection_string $storage.credential -}}
    {{- fail "checkpointStorage.credential: it belongs to checkpointStorage.account_url, and connection_string is set; remove one of them" -}}
  {{- else if not (or $storage.connection_string $storage.account_url) -}}
    {{- fail "checkpointStorage.account_url: checkpointStorage.type azure needs it, or checkpointStorage.connection_string; set one of them" -}}
  {{- end -}}
{{- end -}}
{{- if and (has $type (list "s3" "gcs")) (regexMatch "(^|/)[.][.](/|$)" ($storage.prefix | default "" | toString)) -}}
  {{- fail "checkpointStorage.prefix: the master takes no \"..\" in it; write the path without" -}}
{{- end -}}
{{- end }}

{{/* What an enabled section of sign-on must have. */}}
{{- define "determined.validateConfig.signOn" -}}
{{- $values := .root.Values -}}
{{- $release := .release -}}
{{- if eq (include "determined.signOnOffered" .root) "true" -}}
  {{- $enabled := lt $release 23002 -}}
  {{- with $values.oidc -}}
    {{- if and (kindIs "bool" .enabled | ternary .enabled $enabled) (ge $release 19003) -}}
      {{- range list "provider" "idpRecipientUrl" "idpSsoUrl" "clientId" -}}
        {{- if not (get $values.oidc .) }}{{ fail (printf "oidc.%s: oidc needs it; set it" .) }}{{ end -}}
      {{- end -}}
      {{- if not (or .clientSecret .clientSecretName ((($values.masterConfig).extra).oidc).client_secret) -}}
        {{- fail "oidc.clientSecretName: oidc needs the Secret that holds its client secret; name it here and its key in oidc.clientSecretKey" -}}
      {{- end -}}
    {{- end -}}
    {{- if and .clientSecretName (not .clientSecretKey) -}}
      {{- fail "oidc.clientSecretKey: oidc.clientSecretName needs it; name the key of that Secret" -}}
    {{- end -}}
  {{- end -}}
  {{- with $values.saml -}}
    {{- if and .enabled (ge $release 28000) -}}
      {{- range list "provider" "idpRecipientUrl" "idpSsoUrl" "idpSsoDescriptorUrl" (ge $release 32000 | ternary "idpMetadataUrl" "idpCertPath") -}}
        {{- if not (get $values.saml .) }}{{ fail (printf "saml.%s: saml needs it; set it" .) }}{{ end -}}
      {{- end -}}
    {{- end -}}
  {{- end -}}
  {{- with $values.scim -}}
    {{- if and (kindIs "bool" .enabled | ternary .enabled $enabled) (ge $release 19003) -}}
      {{- $type := (.auth).type | default "" -}}
      {{- if not (has $type (list "basic" "oauth")) -}}
        {{- fail (printf "scim.auth.type: %q is none of basic, oauth; choose one" $type) -}}
      {{- else if and (eq $type "basic") (not (and .auth.username .auth.password)) -}}
        {{- fail "scim.auth.password: scim.auth.type basic needs it and scim.auth.username; set both" -}}
      {{- end -}}
    {{- end -}}
  {{- end -}}
{{- end -}}
{{- end }}

{{- define "determined.validateConfig.security" -}}
{{- $values := .root.Values -}}
{{- with ($values.security).authz -}}
  {{- if ge $.release 19001 -}}
    {{- range list "type" "fallback" -}}
      {{- $name := get $values.security.authz . | default "basic" -}}
      {{- if not (has $name (list "basic" "rbac")) -}}
        {{- fail (printf "security.authz.%s: %v is none of basic, rbac; choose one" . $name) -}}
      {{- end -}}
    {{- end -}}
    {{- $role := (.workspace_creator_assign_role).role_id -}}
    {{- if and (not (kindIs "invalid" $role)) (le (int $role) 0) -}}
      {{- fail "security.authz.workspace_creator_assign_role.role_id: it must be the number of a role, 1 or more; correct it" -}}
    {{- end -}}
  {{- end -}}
{{- end -}}
{{- with ($values.security).token -}}
  {{- $longest := kindIs "invalid" .max_lifespan_days | ternary 30 (int .max_lifespan_days) -}}
  {{- $usual := kindIs "invalid" .default_lifespan_days | ternary 30 (int .default_lifespan_days) -}}
  {{- if or (lt $longest -1) (lt $usual -1) -}}
    {{- fail "security.token: a life is a number of days, or -1 for no end; correct max_lifespan_days or default_lifespan_days" -}}
  {{- else if and (ne $longest -1) (or (eq $usual -1) (gt $usual $longest)) -}}
    {{- fail "security.token.default_lifespan_days: it is longer than max_lifespan_days; lower it, or raise max_lifespan_days" -}}
  {{- end -}}
{{- end -}}
{{- include "determined.validateConfig.initialPassword" . -}}
{{- end }}

{{/*
From 0.33.0 on a new database needs a password for its first users. Whether the database is new is not looked up: an installation
is taken for one, an upgrade is not.
*/}}
{{- define "determined.validateConfig.initialPassword" -}}
{{- $values := .root.Values -}}
{{- if and .root.Release.IsInstall (ge .release 33000) (not ((($values.masterConfig).extra).security).initial_user_password) -}}
  {{- $source := include "determined.initialPasswordSource" .root -}}
  {{- if not $source -}}
    {{- fail "initialUserPassword: a new installation needs a password for the users admin and determined; set it, name a Secret in initialUser.existingSecret, or set initialUser.generatePassword" -}}
  {{- else if eq $source "value" -}}
    {{- $password := include "determined.initialPassword" .root -}}
    {{- if lt (len $password) 8 -}}
      {{- fail "initialUserPassword: it has fewer than 8 characters; choose a longer one" -}}
    {{- end -}}
    {{- range $what, $pattern := dict "an upper case letter" "[A-Z]" "a lower case letter" "[a-z]" "a digit" "[0-9]" -}}
      {{- if not (regexMatch $pattern $password) -}}
        {{- fail (printf "initialUserPassword: it has not got %s; add one" $what) -}}
      {{- end -}}
    {{- end -}}
  {{- end -}}
{{- end -}}
{{- end }}

{{- define "determined.validateConfig.logging" -}}
{{- $values := .root.Values -}}
{{- $type := include "determined.loggingType" .root -}}
{{- if and $type (ge .release 13011) -}}
  {{- if not (has $type (list "default" "elastic")) -}}
    {{- fail (printf "logging.type: %v is none of default, elastic; choose one" $type) -}}
  {{- end -}}
  {{- if eq $type "elastic" -}}
    {{- range list "host" "port" -}}
      {{- if not (get $values.logging .) }}{{ fail (printf "logging.%s: logging.type elastic needs it; set it" .) }}{{ end -}}
    {{- end -}}
    {{- with $values.logging.security -}}
      {{- if ne (empty .username) (empty .password) -}}
        {{- fail "logging.security.password: it and logging.security.username go together; set both or none" -}}
      {{- end -}}
      {{- $certificate := (.tls).certificate | default "" -}}
      {{- if and $certificate (.tls).skipVerify -}}
        {{- fail "logging.security.tls.certificate: it cannot be combined with logging.security.tls.skipVerify; remove one of them" -}}
      {{- else if and $certificate (not (contains "-----BEGIN " (toString $certificate))) -}}
        {{- fail "logging.security.tls.certificate: it is no certificate in PEM form; give the text of the file (--set-file), not its path" -}}
      {{- end -}}
    {{- end -}}
  {{- end -}}
{{- end -}}
{{- $days := ($values.retentionPolicy).logRetentionDays -}}
{{- if and (not (kindIs "invalid" $days)) (or (lt (int $days) -1) (gt (int $days) 32767)) -}}
  {{- fail "retentionPolicy.logRetentionDays: it must be a number of days up to 32767, or -1 for ever; correct it" -}}
{{- end -}}
{{- $schedule := ($values.retentionPolicy).schedule | default "" | toString -}}
{{- $duration := "^[+-]?([0-9]+[.]?[0-9]*(ns|us|µs|ms|s|m|h))+$" -}}
{{- $cron := "^(CRON_TZ=\\S+ |TZ=\\S+ )?(@(yearly|annually|monthly|weekly|daily|midnight|hourly)|@every \\S+|\\S+( +\\S+){4})$" -}}
{{- if and $schedule (ge .release 31000) (not (regexMatch $duration $schedule)) (not (regexMatch $cron (trim $schedule))) -}}
  {{- fail (printf "retentionPolicy.schedule: %q is neither a duration like 24h nor five fields of cron; correct it" $schedule) -}}
{{- end -}}
{{- end }}
