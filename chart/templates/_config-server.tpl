{{/* Sections about the master as a server; what they take is said in _config.tpl. */}}

{{- define "determined.config.server" -}}
{{- $values := .root.Values -}}
{{- $config := .config -}}
{{- $log := dict "level" ($values.logLevel | default "info") "color" (ne $values.logColor false) -}}
{{- $_ := set $config "log" $log -}}
{{- $port := include "determined.listenPort" .root | int -}}
{{- $_ := set $config (ge .release 13005 | ternary "port" "http_port") $port -}}
{{- include "determined.config.fields" (dict "state" . "from" $values "path" "" "to" $config "fields" (dict
      "clusterName" "cluster_name text 13007"
      "enableCors" "enable_cors any 12013"
      "launchError" "launch_error any 21002"
      "tensorboardTimeout" "tensorboard_timeout int 13000"
      "notebookTimeout" "notebook_timeout int 19010"
      "featureSwitches" "feature_switches any 19007"
      "reservedPorts" "reserved_ports any 26002"
      "uiCustomization" "ui_customization any 36000"
      "integrations" "integrations any 26005"
    )) -}}
{{- include "determined.config.section" (dict "state" . "name" "telemetry" "from" $values.telemetry "fields" (dict
      "enabled" "enabled any 0"
    )) -}}
{{- include "determined.config.section" (dict "state" . "name" "observability" "from" $values.observability "fields" (dict
      "enable_prometheus" "enable_prometheus any 17006"
    )) -}}
{{- include "determined.config.section" (dict "state" . "name" "cache" "from" $values.cache "fields" (dict
      "dir" "cache_dir text 19000"
    )) -}}
{{- include "determined.config.section" (dict "state" . "name" "webhooks" "from" $values.webhooks "fields" (dict
      "baseUrl" "base_url text 19007"
    )) -}}
{{- end }}

{{/* The section `name` with the fields of determined.config.fields, whose path is the name if none is given; written if not empty. */}}
{{- define "determined.config.section" -}}
{{- if .from -}}
  {{- $section := dict -}}
  {{- include "determined.config.fields" (dict "state" .state "from" .from "path" (.path | default (printf "%s." .name)) "to" $section "fields" .fields) -}}
  {{- if $section }}{{ $_ := set .state.config .name $section }}{{ end -}}
{{- end -}}
{{- end }}

{{/* The password is not written: the master takes it from its environment (determined.credentialEnv). */}}
{{- define "determined.config.database" -}}
{{- $db := .root.Values.db -}}
{{- $section := dict "host" (include "determined.dbHost" .root) -}}
{{- $_ := set $section "user" (include "determined.dbAddressPart" (list .root (include "determined.dbUser" .root) "")) -}}
{{- $_ := set $section "name" (include "determined.dbAddressPart" (list .root (include "determined.dbDatabase" .root) ":")) -}}
{{- $_ := set $section "port" ($db.port | default 5432 | int) -}}
{{- with $db.sslMode }}{{ $_ := set $section "ssl_mode" . }}{{ end -}}
{{- if and $db.sslMode $db.sslRootCert -}}
  {{- $_ := set $section "ssl_root_cert" (printf "%s/%s" (include "determined.dbCertificateFolder" .root) $db.sslRootCert) -}}
{{- end -}}
{{- $_ := set .config "db" $section -}}
{{- end }}

{{/* The password of the first users comes from the environment, too. */}}
{{- define "determined.config.security" -}}
{{- $values := .root.Values -}}
{{- $section := dict -}}
{{- if and $values.tlsSecret (ge .release 13005) -}}
  {{- $folder := include "determined.tlsFolder" .root -}}
  {{- $_ := set $section "tls" (dict "cert" (printf "%s/tls.crt" $folder) "key" (printf "%s/tls.key" $folder)) -}}
{{- end -}}
{{- with $values.security -}}
  {{- with .defaultTask -}}
    {{- $task := dict -}}
    {{- include "determined.config.fields" (dict "state" $ "from" . "path" "security.defaultTask." "to" $task "fields" (dict
          "user" "user text 0" "uid" "uid int 0" "group" "group text 0" "gid" "gid int 0"
        )) -}}
    {{- if $task }}{{ $_ := set $section "default_task" $task }}{{ end -}}
  {{- end -}}
  {{- range $key, $fields := dict
        "authz" (dict
          "type" "type text 19001"
          "fallback" "fallback text 19001"
          "rbac_ui_enabled" "rbac_ui_enabled any 19004"
          "_strict_ntsc_enabled" "_strict_ntsc_enabled any 19006"
          "workspace_creator_assign_role" "workspace_creator_assign_role any 22002"
          "strict_job_queue_control" "strict_job_queue_control any 23003")
        "ssh" (dict "rsa_key_size" "rsa_key_size int 17003" "key_type" "key_type text 38000")
        "token" (dict "max_lifespan_days" "max_lifespan_days int 38000" "default_lifespan_days" "default_lifespan_days int 38000")
  -}}
    {{- with get $values.security $key -}}
      {{- $part := dict -}}
      {{- include "determined.config.fields" (dict "state" $ "from" . "path" (printf "security.%s." $key) "to" $part "fields" $fields) -}}
      {{- if $part }}{{ $_ := set $section $key $part }}{{ end -}}
    {{- end -}}
  {{- end -}}
{{- end -}}
{{- if $section }}{{ $_ := set .config "security" $section }}{{ end -}}
{{- end }}

{{- define "determined.config.genai" -}}
{{- $genai := .root.Values.genai -}}
{{- if ($genai).version -}}
  {{- if lt .release 28001 -}}
    {{- $_ := set .warnings "genai.version: Determined knows this from 0.28.1 on; it is left out." true -}}
  {{- else -}}
    {{- $service := ge .release 29000 | ternary "genai-backend-service" "genai-service" -}}
    {{- $address := printf "http://%s-%s:%v" $service .root.Release.Name ($genai.port | default 0 | int) -}}
    {{- $_ := set .config "feature_switches" (append (.config.feature_switches | default list) "genai" | uniq) -}}
    {{- $_ := set .config "__internal" (dict "proxied_servers" (list
          (dict "destination" (printf "%s/lore" $address) "path_prefix" "/lore")
          (dict "destination" (printf "%s/genai" $address) "path_prefix" "/genai")
        )) -}}
  {{- end -}}
{{- end -}}
{{- end }}
