{{/* The resource managers and their pools. What the sections take is said in _config.tpl. */}}

{{- define "determined.config.resources" -}}
{{- $values := .root.Values -}}
{{- $config := .config -}}
{{- if lt .release 12012 -}}
  {{- /* These releases do not run tasks on Kubernetes: agents connect to the master. */ -}}
  {{- $_ := set $config "scheduler" (dict "type" "fair_share") -}}
{{- else -}}
  {{- $manager := dict "type" "kubernetes" "master_service_name" (include "determined.masterService" .root) -}}
  {{- include "determined.config.manager" (dict "state" . "to" $manager) -}}
  {{- if lt .release 14000 -}}
    {{- $_ := set $config "scheduler" (dict "resource_provider" $manager) -}}
  {{- else -}}
    {{- $_ := set $config "resource_manager" $manager -}}
  {{- end -}}
{{- end -}}
{{- if ge .release 19010 -}}
  {{- with $values.resourcePools -}}
    {{- include "determined.config.pools" (dict "state" $ "pools" . "path" "resourcePools" "to" $config) -}}
  {{- end -}}
{{- else if and $values.resourcePools (ne (toJson $values.resourcePools) "[{\"pool_name\":\"default\"}]") -}}
  {{- $_ := set .warnings "resourcePools: Determined knows this from 0.19.10 on; it is left out." true -}}
{{- end -}}
{{- with $values.additional_resource_managers -}}
  {{- if lt $.release 29000 -}}
    {{- $_ := set $.warnings "additional_resource_managers: Determined knows this from 0.29.0 on; it is left out." true -}}
  {{- else -}}
    {{- $managers := list -}}
    {{- range $index, $given := . -}}
      {{- $manager := dict -}}
      {{- include "determined.config.additionalManager" (dict "state" $ "index" $index "given" $given.resource_manager "to" $manager) -}}
      {{- $entry := dict "resource_manager" $manager -}}
      {{- include "determined.config.pools" (dict "state" $ "pools" $given.resource_pools "path" (printf "additional_resource_managers[%d].resource_pools" $index) "to" $entry) -}}
      {{- $managers = append $managers $entry -}}
    {{- end -}}
    {{- $_ := set $config "additional_resource_managers" $managers -}}
  {{- end -}}
{{- end -}}
{{- end }}

{{/* The manager of the cluster that the master runs in, into `to`. */}}
{{- define "determined.config.manager" -}}
{{- $root := .state.root -}}
{{- $values := $root.Values -}}
{{- $release := .state.release -}}
{{- $to := .to -}}
{{- $settings := $values.resourceManager | default dict -}}
{{- $slots := include "determined.maxSlotsPerPod" $root -}}
{{- if $slots }}{{ $_ := set $to (ge $release 13002 | ternary "max_slots_per_pod" "slots_per_node") (int $slots) }}{{ end -}}
{{- if ge $release 35000 -}}
  {{- $_ := set $to "default_namespace" ($settings.defaultNamespace | default $root.Release.Namespace) -}}
{{- else -}}
  {{- /* The master looks for its own Service in this namespace, so it cannot be another one. */ -}}
  {{- $_ := set $to "namespace" $root.Release.Namespace -}}
{{- end -}}
{{- include "determined.config.fields" (dict "state" .state "from" $settings "path" "resourceManager." "to" $to "fields" (dict
      "clusterName" (ge $release 35000 | ternary "cluster_name text 0" "name text 29000")
      "internalTaskGateway" "internal_task_gateway any 34000"
      "metadata" "metadata any 29000"
      "noDefaultResourcePools" "no_default_resource_pools any 26000"
    )) -}}
{{- if and $settings.defaultNamespace (lt $release 35000) -}}
  {{- $_ := set .state.warnings "resourceManager.defaultNamespace: Determined knows this from 0.35.0 on; it is left out." true -}}
{{- end -}}
{{- include "determined.config.fields" (dict "state" .state "from" $values "path" "" "to" $to "fields" (dict
      "defaultAuxResourcePool" "default_aux_resource_pool text 19010"
      "defaultComputeResourcePool" "default_compute_resource_pool text 19010"
    )) -}}
{{- include "determined.config.slots" . -}}
{{- with include "determined.schedulerOfTasks" $root }}{{ $_ := set $to "default_scheduler" . }}{{ end -}}
{{- with $values.determinedMasterHost -}}
  {{- include "determined.config.fields" (dict "state" $.state "path" "" "to" $to "from" (dict
        "determinedMasterHost" .
        "determinedMasterPort" ($values.determinedMasterPort | default (include "determined.masterPort" $root))
        "determinedMasterScheme" ($values.determinedMasterScheme | default (include "determined.masterScheme" $root))
      ) "fields" (dict
        "determinedMasterHost" "determined_master_host text 38000"
        "determinedMasterPort" "determined_master_port int 38000"
        "determinedMasterScheme" "determined_master_scheme text 38000"
      )) -}}
{{- end -}}
{{- with $values.fluent -}}
  {{- if and (ge $release 17009) (le $release 25000) -}}
    {{- $_ := set $to "fluent" (ge $release 19003 | ternary . (pick . "image")) -}}
  {{- else -}}
    {{- $_ := set $.state.warnings "fluent: only masters from 0.17.9 to 0.25.0 have a log shipper of that kind; it is left out." true -}}
  {{- end -}}
{{- end -}}
{{- if and $values._reattachResources (eq $release 19010) -}}
  {{- $_ := set $to "_reattach_resources" true -}}
{{- end -}}
{{- end }}

{{/* What a slot is; the master's own default is a GPU. */}}
{{- define "determined.config.slots" -}}
{{- $values := .state.root.Values -}}
{{- $type := $values.slotType | default "gpu" | toString | trim -}}
{{- if ne $type "gpu" -}}
  {{- if lt .state.release 16001 -}}
    {{- $_ := set .state.warnings "slotType: Determined knows this from 0.16.1 on; it is left out." true -}}
  {{- else if or (ne $type "cuda") (ge .state.release 17006) -}}
    {{- /* Before 0.17.6 the master called it gpu. */ -}}
    {{- $_ := set .to "slot_type" $type -}}
    {{- if and (eq $type "cpu") ($values.slotResourceRequests).cpu -}}
      {{- $_ := set .to "slot_resource_requests" (dict "cpu" ($values.slotResourceRequests.cpu | float64)) -}}
    {{- end -}}
  {{- end -}}
{{- end -}}
{{- end }}

{{/* maxSlotsPerPod, which was called slotsPerNode until 0.13.1, as text; nothing if neither is given. */}}
{{- define "determined.maxSlotsPerPod" -}}
{{- $renamed := ge (include "determined.release" . | int) 13002 -}}
{{- $slots := "" -}}
{{- range list (ternary .Values.maxSlotsPerPod .Values.slotsPerNode $renamed) (ternary .Values.slotsPerNode .Values.maxSlotsPerPod $renamed) -}}
  {{- if and (eq $slots "") (not (kindIs "invalid" .)) }}{{ $slots = include "determined.text" . }}{{ end -}}
{{- end -}}
{{- $slots -}}
{{- end }}

{{/*
The scheduler that the master asks for in its pods: nothing (the cluster's own), coscheduler or preemption. Until 0.18.0 both
schedulers of the chart answered to the name coscheduler; from 0.36.0 on the master takes no other name.
*/}}
{{- define "determined.schedulerOfTasks" -}}
{{- $scheduler := .Values.defaultScheduler | default "" | toString | trim -}}
{{- $release := include "determined.release" . | int -}}
{{- if has $scheduler (list "coscheduler" "preemption") -}}
  {{- if and (eq $scheduler "coscheduler") (ge $release 14005) -}}
    coscheduler
  {{- else if and (eq $scheduler "preemption") (ge $release 15002) -}}
    {{- if and (ge $release 18001) (lt $release 36000) -}}preemption{{- else -}}coscheduler{{- end -}}
  {{- end -}}
{{- end -}}
{{- end }}

{{/*
One of the additional resource managers, into `to`: `given` as it is, but with the names that the release knows, and with the
path at which the kubeconfig of number `index` is mounted in the master.
*/}}
{{- define "determined.config.additionalManager" -}}
{{- $to := .to -}}
{{- range $key, $value := omit (.given | default dict) "kubeconfig_secret_name" "kubeconfig_secret_value" -}}
  {{- if not (kindIs "invalid" $value) }}{{ $_ := set $to $key $value }}{{ end -}}
{{- end -}}
{{- with (.given).kubeconfig_secret_value -}}
  {{- $_ := set $to "kubeconfig_path" (printf "%s/%d/%s" (include "determined.tlsFolder" $.state.root) $.index .) -}}
{{- end -}}
{{- $release := .state.release -}}
{{- if lt $release 29001 -}}
  {{- /* 0.29.0 has additional managers, but these keys of theirs came with 0.29.1. */ -}}
  {{- range list "kubeconfig_path" "determined_master_ip" "determined_master_host" "determined_master_port" }}{{ $_ := unset $to . }}{{ end -}}
{{- end -}}
{{- range list (list "name" "cluster_name" 35000) (list "namespace" "default_namespace" 35000) (list "determined_master_ip" "determined_master_host" 38000) -}}
  {{- $known := ge $release (index . 2) -}}
  {{- $old := $known | ternary (index . 0) (index . 1) -}}
  {{- $new := $known | ternary (index . 1) (index . 0) -}}
  {{- if hasKey $to $old -}}
    {{- if not (hasKey $to $new) }}{{ $_ := set $to $new (get $to $old) }}{{ end -}}
    {{- $_ := unset $to $old -}}
  {{- end -}}
{{- end -}}
{{- end }}

{{/*
The list `pools` as resource_pools into `to`; `path` is its place in the values. The pods of a pool that has pod specs of its
own get nothing from those of taskContainerDefaults, so the pull secrets are written into them, too.
*/}}
{{- define "determined.config.pools" -}}
{{- $pools := list -}}
{{- $state := .state -}}
{{- $path := .path -}}
{{- range $index, $pool := .pools -}}
  {{- if hasKey $pool "kubernetes_namespace" -}}
    {{- $reason := "" -}}
    {{- if ge $state.release 35000 -}}
      {{- $reason = "masters from 0.35.0 on have no namespace for a pool, bind workspaces to namespaces or set resourceManager.defaultNamespace" -}}
    {{- else if lt $state.release 19011 -}}
      {{- $reason = "Determined knows this from 0.19.11 on" -}}
    {{- end -}}
    {{- if $reason -}}
      {{- $_ := set $state.warnings (printf "%s[%d].kubernetes_namespace: %s; it is left out." $path $index $reason) true -}}
      {{- $pool = omit $pool "kubernetes_namespace" -}}
    {{- end -}}
  {{- end -}}
  {{- if and $state.pullSecrets $pool.task_container_defaults -}}
    {{- $defaults := merge dict $pool.task_container_defaults -}}
    {{- range $key := list "cpu_pod_spec" "gpu_pod_spec" "checkpoint_gc_pod_spec" -}}
      {{- $spec := get $defaults $key -}}
      {{- if kindIs "map" $spec -}}
        {{- include "determined.config.podSpec" (dict "state" $state "spec" $spec "to" $defaults "key" $key) -}}
      {{- end -}}
    {{- end -}}
    {{- $pool = omit $pool "task_container_defaults" -}}
    {{- $_ := set $pool "task_container_defaults" $defaults -}}
  {{- end -}}
  {{- $pools = append $pools $pool -}}
{{- end -}}
{{- $_ := set .to "resource_pools" $pools -}}
{{- end }}
