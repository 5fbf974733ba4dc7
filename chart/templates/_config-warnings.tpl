{{/*
Sentences about values that have no effect, or a doubtful one, in the configuration of the release that is installed, one per
line: those that the sections leave out (_config.tpl), and the rest from here. None of them is refused, because they worked, or
did nothing, with the upstream chart.
*/}}
{{- define "determined.configWarnings" -}}
{{- $warnings := dict -}}
{{- $state := dict "root" . "release" (include "determined.release" . | int) "warnings" $warnings -}}
{{- if not (.Values.masterConfig).existingSecret -}}
  {{- include "determined.config.once" . -}}
  {{- range $warning, $_ := .determinedConfig.warnings }}{{ $_ := set $warnings $warning true }}{{ end -}}
  {{- include "determined.configWarnings.renamed" $state -}}
  {{- include "determined.configWarnings.sections" $state -}}
  {{- include "determined.configWarnings.pools" $state -}}
{{- else if (.Values.masterConfig).extra -}}
  {{- $_ := set $warnings "masterConfig.extra: masterConfig.existingSecret has the whole configuration; it is left out." true -}}
{{- end -}}
{{- keys $warnings | sortAlpha | join "\n" -}}
{{- end }}

{{/* Keys that have another name by now; both may be given, and the release says which one counts. */}}
{{- define "determined.configWarnings.renamed" -}}
{{- $values := .root.Values -}}
{{- $warnings := .warnings -}}
{{- $release := .release -}}
{{- range list
      (list "httpPort" "masterPort" 13005 $values.httpPort $values.masterPort)
      (list "slotsPerNode" "maxSlotsPerPod" 13002 $values.slotsPerNode $values.maxSlotsPerPod)
      (list "defaultPassword" "initialUserPassword" 31000 $values.defaultPassword $values.initialUserPassword)
      (list "logging.backend" "logging.type" 13013 ($values.logging).backend ($values.logging).type)
-}}
  {{- $old := index . 3 | default "" | toString -}}
  {{- $new := index . 4 | default "" | toString -}}
  {{- if and $old (ge $release (index . 2)) -}}
    {{- $ending := and $new (ne $old $new) | empty | ternary "" ", whose value counts" -}}
    {{- $_ := set $warnings (printf "%s: since %s it is called %s%s; rename or remove it." (index . 0) (include "determined.releaseText" (index . 2)) (index . 1) $ending) true -}}
  {{- end -}}
{{- end -}}
{{- if and (hasKey $values "_reattachResources") (gt $release 19010) -}}
  {{- $_ := set $warnings "_reattachResources: masters after 0.19.10 always do this; remove it." true -}}
{{- end -}}
{{- end }}

{{- define "determined.configWarnings.sections" -}}
{{- $values := .root.Values -}}
{{- $warnings := .warnings -}}
{{- $release := .release -}}
{{- $storage := $values.checkpointStorage | default dict -}}
{{- if and (eq ($storage.type | default "") "s3") (ne (empty $storage.accessKey) (empty $storage.secretKey)) -}}
  {{- $_ := set $warnings "checkpointStorage.secretKey: it and checkpointStorage.accessKey only work together; set both or none." true -}}
{{- end -}}
{{- with ($values.security).defaultTask -}}
  {{- if or (empty .user) (empty .group) (kindIs "invalid" .uid) (kindIs "invalid" .gid) -}}
    {{- $_ := set $warnings "security.defaultTask: what is not set of user, uid, group and gid is root's; set all four." true -}}
  {{- end -}}
{{- end -}}
{{- if and (eq ((($values.security).authz).type | default "basic") "rbac") (not $values.enterpriseEdition) (ge $release 19001) (lt $release 38000) -}}
  {{- $_ := set $warnings "security.authz.type: masters before 0.38.0 have rbac in the enterprise edition only (enterpriseEdition) and do not start with it otherwise." true -}}
{{- end -}}
{{- if and (ge $release 32000) (lt $release 38000) (not $values.enterpriseEdition) -}}
  {{- range list "additional_resource_managers" "uiCustomization" -}}
    {{- if and (get $values .) (or (eq . "additional_resource_managers") (ge $release 36000)) -}}
      {{- $_ := set $warnings (printf "%s: masters from 0.32.0 to 0.37.0 start with it in the enterprise edition only (enterpriseEdition)." .) true -}}
    {{- end -}}
  {{- end -}}
{{- end -}}
{{- if and (lt $release 13010) (or (include "determined.initialPassword" .root) ($values.initialUser).existingSecret ($values.initialUser).generatePassword) -}}
  {{- $_ := set $warnings "initialUserPassword: masters before 0.13.10 cannot be given one; change the password after the installation." true -}}
{{- end -}}
{{- if and (lt $release 19007) (or ($values.webhooks).signingKey ($values.webhooks).existingSecret) -}}
  {{- $_ := set $warnings "webhooks.signingKey: Determined knows this from 0.19.7 on; it is left out." true -}}
{{- end -}}
{{- $retention := $values.retentionPolicy | default dict -}}
{{- if and (ge $release 31000) (ne (empty $retention.schedule) (kindIs "invalid" $retention.logRetentionDays)) -}}
  {{- $_ := set $warnings "retentionPolicy: logs are deleted on their own only with both logRetentionDays and schedule." true -}}
{{- end -}}
{{- if and (or $values.determinedMasterPort $values.determinedMasterScheme) (not $values.determinedMasterHost) (ge $release 38000) -}}
  {{- $_ := set $warnings "determinedMasterHost: without it determinedMasterPort and determinedMasterScheme have no effect." true -}}
{{- end -}}
{{- if and $values.determinedMasterHost $values.tlsSecret (eq ($values.determinedMasterScheme | default "https") "http") -}}
  {{- $_ := set $warnings "determinedMasterScheme: it is http although the master serves HTTPS (tlsSecret); only a proxy between them makes that work." true -}}
{{- end -}}
{{- if ($values.taskContainerDefaults).shmSizeBytes -}}
  {{- $_ := set $warnings "taskContainerDefaults.shmSizeBytes: tasks on Kubernetes have shared memory without a limit; it has no effect." true -}}
{{- end -}}
{{- if ($values.taskContainerDefaults).registryAuth -}}
  {{- $_ := set $warnings "taskContainerDefaults.registryAuth: tasks on Kubernetes pull with the Secrets of taskContainerDefaults.imagePullSecrets; it has no effect." true -}}
{{- end -}}
{{- end }}

{{- define "determined.configWarnings.pools" -}}
{{- $values := .root.Values -}}
{{- $warnings := .warnings -}}
{{- $release := .release -}}
{{- $scheduler := $values.defaultScheduler | default "" | toString | trim -}}
{{- if and (eq $scheduler "preemption") (ge $release 34000) -}}
  {{- $_ := set $warnings "defaultScheduler: masters from 0.34.0 on do not see that the scheduler preempts a task, so it is not asked for a checkpoint." true -}}
{{- end -}}
{{- if and (has $scheduler (list "coscheduler" "preemption")) (lt $release 14005) -}}
  {{- $_ := set $warnings "defaultScheduler: Determined knows this from 0.14.5 on; it is left out." true -}}
{{- end -}}
{{- if and (ge $release 12012) (eq (include "determined.maxSlotsPerPod" .root) "0") -}}
  {{- $_ := set $warnings "maxSlotsPerPod: it is 0, so only tasks without slots can run." true -}}
{{- end -}}
{{- if and ($values.slotResourceRequests).cpu (ne ($values.slotType | default "gpu") "cpu") -}}
  {{- $_ := set $warnings "slotResourceRequests: it has an effect only with slotType cpu." true -}}
{{- end -}}
{{- if and (ge $release 19010) (not ($values.resourceManager).noDefaultResourcePools) -}}
  {{- $names := list -}}
  {{- range $index, $pool := $values.resourcePools | default (list (dict "pool_name" "default")) -}}
    {{- $names = append $names (toString $pool.pool_name) -}}
    {{- $defaults := $pool.task_container_defaults -}}
    {{- if and $defaults (eq (($values.taskContainerDefaults).networkMode | default "") "host") (not ($defaults).network_mode) -}}
      {{- $_ := set $warnings (printf "resourcePools[%d].task_container_defaults.network_mode: it is not set, so that it is bridge in this pool in spite of taskContainerDefaults.networkMode." $index) true -}}
    {{- end -}}
    {{- if ($defaults).registry_auth -}}
      {{- $_ := set $warnings (printf "resourcePools[%d].task_container_defaults.registry_auth: tasks on Kubernetes pull with the Secrets that pods name in imagePullSecrets; it has no effect." $index) true -}}
    {{- end -}}
  {{- end -}}
  {{- range list "defaultAuxResourcePool" "defaultComputeResourcePool" -}}
    {{- $pool := get $values . | default "default" | toString -}}
    {{- if not (has $pool $names) -}}
      {{- $_ := set $warnings (printf "%s: there is no pool called %s in resourcePools; tasks that name no pool are refused." . $pool) true -}}
    {{- end -}}
  {{- end -}}
{{- end -}}
{{- end }}
