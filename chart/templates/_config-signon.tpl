{{/*
oidc, scim and saml. Masters before 0.38.0 know them in the enterprise edition only. What it takes is said in _config.tpl.
*/}}
{{- define "determined.config.signOn" -}}
{{- $values := .root.Values -}}
{{- if or $values.oidc $values.scim $values.saml -}}
  {{- $state := . -}}
  {{- $offered := eq (include "determined.signOnOffered" .root) "true" -}}
  {{- range $name, $since := dict "oidc" 19003 "scim" 19003 "saml" 28000 -}}
    {{- $settings := get $values $name -}}
    {{- if not $settings -}}
    {{- else if not $offered -}}
      {{- $_ := set $state.warnings (printf "%s: masters before 0.38.0 have this in the enterprise edition only (enterpriseEdition); it is left out." $name) true -}}
    {{- else if lt $state.release $since -}}
      {{- $_ := set $state.warnings (printf "%s: Determined knows this from %s on; it is left out." $name (include "determined.releaseText" $since)) true -}}
    {{- else -}}
      {{- /* Upstream turned them on by default until 0.23.1. */ -}}
      {{- $section := dict "enabled" (kindIs "bool" $settings.enabled | ternary $settings.enabled (lt $state.release 23002)) -}}
      {{- include (printf "determined.config.%s" $name) (dict "state" $state "from" $settings "to" $section "path" (printf "%s." $name)) -}}
      {{- $_ := set $state.config $name $section -}}
    {{- end -}}
  {{- end -}}
{{- end -}}
{{- end }}

{{/* Whether the master that is installed has oidc, scim and saml: "true" or "false". */}}
{{- define "determined.signOnOffered" -}}
{{- if .Values.enterpriseEdition }}true{{ else }}{{ ge (include "determined.release" . | int) 38000 }}{{ end -}}
{{- end }}

{{- define "determined.config.oidc" -}}
{{- include "determined.config.fields" (dict "state" .state "from" .from "to" .to "path" .path "fields" (dict
      "provider" "provider text 0"
      "idpRecipientUrl" "idp_recipient_url text 0"
      "idpSsoUrl" "idp_sso_url text 0"
      "clientId" "client_id text 0"
      "authenticationClaim" "authentication_claim text 0"
      "scimAuthenticationAttribute" "scim_authentication_attribute text 0"
      "autoProvisionUsers" "auto_provision_users any 28000"
      "groupsAttributeName" "groups_attribute_name text 28000"
      "displayNameAttributeName" "display_name_attribute_name text 28000"
      "alwaysRedirect" "always_redirect any 35000"
      "excludeGroupsScope" "exclude_groups_scope any 36000"
      "agentUidAttributeName" "agent_uid_attribute_name text 37000"
      "agentGidAttributeName" "agent_gid_attribute_name text 37000"
      "agentUserNameAttributeName" "agent_user_name_attribute_name text 37000"
      "agentGroupNameAttributeName" "agent_group_name_attribute_name text 37000"
    )) -}}
{{- end }}

{{/* idp_cert_path until 0.31; from 0.32 on the master reads the metadata of the identity provider instead. */}}
{{- define "determined.config.saml" -}}
{{- include "determined.config.fields" (dict "state" .state "from" .from "to" .to "path" .path "fields" (dict
      "provider" "provider text 0"
      "idpRecipientUrl" "idp_recipient_url text 0"
      "idpSsoUrl" "idp_sso_url text 0"
      "idpSsoDescriptorUrl" "idp_sso_descriptor_url text 0"
      "idpMetadataUrl" "idp_metadata_url text 32000"
      "autoProvisionUsers" "auto_provision_users any 28000"
      "groupsAttributeName" "groups_attribute_name text 28000"
      "displayNameAttributeName" "display_name_attribute_name text 28000"
      "alwaysRedirect" "always_redirect any 35000"
      "agentUidAttributeName" "agent_uid_attribute_name text 37000"
      "agentGidAttributeName" "agent_gid_attribute_name text 37000"
      "agentUserNameAttributeName" "agent_user_name_attribute_name text 37000"
      "agentGroupNameAttributeName" "agent_group_name_attribute_name text 37000"
    )) -}}
{{- if and .from.idpCertPath (lt .state.release 32000) -}}
  {{- $_ := set .to "idp_cert_path" (toString .from.idpCertPath) -}}
{{- else if .from.idpCertPath -}}
  {{- $_ := set .state.warnings "saml.idpCertPath: masters from 0.32.0 on read saml.idpMetadataUrl instead; it is left out." true -}}
{{- end -}}
{{- end }}

{{- define "determined.config.scim" -}}
{{- $auth := dict -}}
{{- $settings := .from.auth | default dict -}}
{{- $fields := dict "type" "type text 0" -}}
{{- if eq ($settings.type | default "") "basic" -}}
  {{- $fields = dict "type" "type text 0" "username" "username text 0" "password" "password text 0" -}}
{{- end -}}
{{- include "determined.config.fields" (dict "state" .state "from" $settings "to" $auth "path" "scim.auth." "fields" $fields) -}}
{{- if $auth }}{{ $_ := set .to "auth" $auth }}{{ end -}}
{{- end }}
