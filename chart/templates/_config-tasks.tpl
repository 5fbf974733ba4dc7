{{/* task_container_defaults: what every task starts from. What the sections take is said in _config.tpl. */}}

{{- define "determined.config.tasks" -}}
{{- $section := dict -}}
{{- $settings := .root.Values.taskContainerDefaults | default dict -}}
{{- $state := . -}}
{{- if $settings -}}
  {{- include "determined.config.fields" (dict "state" . "from" $settings "path" "taskContainerDefaults." "to" $section "fields" (dict
        "networkMode" "network_mode text 12012"
        "dtrainNetworkInterface" "dtrain_network_interface text 12012"
        "shmSizeBytes" "shm_size_bytes int 12012"
        "ncclPortRange" "nccl_port_range text 12012"
        "glooPortRange" "gloo_port_range text 12012"
        "forcePullImage" "force_pull_image any 13004"
        "registryAuth" "registry_auth any 13004"
        "addCapabilities" "add_capabilities any 15002"
        "dropCapabilities" "drop_capabilities any 15002"
        "devices" "devices any 15002"
        "bindMounts" "bind_mounts any 16000"
        "workDir" "work_dir text 17000"
        "environmentVariables" "environment_variables any 18004"
        "logPolicies" "log_policies any 26004"
        "startupHook" "startup_hook text 31000"
        "preemptionTimeout" "preemption_timeout int 37000"
      )) -}}
{{- end -}}
{{- if ge .release 13002 -}}
  {{- include "determined.config.podSpecs" (dict "state" . "settings" $settings "to" $section) -}}
{{- end -}}
{{- include "determined.config.images" (dict "state" . "settings" $settings "to" $section) -}}
{{- if $section }}{{ $_ := set .config "task_container_defaults" $section }}{{ end -}}
{{- end }}

{{/* The pod specs of tasks without and with slots, and of the collection of checkpoints. */}}
{{- define "determined.config.podSpecs" -}}
{{- $state := .state -}}
{{- $settings := .settings -}}
{{- $to := .to -}}
{{- $empty := empty $state.pullSecrets | ternary dict (dict "apiVersion" "v1" "kind" "Pod") -}}
{{- with $settings.cpuPodSpec | default $empty -}}
  {{- include "determined.config.podSpec" (dict "state" $state "spec" . "to" $to "key" "cpu_pod_spec") -}}
{{- end -}}
{{- with $settings.gpuPodSpec | default $empty -}}
  {{- include "determined.config.podSpec" (dict "state" $state "spec" . "to" $to "key" "gpu_pod_spec") -}}
{{- end -}}
{{- with $settings.checkpointGcPodSpec -}}
  {{- if ge $state.release 34000 -}}
    {{- include "determined.config.podSpec" (dict "state" $state "spec" . "to" $to "key" "checkpoint_gc_pod_spec") -}}
  {{- else -}}
    {{- $_ := set $state.warnings "taskContainerDefaults.checkpointGcPodSpec: Determined knows this from 0.34.0 on; it is left out." true -}}
  {{- end -}}
{{- end -}}
{{- end }}

{{/* The pod `spec` as `key` into `to`, with the pull secrets of tasks unless it names some itself. */}}
{{- define "determined.config.podSpec" -}}
{{- $pod := .spec -}}
{{- if and .state.pullSecrets (not ($pod.spec).imagePullSecrets) -}}
  {{- $spec := omit ($pod.spec | default dict) "imagePullSecrets" -}}
  {{- $_ := set $spec "imagePullSecrets" .state.pullSecrets -}}
  {{- $pod = omit $pod "spec" -}}
  {{- $_ := set $pod "spec" $spec -}}
{{- end -}}
{{- $_ := set .to .key $pod -}}
{{- end }}

{{/* taskContainerDefaults.imagePullSecrets (names, or maps with a name) as a list of a pod, into `to` as `pullSecrets`. */}}
{{- define "determined.config.pullSecrets" -}}
{{- $secrets := list -}}
{{- range (.root.Values.taskContainerDefaults).imagePullSecrets -}}
  {{- $secrets = append $secrets (dict "name" (kindIs "map" . | ternary (get (kindIs "map" . | ternary . dict) "name") .)) -}}
{{- end -}}
{{- $_ := set . "pullSecrets" $secrets -}}
{{- end }}

{{/*
The images of tasks. Until 0.13.3 the master had none to choose, and until 0.15.5 the chart names none of its own: the master
has some built in.
*/}}
{{- define "determined.config.images" -}}
{{- $values := .state.root.Values -}}
{{- $release := .state.release -}}
{{- if ge $release 13004 -}}
  {{- $images := dict -}}
  {{- $standard := list -}}
  {{- range $position, $key := list "cpu" "gpu" "rocm" -}}
    {{- $image := printf "%sImage" $key -}}
    {{- if or (ne $key "rocm") (ge $release 36000) -}}
      {{- $chosen := get $.settings $image | default (get ($values.defaultImages | default dict) $image) -}}
      {{- if and (not $chosen) (ge $release 15006) -}}
        {{- if not $standard }}{{ $standard = include "determined.taskImages" $.state | splitList " " }}{{ end -}}
        {{- $chosen = index $standard $position -}}
      {{- end -}}
      {{- if $chosen }}{{ $_ := set $images $key (toString $chosen) }}{{ end -}}
    {{- end -}}
  {{- end -}}
  {{- if $images }}{{ $_ := set .to "image" $images }}{{ end -}}
{{- end -}}
{{- if and .settings.rocmImage (lt $release 36000) -}}
  {{- $_ := set .state.warnings "taskContainerDefaults.rocmImage: Determined knows this from 0.36.0 on; it is left out." true -}}
{{- end -}}
{{- end }}
