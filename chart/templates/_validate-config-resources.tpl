{{/* Slots, resource managers, pools and tasks. What these templates take is said in _validate-config.tpl: root and release. */}}

{{- define "determined.validateConfig.slots" -}}
{{- $values := .root.Values -}}
{{- $release := .release -}}
{{- if ge $release 12012 -}}
  {{- $key := ge $release 13002 | ternary "maxSlotsPerPod" "slotsPerNode" -}}
  {{- $slots := include "determined.maxSlotsPerPod" .root -}}
  {{- if not (regexMatch "^[0-9]*$" $slots) -}}
    {{- fail (printf "%s: %s is no whole number of slots; correct it" $key $slots) -}}
  {{- end -}}
  {{- $extra := ($values.masterConfig).extra | default dict -}}
  {{- $manager := $extra.resource_manager | default dict -}}
  {{- $given := ne $slots "" -}}
  {{- if hasKey $manager "max_slots_per_pod" -}}
    {{- $given = not (kindIs "invalid" $manager.max_slots_per_pod) -}}
    {{- $key = "masterConfig.extra.resource_manager.max_slots_per_pod" -}}
  {{- end -}}
  {{- $default := not (kindIs "invalid" (($extra.task_container_defaults).kubernetes).max_slots_per_pod) -}}
  {{- $alone := or (lt $release 29001) (not (or $values.additional_resource_managers $extra.additional_resource_managers)) -}}
  {{- if not (or $given (and $default $alone)) -}}
    {{- fail (printf "%s: it is required; set it to the number of GPUs of a node (slots, with slotType cpu)" $key) -}}
  {{- else if and $given $default $alone (ge $release 26001) -}}
    {{- fail (printf "masterConfig.extra.task_container_defaults.kubernetes.max_slots_per_pod: the master does not start with it beside %s; remove one of them" $key) -}}
  {{- end -}}
{{- end -}}
{{- $type := $values.slotType | default "gpu" | toString | trim -}}
{{- if ge $release 16001 -}}
  {{- if not (has $type (list "gpu" "cuda" "rocm" "cpu")) -}}
    {{- fail (printf "slotType: %q is none of gpu, cuda, rocm, cpu; choose one" $type) -}}
  {{- else if and (eq $type "rocm") (lt $release 36000) -}}
    {{- fail (printf "slotType: Determined knows rocm on Kubernetes from 0.36.0 on, and this is %s; choose another type or a newer release" (include "determined.releaseText" $release)) -}}
  {{- else if and (eq $type "cpu") (not (gt (($values.slotResourceRequests).cpu | float64) 0.0)) -}}
    {{- fail "slotResourceRequests.cpu: slotType cpu needs the number of CPUs of a slot; set it to more than 0 and less than a node has" -}}
  {{- end -}}
{{- end -}}
{{- $host := $values.determinedMasterHost -}}
{{- $scheme := $values.determinedMasterScheme | default "http" -}}
{{- if and $host (ge $release 38000) (not (has $scheme (list "http" "https"))) -}}
  {{- fail (printf "determinedMasterScheme: %v is none of http, https; choose one" $scheme) -}}
{{- end -}}
{{- end }}

{{/* Every manager has a name of its own, and so has every pool, whichever manager it belongs to. */}}
{{- define "determined.validateConfig.managers" -}}
{{- $values := .root.Values -}}
{{- $release := .release -}}
{{- $names := dict -}}
{{- if ge $release 19010 -}}
  {{- include "determined.validateConfig.pools" (dict "state" . "path" "resourcePools" "pools" $values.resourcePools "names" $names "slotType" $values.slotType) -}}
{{- end -}}
{{- with and (ge $release 29000) $values.additional_resource_managers -}}
  {{- if not (kindIs "slice" .) }}{{ fail "additional_resource_managers: it is no list; begin every manager with a dash" }}{{ end -}}
  {{- $clusters := dict (($values.resourceManager).clusterName | default "default") true -}}
  {{- range $index, $entry := . -}}
    {{- $path := printf "additional_resource_managers[%d]" $index -}}
    {{- $manager := ($entry).resource_manager | default dict -}}
    {{- if ne ($manager.type | default "") "kubernetes" -}}
      {{- fail (printf "%s.resource_manager.type: only kubernetes can be an additional manager; set it to kubernetes" $path) -}}
    {{- else if kindIs "invalid" $manager.max_slots_per_pod -}}
      {{- fail (printf "%s.resource_manager.max_slots_per_pod: every manager needs its own; set it" $path) -}}
    {{- else if not (or $manager.kubeconfig_secret_value $manager.kubeconfig_path) -}}
      {{- fail (printf "%s.resource_manager.kubeconfig_secret_value: the master needs a kubeconfig for the other cluster; name its Secret in kubeconfig_secret_name and the key here" $path) -}}
    {{- else if and $manager.kubeconfig_secret_value (not $manager.kubeconfig_secret_name) -}}
      {{- fail (printf "%s.resource_manager.kubeconfig_secret_name: kubeconfig_secret_value is a key of a Secret; name the Secret" $path) -}}
    {{- end -}}
    {{- $cluster := $manager.cluster_name | default $manager.name -}}
    {{- if not $cluster -}}
      {{- fail (printf "%s.resource_manager.cluster_name: an additional manager needs a name; set it" $path) -}}
    {{- else if hasKey $clusters $cluster -}}
      {{- fail (printf "%s.resource_manager.cluster_name: another manager is called %s, too; choose a name of its own" $path $cluster) -}}
    {{- end -}}
    {{- $_ := set $clusters $cluster true -}}
    {{- if not $entry.resource_pools -}}
      {{- fail (printf "%s.resource_pools: an additional manager needs at least one pool; add it" $path) -}}
    {{- end -}}
    {{- if and (ge $release 34000) (kindIs "map" $manager.internal_task_gateway) -}}
      {{- include "determined.validateConfig.gateway" (dict "path" (printf "%s.resource_manager.internal_task_gateway" $path) "gateway" $manager.internal_task_gateway) -}}
    {{- end -}}
    {{- include "determined.validateConfig.pools" (dict "state" $ "path" (printf "%s.resource_pools" $path) "pools" $entry.resource_pools "names" $names "slotType" $manager.slot_type) -}}
  {{- end -}}
{{- end -}}
{{- with and (ge $release 34000) ($values.resourceManager).internalTaskGateway -}}
  {{- include "determined.validateConfig.gateway" (dict "path" "resourceManager.internalTaskGateway" "gateway" .) -}}
{{- end -}}
{{- end }}

{{/* The internal task gateway `gateway` of a manager, at `path`. */}}
{{- define "determined.validateConfig.gateway" -}}
{{- $path := .path -}}
{{- $gateway := .gateway -}}
{{- range list "gateway_name" "gateway_namespace" "gateway_ip" -}}
  {{- $value := get $gateway . | default "" -}}
  {{- if not $value -}}
    {{- fail (printf "%s.%s: the gateway needs it; set it" $path .) -}}
  {{- else if and (ne . "gateway_ip") (not (regexMatch "^[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$" $value)) -}}
    {{- fail (printf "%s.%s: the master does not take %q for a name; use letters, digits and -_. only, at most 63, with a letter or digit at both ends" $path . $value) -}}
  {{- end -}}
{{- end -}}
{{- $first := .gateway.gateway_port_range_start | default 32768 | int -}}
{{- $last := .gateway.gateway_port_range_end | default 65535 | int -}}
{{- if or (lt $first 1025) (gt $last 65535) (ge $first $last) -}}
  {{- fail (printf "%s.gateway_port_range_start: the ports must lie between 1025 and 65535, the first before the last; correct them" $path) -}}
{{- end -}}
{{- end }}

{{/* The list `pools` at `path`, of a manager with slots of `slotType`; `names` collects the names of all pools. */}}
{{- define "determined.validateConfig.pools" -}}
{{- $path := .path -}}
{{- $names := .names -}}
{{- $state := .state -}}
{{- $slotType := .slotType | default "gpu" | toString | trim -}}
{{- if and .pools (not (kindIs "slice" .pools)) -}}
  {{- fail (printf "%s: it is no list; begin every pool with a dash" $path) -}}
{{- end -}}
{{- range $index, $pool := .pools -}}
  {{- $name := "" -}}
  {{- if kindIs "map" $pool }}{{ $name = $pool.pool_name | default "" | toString }}{{ end -}}
  {{- if not $name -}}
    {{- fail (printf "%s[%d].pool_name: a pool needs a name; set it" $path $index) -}}
  {{- else if hasKey $names $name -}}
    {{- fail (printf "%s[%d].pool_name: there is another pool called %s; choose a name of its own" $path $index $name) -}}
  {{- end -}}
  {{- $_ := set $names $name true -}}
  {{- range $key := list "default_priority" "preemption" -}}
    {{- $scheduler := kindIs "map" $pool.scheduler | ternary $pool.scheduler dict -}}
    {{- if and (hasKey $scheduler $key) (ne ($scheduler.type | default "" | toString) "priority") -}}
      {{- fail (printf "%s[%d].scheduler.%s: the master takes it with type priority only; add type: priority beside it" $path $index $key) -}}
    {{- end -}}
  {{- end -}}
  {{- $priority := ($pool.scheduler).default_priority | toJson -}}
  {{- if not (regexMatch "^(null|[1-9][0-9]?)$" $priority) -}}
    {{- fail (printf "%s[%d].scheduler.default_priority: %s is no priority; choose a whole number from 1 to 99" $path $index $priority) -}}
  {{- end -}}
  {{- with $pool.task_container_defaults -}}
    {{- range $key := list "cpu_pod_spec" "gpu_pod_spec" "checkpoint_gc_pod_spec" -}}
      {{- with get $pool.task_container_defaults $key -}}
        {{- $place := printf "%s[%d].task_container_defaults.%s" $path $index $key -}}
        {{- include "determined.validateConfig.podSpec" (dict "release" $state.release "path" $place "pod" .) -}}
        {{- include "determined.validateConfig.affinity" (dict "release" $state.release "slotType" $slotType "path" $place "pod" . "key" $key "defaults" $pool.task_container_defaults) -}}
      {{- end -}}
    {{- end -}}
    {{- include "determined.validateConfig.logPolicies" (dict "path" (printf "%s[%d].task_container_defaults.log_policies" $path $index) "policies" .log_policies) -}}
  {{- end -}}
{{- end -}}
{{- end }}

{{/*
From 0.34.0 on the master asks the pod spec of a pool which nodes belong to the pool, and crashes if it has an affinity without
a nodeAffinity; either may be empty. It reads the spec that fits the type of slots, and for GPUs the other one if that is missing.
*/}}
{{- define "determined.validateConfig.affinity" -}}
{{- $read := "gpu_pod_spec" -}}
{{- if or (eq .slotType "cpu") (kindIs "invalid" .defaults.gpu_pod_spec) }}{{ $read = "cpu_pod_spec" }}{{ end -}}
{{- $affinity := ((.pod).spec).affinity -}}
{{- if and (ge .release 34000) (eq .key $read) (not (kindIs "invalid" $affinity)) (kindIs "invalid" ($affinity).nodeAffinity) -}}
  {{- fail (printf "%s.spec.affinity: masters from 0.34.0 on crash if it has no nodeAffinity; add nodeAffinity, or move nodeSelectorTerms into it" .path) -}}
{{- end -}}
{{- end }}

{{- define "determined.validateConfig.tasks" -}}
{{- $values := .root.Values -}}
{{- $settings := $values.taskContainerDefaults | default dict -}}
{{- if and (ge .release 13004) (lt .release 36000) (ne (empty $settings.cpuImage) (empty $settings.gpuImage)) -}}
  {{- fail (printf "taskContainerDefaults.%s: before 0.36.0 cpuImage and gpuImage go together; set both or none" (empty $settings.cpuImage | ternary "cpuImage" "gpuImage")) -}}
{{- end -}}
{{- if ge .release 13002 -}}
  {{- range $key := list "cpuPodSpec" "gpuPodSpec" "checkpointGcPodSpec" -}}
    {{- with get $settings $key -}}
      {{- include "determined.validateConfig.podSpec" (dict "release" $.release "path" (printf "taskContainerDefaults.%s" $key) "pod" .) -}}
    {{- end -}}
  {{- end -}}
{{- end -}}
{{- if ge .release 26004 -}}
  {{- include "determined.validateConfig.logPolicies" (dict "path" "taskContainerDefaults.logPolicies" "policies" $settings.logPolicies) -}}
{{- end -}}
{{- range list "tensorboardTimeout" "notebookTimeout" -}}
  {{- $value := get $values . -}}
  {{- if and $value (not (regexMatch "^[0-9]+$" (include "determined.text" $value))) -}}
    {{- fail (printf "%s: %v is no number of seconds; write 300, not 5m" . $value) -}}
  {{- end -}}
{{- end -}}
{{- end }}

{{/* What the master refuses in the default pod spec `pod` at `path`: the fields that it sets itself. */}}
{{- define "determined.validateConfig.podSpec" -}}
{{- $path := .path -}}
{{- if not (kindIs "map" .pod) -}}
  {{- fail (printf "%s: it is no pod; write it as a map with metadata and spec" $path) -}}
{{- end -}}
{{- range list "name" "namespace" -}}
  {{- if get ($.pod.metadata | default dict) . -}}
    {{- fail (printf "%s.metadata.%s: the master sets it itself and does not start with it; remove it" $path .) -}}
  {{- end -}}
{{- end -}}
{{- if ((.pod).spec).hostNetwork -}}
  {{- fail (printf "%s.spec.hostNetwork: the master does not start with it; set taskContainerDefaults.networkMode to host instead" $path) -}}
{{- end -}}
{{- $fields := list "image" "command" "args" "workingDir" "ports" "livenessProbe" "readinessProbe" "startupProbe" "lifecycle" "terminationMessagePath" "terminationMessagePolicy" "imagePullPolicy" -}}
{{- if lt .release 17006 }}{{ $fields = concat $fields (list "env" "envFrom") }}{{ end -}}
{{- if lt .release 23004 }}{{ $fields = append $fields "securityContext" }}{{ end -}}
{{- if lt .release 13005 -}}
  {{- if ((.pod).spec).initContainers -}}
    {{- fail (printf "%s.spec.initContainers: masters before 0.13.5 do not start with it; remove it, or install a newer release" $path) -}}
  {{- end -}}
  {{- range $index, $container := ((.pod).spec).containers -}}
    {{- if or $index ($container).name -}}
      {{- fail (printf "%s.spec.containers[%d]: masters before 0.13.5 take one container, and that without a name; remove this one, or install a newer release" $path $index) -}}
    {{- end -}}
  {{- end -}}
{{- end -}}
{{- range $index, $container := ((.pod).spec).containers -}}
  {{- if eq (toString ($container).name) "determined-container" -}}
    {{- range $fields -}}
      {{- $value := get $container . -}}
      {{- if or $value (kindIs "map" $value) -}}
        {{- fail (printf "%s.spec.containers[%d].%s: this release sets it for determined-container itself and does not start with it; remove it" $path $index .) -}}
      {{- end -}}
    {{- end -}}
  {{- end -}}
{{- end -}}
{{- end }}

{{/* The old form is a pattern with an action as a map; the new one has a name. */}}
{{- define "determined.validateConfig.logPolicies" -}}
{{- $path := .path -}}
{{- $names := dict -}}
{{- range $index, $policy := .policies -}}
  {{- if kindIs "map" $policy -}}
    {{- with $policy.name -}}
      {{- if hasKey $names . -}}
        {{- fail (printf "%s[%d].name: there is another policy called %s; choose a name of its own" $path $index .) -}}
      {{- end -}}
      {{- $_ := set $names . true -}}
    {{- end -}}
    {{- if not (or $policy.name (and $policy.pattern $policy.action)) -}}
      {{- fail (printf "%s[%d]: a policy needs a name, or a pattern and an action; add it" $path $index) -}}
    {{- end -}}
    {{- $action := $policy.action -}}
    {{- if kindIs "map" $action }}{{ $action = $action.type }}{{ end -}}
    {{- if and $action (not (has $action (list "cancel_retries" "exclude_node"))) -}}
      {{- fail (printf "%s[%d].action: %v is none of cancel_retries, exclude_node; choose one" $path $index $action) -}}
    {{- end -}}
  {{- end -}}
{{- end -}}
{{- end }}
