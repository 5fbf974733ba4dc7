{{/*
The scheduler of defaultScheduler. Its objects are in kube-system, without a release name, and the selector of its
Deployment cannot be changed in a cluster: names and selectors are upstream's, release by release.
*/}}

{{/* coscheduler, preemption, or nothing for the cluster's own scheduler. Before 0.14.5 there is none. */}}
{{- define "determined.schedulerType" -}}
{{- $type := .Values.defaultScheduler | default "" | toString | trim -}}
{{- if and (not (has $type (list "default" "default-scheduler"))) (ge (include "determined.release" . | int) 14005) -}}
{{- $type -}}
{{- end -}}
{{- end }}

{{/* "true" if the chart makes a scheduler. */}}
{{- define "determined.schedulerEnabled" -}}
{{- if include "determined.schedulerType" . }}true{{ end -}}
{{- end }}

{{/* "true" for a current scheduler instead of the one that reads the labels of the master. */}}
{{- define "determined.schedulerModern" -}}
{{- if eq ((.Values.scheduler).mode | default "classic") "modern" }}true{{ end -}}
{{- end }}

{{/*
The name of the Deployment. Everything else with a name of its own is called like the scheduler is called by the master
(determined.schedulerOfTasks), which is not always its type.
*/}}
{{- define "determined.schedulerDeployment" -}}
{{- $type := include "determined.schedulerType" . -}}
{{- $profile := include "determined.schedulerOfTasks" . -}}
{{- if eq $type $profile -}}{{ $type }}{{- else -}}preemption-scheduler{{- end -}}
{{- end }}

{{- define "determined.schedulerNamespace" -}}
{{- (.Values.scheduler).namespace | default "kube-system" -}}
{{- end }}

{{- define "determined.schedulerImage" -}}
{{- $images := .Values.defaultImages | default dict -}}
{{- $release := include "determined.release" . | int -}}
{{- if eq (include "determined.schedulerType" .) "preemption" -}}
{{- $images.kubeSchedulerPreemption | default (ge $release 18000 | ternary "determinedai/kube-scheduler:0.17.0" "determinedai/kube-scheduler:0.16.0") | trim -}}
{{- else if $images.kubeScheduler -}}
{{- trim $images.kubeScheduler -}}
{{- else -}}
registry.k8s.io/scheduler-plugins/kube-scheduler:
{{- if include "determined.schedulerModern" . }}{{ include "determined.schedulerModernTag" . }}{{ else }}v0.18.9{{ end -}}
{{- end -}}
{{- end }}

{{/* The newest release of scheduler-plugins for the Kubernetes of the cluster; the last one for a newer cluster. */}}
{{- define "determined.schedulerModernTag" -}}
{{- $patches := dict "25" 12 "26" 7 "27" 8 "28" 9 "29" 7 "30" 12 "31" 8 "32" 7 "33" 5 "34" 7 -}}
{{- $minor := include "determined.kubeMinor" . -}}
{{- $minor = hasKey $patches $minor | ternary $minor "34" -}}
v0.{{ $minor }}.{{ get $patches $minor }}
{{- end }}

{{/* The minor version of Kubernetes; providers add letters to it ("27+"). */}}
{{- define "determined.kubeMinor" -}}
{{- regexFind "[0-9]+" (.Capabilities.KubeVersion.Minor | toString) -}}
{{- end }}

{{/*
A binding of a role to the scheduler's account, from (list context name namespace role's-kind role); without a namespace it
holds in the whole cluster.
*/}}
{{- define "determined.schedulerBinding" -}}
{{- $root := index . 0 -}}
{{- $namespace := index . 2 -}}
apiVersion: rbac.authorization.k8s.io/v1
kind: {{ empty $namespace | ternary "ClusterRoleBinding" "RoleBinding" }}
metadata:
  {{- include "determined.metadata" (dict "root" $root "name" (index . 1) "component" "scheduler" "namespace" $namespace "clusterScoped" (empty $namespace)) | nindent 2 }}
subjects:
  - kind: ServiceAccount
    name: {{ include "determined.schedulerOfTasks" $root }}
    namespace: {{ include "determined.schedulerNamespace" $root }}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: {{ index . 3 }}
  name: {{ index . 4 }}
{{- end }}

{{/* The scheduler's own configuration, as a dict in YAML. */}}
{{- define "determined.schedulerConfig" -}}
{{- $plugin := dict "name" "Coscheduling" -}}
{{- $enabled := dict "enabled" (list $plugin) -}}
{{- $plugins := dict -}}
{{- $arguments := dict "permitWaitingTimeSeconds" 1 "podGroupGCIntervalSeconds" 10 "podGroupExpirationTimeSeconds" 30 -}}
{{- $api := "kubescheduler.config.k8s.io/v1alpha2" -}}
{{- if include "determined.schedulerModern" . -}}
  {{- $api = "kubescheduler.config.k8s.io/v1" -}}
  {{- /* One plugin only may sort the queue. */ -}}
  {{- $_ := set $plugins "multiPoint" (dict "enabled" (list $plugin) "disabled" (list (dict "name" "PrioritySort"))) -}}
  {{- $arguments = dict "permitWaitingTimeSeconds" 60 -}}
{{- else -}}
  {{- $_ := set $plugins "queueSort" (dict "enabled" (list $plugin) "disabled" (list (dict "name" "*"))) -}}
  {{- $_ := set $plugins "permit" $enabled -}}
  {{- $_ := set $plugins "unreserve" $enabled -}}
  {{- if ge (include "determined.release" . | int) 16004 }}{{ $_ := set $plugins "score" $enabled }}{{ end -}}
  {{- if eq (include "determined.schedulerType" .) "preemption" }}{{ $_ := set $plugins "preFilter" $enabled }}{{ end -}}
{{- end -}}
{{- $profile := dict
      "schedulerName" (include "determined.schedulerOfTasks" .)
      "plugins" $plugins
      "pluginConfig" (list (dict "name" "Coscheduling" "args" $arguments)) -}}
{{- toYaml (dict "apiVersion" $api "kind" "KubeSchedulerConfiguration" "leaderElection" (dict "leaderElect" false) "profiles" (list $profile)) -}}
{{- end }}

{{/* "true" if the chart makes priority classes: priorityClasses.create, or createNonNamespacedObjects if that is blank. */}}
{{- define "determined.makesPriorityClasses" -}}
{{- $create := (.Values.priorityClasses).create -}}
{{- if kindIs "invalid" $create }}{{ $create = .Values.createNonNamespacedObjects }}{{ end -}}
{{- if ne $create false }}true{{ end -}}
{{- end }}

{{/* What to tell about scheduling after an installation, one line each. */}}
{{- define "determined.schedulingWarnings" -}}
{{- $release := include "determined.release" . | int -}}
{{- $type := include "determined.schedulerType" . -}}
{{- if and $type (not (include "determined.schedulerModern" .)) (ge (include "determined.kubeMinor" . | int) 22) }}
scheduler.mode: the classic scheduler works with Kubernetes 1.18 to 1.21 and this cluster runs {{ .Capabilities.KubeVersion.Version }}; tasks will stay pending. Leave defaultScheduler blank, or use scheduler.mode modern.
{{- end }}
{{- if and $type (include "determined.schedulerModern" .) }}
scheduler.mode: the modern scheduler needs the PodGroup resource of scheduler-plugins in the cluster, and gangs only pods that carry the label scheduling.x-k8s.io/pod-group; the labels that the master sets are not read.
{{- end }}
{{- if and (eq $type "preemption") (ge $release 34000) }}
defaultScheduler: masters from 0.34 on do not hear the scheduler's wish to preempt; a preempted task is stopped without a checkpoint.
{{- end }}
{{- if and $type (eq (.Values.slotType | default "gpu" | toString) "cpu") }}
defaultScheduler: tasks with slotType cpu are not gang scheduled.
{{- end }}
{{- if and (ge $release 16003) (not (include "determined.makesPriorityClasses" .)) }}
priorityClasses.create: the chart makes no priority classes; pods are refused until determined-system-priority exists.
{{- end }}
{{- end }}
