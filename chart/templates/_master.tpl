{{/* Parts of the master's Deployment and Service. A "list" here is the items as YAML, or nothing. */}}

{{/* The name of the Deployment; releases up to 0.13.4 misspelt it, and an upgrade in place has to find it. */}}
{{- define "determined.masterDeployment" -}}
{{- ternary "determined-master-deployment" "deteremined-master-deployment" (ge (include "determined.release" . | int) 13005) }}-{{ .Release.Name }}
{{- end }}

{{/* Labels of the master's pods, from the chart's context: those of the selector, upstream's, the standard ones, the user's. */}}
{{- define "determined.masterPodLabels" -}}
{{- $release := include "determined.release" . | int -}}
{{- $labels := dict "app" (include "determined.masterName" .) -}}
{{- if ge $release 16001 }}{{ $_ := set $labels "determined-system" "master" }}{{ end -}}
{{- if ge $release 35000 }}{{ $_ := set $labels "release-namespace" .Release.Namespace }}{{ end -}}
{{- $standard := include "determined.standardLabels" (dict "root" . "component" "master") | fromYaml -}}
{{- toYaml (mergeOverwrite (dict) ((.Values.master).podLabels | default dict) $standard $labels) -}}
{{- end }}

{{/* Environment of the master: credentials, then extraEnv; an entry of extraEnv replaces one of the same name. */}}
{{- define "determined.masterEnv" -}}
{{- $extra := (.Values.master).extraEnv | default list -}}
{{- $names := list -}}
{{- range $extra }}{{ $names = append $names .name }}{{ end -}}
{{- $env := list -}}
{{- range include "determined.credentialEnv" . | fromYamlArray }}
  {{- if not (has .name $names) }}{{ $env = append $env . }}{{ end }}
{{- end }}
{{- with concat $env $extra }}{{ toYaml . }}{{ end -}}
{{- end }}

{{/* Does the master itself mount the folder of shared_fs checkpoints? "true" or nothing. */}}
{{- define "determined.masterMountsCheckpoints" -}}
{{- if and (.Values.checkpointStorage).mountToServer (eq ((.Values.checkpointStorage).type | default "shared_fs") "shared_fs") -}}true{{- end -}}
{{- end }}

{{/* The folder in which the master keeps files that it can make again. */}}
{{- define "determined.cacheFolder" -}}
{{- (.Values.cache).dir | default "/var/cache/determined" -}}
{{- end }}

{{/*
Volumes of the master's pod, as a list. Certificates of the master and of the database have folders of their own, and so
has the kubeconfig of each additional resource manager, below the folder of the first.
*/}}
{{- define "determined.masterVolumes" -}}
{{- $volumes := list -}}
{{- if eq (include "determined.configKind" .) "Secret" }}
  {{- $volumes = append $volumes (dict "name" "master-config" "secret" (dict "secretName" (include "determined.configSecretName" .))) }}
{{- else }}
  {{- $volumes = append $volumes (dict "name" "master-config" "configMap" (dict "name" (include "determined.masterConfigName" .))) }}
{{- end }}
{{- if include "determined.masterMountsCheckpoints" . }}
  {{- $volumes = append $volumes (dict "name" "checkpoint-storage" "hostPath" (dict "path" (include "determined.checkpointHostPath" .) "type" "Directory")) }}
{{- end }}
{{- with .Values.tlsSecret }}
  {{- $volumes = append $volumes (dict "name" "tls-secret" "secret" (dict "secretName" .)) }}
{{- end }}
{{- /* Masters before 0.29 know no other managers than their own. */}}
{{- $managers := ternary .Values.additional_resource_managers list (ge (include "determined.release" . | int) 29000) }}
{{- range $index, $manager := $managers }}
  {{- with (($manager | default dict).resource_manager).kubeconfig_secret_name }}
    {{- $volumes = append $volumes (dict "name" (printf "additionalrm-kubeconfig%d" $index) "secret" (dict "secretName" .)) }}
  {{- end }}
{{- end }}
{{- $volumes = concat $volumes (include "determined.dbCertificateVolume" . | fromYamlArray) }}
{{- with .Values.externalCaCertSecretName }}
  {{- $volumes = append $volumes (dict "name" "usr-local-share-ca-certificates" "secret" (dict "secretName" .)) }}
  {{- $volumes = append $volumes (dict "name" "etc-ssl-certs" "emptyDir" dict) }}
{{- end }}
{{- if (.Values.master).cacheVolume }}
  {{- $volumes = append $volumes (dict "name" "cache" "emptyDir" dict) }}
{{- end }}
{{- toYaml (concat $volumes ((.Values.master).extraVolumes | default list)) -}}
{{- end }}

{{/* What the master's container mounts, as a list. */}}
{{- define "determined.masterVolumeMounts" -}}
{{- $mounts := list (dict "name" "master-config" "mountPath" (include "determined.configFolder" .) "readOnly" true) -}}
{{- if include "determined.masterMountsCheckpoints" . }}
  {{- $mounts = append $mounts (dict "name" "checkpoint-storage" "mountPath" "/determined_shared_fs") }}
{{- end }}
{{- if .Values.tlsSecret }}
  {{- $mounts = append $mounts (dict "name" "tls-secret" "mountPath" (include "determined.tlsFolder" .) "readOnly" true) }}
{{- end }}
{{- $folder := include "determined.tlsFolder" . }}
{{- $managers := ternary .Values.additional_resource_managers list (ge (include "determined.release" . | int) 29000) }}
{{- range $index, $manager := $managers }}
  {{- if (($manager | default dict).resource_manager).kubeconfig_secret_name }}
    {{- $mounts = append $mounts (dict "name" (printf "additionalrm-kubeconfig%d" $index) "mountPath" (printf "%s/%d" $folder $index) "readOnly" true) }}
  {{- end }}
{{- end }}
{{- $mounts = concat $mounts (include "determined.dbCertificateMount" . | fromYamlArray) }}
{{- if .Values.externalCaCertSecretName }}
  {{- $mounts = append $mounts (dict "name" "etc-ssl-certs" "mountPath" "/etc/ssl/certs" "readOnly" true) }}
{{- end }}
{{- if (.Values.master).cacheVolume }}
  {{- $mounts = append $mounts (dict "name" "cache" "mountPath" (include "determined.cacheFolder" .)) }}
{{- end }}
{{- toYaml (concat $mounts ((.Values.master).extraVolumeMounts | default list)) -}}
{{- end }}

{{/* Init containers, as a list: the one that makes the CA certificates of externalCaCertSecretName trusted, then the user's. */}}
{{- define "determined.masterInitContainers" -}}
{{- $containers := list -}}
{{- if .Values.externalCaCertSecretName }}
  {{- $container := dict "name" "update-ca-certificates" "image" (include "determined.masterImage" .) "imagePullPolicy" (include "determined.imagePullPolicy" .) }}
  {{- $_ := set $container "command" (list "sh" "-c" "update-ca-certificates --fresh") }}
  {{- $_ := set $container "volumeMounts" (list
        (dict "name" "usr-local-share-ca-certificates" "mountPath" "/usr/local/share/ca-certificates" "readOnly" true)
        (dict "name" "etc-ssl-certs" "mountPath" "/etc/ssl/certs")) }}
  {{- with (.Values.master).securityContext }}{{ $_ := set $container "securityContext" . }}{{ end }}
  {{- $containers = append $containers $container }}
{{- end }}
{{- with concat $containers ((.Values.master).initContainers | default list) }}{{ toYaml . }}{{ end -}}
{{- end }}

{{/*
The probes of the master's container, as its fields. Every field of a probe in the values is passed on, over defaults that
give a restore of many experiments half an hour; a handler of the user's replaces GET /info, which needs no login.
*/}}
{{- define "determined.masterProbes" -}}
{{- $scheme := include "determined.masterScheme" . -}}
{{- $get := dict "path" "/info" "port" $scheme "scheme" (upper $scheme) -}}
{{- $defaults := dict
      "startupProbe" (dict "periodSeconds" 10 "timeoutSeconds" 5 "failureThreshold" 180)
      "readinessProbe" (dict "periodSeconds" 10 "timeoutSeconds" 5 "failureThreshold" 3)
      "livenessProbe" (dict "periodSeconds" 20 "timeoutSeconds" 10 "failureThreshold" 6) -}}
{{- $probes := dict -}}
{{- range $name, $default := $defaults }}
  {{- $own := get ($.Values.master | default dict) $name | default dict }}
  {{- if ne $own.enabled false }}
    {{- $probe := mergeOverwrite (dict) $default (omit $own "enabled") }}
    {{- if not (or $own.exec $own.tcpSocket $own.grpc $own.httpGet) }}{{ $_ := set $probe "httpGet" $get }}{{ end }}
    {{- $_ := set $probes $name $probe }}
  {{- end }}
{{- end }}
{{- with $probes }}{{ toYaml . }}{{ end -}}
{{- end }}

{{/* The master's container, as a list of one. */}}
{{- define "determined.masterContainer" -}}
{{- $master := .Values.master | default dict -}}
{{- $port := dict "name" (include "determined.masterScheme" .) "containerPort" (include "determined.listenPort" . | int) "protocol" "TCP" -}}
{{- $container := dict
      "name" (include "determined.masterName" .)
      "image" (include "determined.masterImage" .)
      "imagePullPolicy" (include "determined.imagePullPolicy" .)
      "ports" (list $port)
      "volumeMounts" (include "determined.masterVolumeMounts" . | fromYamlArray) -}}
{{- with include "determined.masterEnv" . | fromYamlArray }}{{ $_ := set $container "env" . }}{{ end -}}
{{- with include "determined.resources" (list .Values.masterCpuRequest .Values.masterMemRequest .Values.masterCpuLimit .Values.masterMemLimit) }}
  {{- $_ := set $container "resources" (fromYaml .) }}
{{- end }}
{{- range $field, $key := dict "args" "extraArgs" "envFrom" "extraEnvFrom" "lifecycle" "lifecycle" "securityContext" "securityContext" }}
  {{- with get $master $key }}{{ $_ := set $container $field . }}{{ end }}
{{- end }}
{{- toYaml (list (mergeOverwrite $container (include "determined.masterProbes" . | fromYaml))) -}}
{{- end }}

{{/* The type of the master's Service, see masterService.type; upstream's Route changed it from 0.27.1 on. */}}
{{- define "determined.masterServiceType" -}}
{{- $route := and (.Values.openshiftRoute).enabled (ge (include "determined.release" . | int) 27001) -}}
{{- if (.Values.masterService).type -}}
{{- .Values.masterService.type -}}
{{- else if $route -}}
ClusterIP
{{- else if .Values.useNodePortForMaster -}}
NodePort
{{- else if or (.Values.ingress).enabled (.Values.httpRoute).enabled -}}
ClusterIP
{{- else -}}
LoadBalancer
{{- end -}}
{{- end }}
