{{/*
What the master may do, by release. Upstream's ClusterRole lists verbs and resources that no master ever asks for (create
on pods/log, say); these rules hold what the masters' sources call.
*/}}

{{/* Rules for one namespace with tasks, as a list. */}}
{{- define "determined.taskRules" -}}
{{- $release := include "determined.release" . | int -}}
- apiGroups: [""]
  resources: [pods]
  verbs: [create, get, list, delete{{ if ge $release 12012 }}, watch{{ end }}]
- apiGroups: [""]
  resources: [pods/log]
  verbs: [get]
- apiGroups: [""]
  resources: [configmaps]
  verbs: [create, get, list, delete]
{{- if ge $release 12012 }}
- apiGroups: [""]
  resources: [events]
  verbs: [watch{{ if ge $release 16005 }}, list{{ end }}]
{{- end }}
{{- if include "determined.internalTaskGateway" . }}
- apiGroups: [""]
  resources: [services]
  verbs: [create, get, list, delete]
- apiGroups: [gateway.networking.k8s.io]
  resources: [tcproutes]
  verbs: [create, get, list, delete]
{{- else if ge $release 12012 }}
- apiGroups: [""]
  resources: [services]
  verbs: [get]
{{- end }}
{{- if ge $release 35000 }}
- apiGroups: [""]
  resources: [resourcequotas]
  verbs: [create, get, list, patch]
{{- else if ge $release 20000 }}
- apiGroups: [""]
  resources: [resourcequotas]
  verbs: [get, list]
{{- end }}
{{- if ge $release 34000 }}
- apiGroups: [batch]
  resources: [jobs]
  verbs: [create, get, list, watch, delete]
{{- end }}
{{- end }}

{{/* Rules for what has no namespace, as a list; nothing for releases that need none. */}}
{{- define "determined.clusterRules" -}}
{{- $release := include "determined.release" . | int -}}
{{- if ge $release 12012 }}
- apiGroups: [""]
  resources: [nodes]
  verbs: [list{{ if ge $release 13007 }}, watch{{ end }}{{ if ge $release 26000 }}, patch{{ end }}]
{{- end }}
{{- if ge $release 17000 }}
- apiGroups: [scheduling.k8s.io]
  resources: [priorityclasses]
  verbs: [create, get, list, delete]
{{- end }}
{{- end }}

{{/* Rules for the namespaces that the master makes for workspaces, as a list; without a ClusterRole it cannot fill them. */}}
{{- define "determined.namespaceRules" -}}
{{- if ge (include "determined.release" . | int) 35000 }}
- apiGroups: [""]
  resources: [namespaces]
  verbs: [create, get, list, delete]
{{- end }}
{{- end }}

{{/* Rules for the gateway that tasks are reached through, as a list. */}}
{{- define "determined.gatewayRules" -}}
- apiGroups: [gateway.networking.k8s.io]
  resources: [gateways]
  verbs: [get, update]
{{- end }}

{{/*
Rules for lists over all namespaces, which some masters make even if they work in a few: 0.19.11 to 0.20.1 watch pods and
events of the whole cluster, and the way out that 0.35.1 and 0.38 have for a refused list of jobs asks for it once more.
*/}}
{{- define "determined.allNamespacesRules" -}}
{{- $release := include "determined.release" . | int -}}
{{- if and (ge $release 19011) (lt $release 21000) }}
- apiGroups: [""]
  resources: [pods, configmaps, events]
  verbs: [list, watch]
{{- else if or (eq $release 35001) (ge $release 38000) }}
- apiGroups: [batch]
  resources: [jobs]
  verbs: [list]
{{- end }}
{{- end }}

{{/* "true" if the master opens ports of a gateway for its tasks. */}}
{{- define "determined.internalTaskGateway" -}}
{{- if and (.Values.resourceManager).internalTaskGateway (ge (include "determined.release" . | int) 34000) -}}true{{- end -}}
{{- end }}

{{/* A binding to the master's account, from a dict: root, kind (RoleBinding or ClusterRoleBinding), role, namespace. */}}
{{- define "determined.masterBinding" -}}
{{- $cluster := eq .kind "ClusterRoleBinding" -}}
apiVersion: rbac.authorization.k8s.io/v1
kind: {{ .kind }}
metadata:
  {{- include "determined.metadata" (dict "root" .root "name" .role "component" "master" "namespace" .namespace "clusterScoped" $cluster) | nindent 2 }}
subjects:
  - kind: ServiceAccount
    name: {{ include "determined.serviceAccountName" .root }}
    namespace: {{ .root.Release.Namespace }}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: {{ ternary "ClusterRole" "Role" $cluster }}
  name: {{ .role }}
{{- end }}

{{/* A role, from a dict: root, kind (Role or ClusterRole), name, namespace, rules (a list as YAML). */}}
{{- define "determined.masterRole" -}}
apiVersion: rbac.authorization.k8s.io/v1
kind: {{ .kind }}
metadata:
  {{- include "determined.metadata" (dict "root" .root "name" .name "component" "master" "namespace" .namespace "clusterScoped" (eq .kind "ClusterRole")) | nindent 2 }}
rules:
  {{- toYaml .rules | nindent 2 }}
{{- end }}
