{{/* checkpoint_storage: the three numbers, and the keys of the chosen type. What it takes is said in _config.tpl. */}}
{{- define "determined.config.checkpoints" -}}
{{- $storage := .root.Values.checkpointStorage | default dict -}}
{{- $type := $storage.type | default "" | toString | trim -}}
{{- $section := dict "type" $type "save_experiment_best" 0 "save_trial_best" 1 "save_trial_latest" 1 -}}
{{- $own := dict -}}
{{- if eq $type "shared_fs" -}}
  {{- $_ := set $section "host_path" (include "determined.checkpointHostPath" .root) -}}
{{- else if eq $type "directory" -}}
  {{- $own = dict "containerPath" "container_path text 0" -}}
{{- else if eq $type "gcs" -}}
  {{- $own = dict "bucket" "bucket text 0" "prefix" "prefix text 18002" -}}
{{- else if eq $type "s3" -}}
  {{- $own = dict
        "bucket" "bucket text 0"
        "prefix" "prefix text 17003"
        "accessKey" "access_key text 0"
        "secretKey" "secret_key text 0"
        "endpointUrl" "endpoint_url text 0"
  -}}
{{- else -}}
  {{- $own = dict
        "container" "container text 0"
        "connection_string" "connection_string text 0"
        "account_url" "account_url text 0"
        "credential" "credential text 0"
  -}}
{{- end -}}
{{- $numbers := dict
      "saveExperimentBest" "save_experiment_best int 0"
      "saveTrialBest" "save_trial_best int 0"
      "saveTrialLatest" "save_trial_latest int 0"
-}}
{{- range list $numbers $own -}}
  {{- include "determined.config.fields" (dict "state" $ "from" $storage "path" "checkpointStorage." "to" $section "fields" .) -}}
{{- end -}}
{{- $_ := set .config "checkpoint_storage" $section -}}
{{- end }}

{{/* The folder of every node that shared_fs uses. Its default moved to a place that can be written to everywhere. */}}
{{- define "determined.checkpointHostPath" -}}
{{- $default := ge (include "determined.release" . | int) 28001 | ternary "/tmp/checkpoints" "/checkpoints" -}}
{{- (.Values.checkpointStorage).hostPath | default $default -}}
{{- end }}
