{{/* The hook that deletes what tasks have left. */}}

{{/* The namespaces in which it does, one in a line: where tasks run, every namespace of a pool, and cleanup.namespaces. */}}
{{- define "determined.cleanupNamespaces" -}}
{{- $tasks := splitList "\n" (include "determined.taskNamespaces" .) -}}
{{- $pools := splitList "\n" (include "determined.secretNamespaces" .) -}}
{{- join "\n" (concat $tasks $pools ((.Values.cleanup).namespaces | default list) | uniq | sortAlpha) -}}
{{- end }}

{{/* The body of metadata of its objects, all of them hooks, from (list context name namespace weight). */}}
{{- define "determined.cleanupMetadata" -}}
{{- $annotations := dict
      "helm.sh/hook" "pre-delete"
      "helm.sh/hook-weight" (index . 3)
      "helm.sh/hook-delete-policy" "before-hook-creation,hook-succeeded" -}}
{{- include "determined.metadata" (dict "root" (index . 0) "name" (index . 1) "namespace" (index . 2) "component" "cleanup" "annotations" $annotations) -}}
{{- end }}
