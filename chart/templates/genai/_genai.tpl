{{/* The generative AI service, which releases from 0.28.1 know and genai.version turns on. */}}

{{/* "true" if it is installed. */}}
{{- define "determined.genaiEnabled" -}}
{{- if and (.Values.genai).version (ge (include "determined.release" . | int) 28001) }}true{{ end -}}
{{- end }}

{{- define "determined.genaiName" -}}
genai-{{ .Release.Name }}
{{- end }}

{{/* The body of metadata of its objects, from (list context name). */}}
{{- define "determined.genaiMetadata" -}}
{{- $root := index . 0 -}}
{{- include "determined.metadata" (dict "root" $root "name" (index . 1) "app" (include "determined.genaiName" $root) "component" "genai") -}}
{{- end }}

{{/* The folder of a node that holds the shared files; from 0.32.0 on. */}}
{{- define "determined.genaiHostPath" -}}
{{- if ge (include "determined.release" . | int) 32000 }}{{ .Values.genai.sharedFSHostPath | default "" }}{{ end -}}
{{- end }}

{{/* The claim that holds them otherwise. */}}
{{- define "determined.genaiClaim" -}}
{{- .Values.genai.sharedPVCName | default (printf "genai-pvc-%s" .Release.Name) -}}
{{- end }}

{{- define "determined.genaiMountPath" -}}
{{- .Values.genai.sharedFSMountPath | default "/run/determined/workdir/shared_fs" -}}
{{- end }}

{{/* The volume of the shared files. */}}
{{- define "determined.genaiVolume" -}}
name: {{ include "determined.genaiVolumeName" . }}
{{- with include "determined.genaiHostPath" . }}
hostPath:
  path: {{ . | quote }}
  type: Directory
{{- else }}
persistentVolumeClaim:
  claimName: {{ include "determined.genaiClaim" . | quote }}
{{- end }}
{{- end }}

{{- define "determined.genaiVolumeName" -}}
{{- if include "determined.genaiHostPath" . }}genai-shared-host-path{{ else }}genai-pvc-storage{{ end -}}
{{- end }}

{{/* The items of env, as the releases read them. */}}
{{- define "determined.genaiEnv" -}}
{{- $release := include "determined.release" . | int -}}
{{- $genai := .Values.genai -}}
{{- $db := .Values.db | default dict -}}
{{- $domain := ge $release 31000 | ternary (printf ".%s" .Release.Namespace) "" -}}
{{- $master := printf "%s:%s" (include "determined.masterService" .) (include "determined.masterPort" .) -}}
{{- if ge $release 32000 -}}
  {{- $master = printf "%s://%s.%s:%s" (include "determined.masterScheme" .) (include "determined.masterService" .) .Release.Namespace (include "determined.masterPort" .) -}}
{{- end -}}
- name: DET_MASTER
  value: {{ $master | quote }}
- name: DB_NAME
  value: lore
- name: DB_USER
  value: {{ include "determined.dbUser" . | quote }}
{{ include "determined.dbPasswordEnv" (list . "DB_PASSWORD") }}
- name: DB_PORT
  value: {{ include "determined.dbPort" . | quote }}
- name: DB_HOST
  value: {{ include "determined.dbHost" . | quote }}
{{- if and $db.sslMode (ge $release 33000) }}
- name: DB_SSL_MODE
  value: {{ $db.sslMode | quote }}
{{- with $db.sslRootCert }}
- name: DB_SSL_ROOT_CERT
  value: {{ printf "%s/%s" (include "determined.dbCertificateFolder" $) . | quote }}
{{- end }}
{{- end }}
- name: LORE_DOCKER_TAG_SUFFIX
  value: {{ include "determined.text" $genai.version | quote }}
{{- with include "determined.genaiHostPath" . }}
- name: K8S_SHARED_HOST_PATH
  value: {{ . | quote }}
{{- else }}
- name: K8S_SHARED_PVC_NAME
  value: {{ include "determined.genaiClaim" . | quote }}
{{- end }}
{{- if ge $release 33000 }}
- name: SHARED_FS_ROOT_PATH
  value: {{ include "determined.genaiMountPath" . | quote }}
{{- end }}
- name: RESOURCE_POOL_EXTRA_METADATA_PATH
  value: /run/determined/workdir/rp_config/resource_pool_metadata.yaml
{{- if ge $release 29000 }}
- name: MESSAGE_QUEUE_HOST
  value: {{ printf "genai-queue-service-%s%s" .Release.Name $domain | quote }}
- name: MESSAGE_QUEUE_PORT
  value: {{ int $genai.messageQueuePort | quote }}
- name: GENAI_HOST
  value: {{ printf "genai-backend-service-%s%s" .Release.Name $domain | quote }}
- name: GENAI_HOST_PORT
  value: {{ int $genai.port | quote }}
{{- end }}
{{- if and $genai.imagePullSecretName (ge $release 35000) }}
- name: GENAI_IMAGE_PULL_SECRET_NAME
  value: {{ $genai.imagePullSecretName | quote }}
{{- end }}
{{- end }}

{{/* A Service, from (list context name port type). */}}
{{- define "determined.genaiService" -}}
{{- $root := index . 0 -}}
{{- $port := index . 2 | int -}}
apiVersion: v1
kind: Service
metadata:
  {{- include "determined.genaiMetadata" (list $root (printf "%s-%s" (index . 1) $root.Release.Name)) | nindent 2 }}
spec:
  type: {{ index . 3 }}
  ports:
    - name: tcp
      port: {{ $port }}
      targetPort: {{ $port }}
      protocol: TCP
  selector:
    app: {{ include "determined.genaiName" $root }}
{{- end }}
