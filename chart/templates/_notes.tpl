{{/* What NOTES.txt is made of. */}}

{{/* One warning per line about the ways to the master and its rights. */}}
{{- define "determined.accessWarnings" -}}
{{- $release := include "determined.release" . | int -}}
{{- $service := .Values.masterService | default dict -}}
{{- $type := include "determined.masterServiceType" . -}}
{{- $warnings := list -}}
{{- if ne $type "LoadBalancer" }}
  {{- if .Values.loadBalancerSourceRanges }}
    {{- $warnings = append $warnings (printf "loadBalancerSourceRanges: left out, because the Service has type %s." $type) }}
  {{- end }}
  {{- range list "loadBalancerIP" "loadBalancerClass" }}
    {{- if get $service . }}{{ $warnings = append $warnings (printf "masterService.%s: left out, because the Service has type %s." . $type) }}{{ end }}
  {{- end }}
{{- end }}
{{- if eq $type "ClusterIP" }}
  {{- if .Values.useNodePortForMaster }}
    {{- $warnings = append $warnings "useNodePortForMaster: without effect; the Service has type ClusterIP." }}
  {{- end }}
  {{- range list "nodePort" "externalTrafficPolicy" }}
    {{- if get $service . }}{{ $warnings = append $warnings (printf "masterService.%s: left out, because the Service has type ClusterIP." .) }}{{ end }}
  {{- end }}
{{- end }}
{{- with .Values.tlsSecret }}
  {{- /* Every namespace has the account "default": where a lookup does not find it, there is no cluster to ask. */}}
  {{- if and (not ($.Values.certificate).enabled) (lookup "v1" "ServiceAccount" $.Release.Namespace "default") (not (lookup "v1" "Secret" $.Release.Namespace .)) }}
    {{- $warnings = append $warnings (printf "tlsSecret: there is no Secret %s in the namespace %s; the master's pod waits for it (kubectl create secret tls %s -n %s --cert=<file> --key=<file>)." . $.Release.Namespace . $.Release.Namespace) }}
  {{- end }}
{{- end }}
{{- if (.Values.ingress).enabled }}
  {{- $mode := include "determined.ingressTlsMode" . }}
  {{- $controller := include "determined.ingressController" . }}
  {{- if and (eq $controller "nginx") (eq $mode "passthrough") }}
    {{- $warnings = append $warnings "ingress.tls.mode: passthrough works only if ingress-nginx runs with --enable-ssl-passthrough." }}
  {{- end }}
  {{- if and (eq $controller "traefik") (eq $mode "reencrypt") }}
    {{- $warnings = append $warnings "ingress.tls.mode: with reencrypt Traefik checks the certificate of the master; if it does not know the CA, give it a ServersTransport in masterService.annotations (traefik.ingress.kubernetes.io/service.serverstransport)." }}
  {{- end }}
{{- end }}
{{- if and (.Values.httpRoute).enabled .Values.tlsSecret }}
  {{- $warnings = append $warnings "httpRoute: the master serves HTTPS, so the Gateway needs a BackendTLSPolicy for its Service." }}
{{- end }}
{{- if (.Values.certificate).enabled }}
  {{- $secrets := list .Values.tlsSecret }}
  {{- if (.Values.ingress).enabled }}{{ $secrets = append $secrets (include "determined.ingressSecret" .) }}{{ end }}
  {{- if not (has (include "determined.certificateSecret" .) $secrets) }}
    {{- $warnings = append $warnings (printf "certificate: nothing of this release uses the Secret %s; set tlsSecret or ingress.tls.secretName to it." (include "determined.certificateSecret" .)) }}
  {{- end }}
{{- end }}
{{- $rbac := .Values.rbac | default dict }}
{{- if and $rbac.namespaced (eq $rbac.clusterRole false) (ne $rbac.create false) }}
  {{- $warnings = append $warnings "rbac.clusterRole: without it the web interface shows no agents, and tasks cannot have priorities of their own." }}
{{- end }}
{{- if and (ge $release 35000) (or $rbac.namespaced (and (.Values.networkPolicy).enabled (or .Values.networkPolicy.masterIngressFrom .Values.networkPolicy.restrictEgress))) }}
  {{- $warnings = append $warnings (printf "Tasks can run and reach the master only in these namespaces: %s. List others that workspaces are bound to in poolNamespaces." (splitList "\n" (include "determined.taskNamespaces" . | trim) | join ", ")) }}
{{- end }}
{{- if (.Values.serviceMonitor).enabled }}
  {{- if not (.Values.serviceMonitor.bearerTokenSecret).name }}
    {{- $warnings = append $warnings "serviceMonitor.bearerTokenSecret.name: the master answers with 401 without a token of one of its users." }}
  {{- end }}
  {{- if and .Values.tlsSecret (not .Values.serviceMonitor.tlsConfig) }}
    {{- $warnings = append $warnings "serviceMonitor.tlsConfig: Prometheus asks the pod by its address, which the certificate hardly holds; set serverName and ca, or insecureSkipVerify." }}
  {{- end }}
  {{- if eq (.Values.observability).enable_prometheus false }}
    {{- $warnings = append $warnings "serviceMonitor.enabled: observability.enable_prometheus is false, so the master has no metrics." }}
  {{- end }}
{{- end }}
{{- join "\n" $warnings -}}
{{- end }}

{{/* The warnings of every part of the chart, each once, one per line. */}}
{{- define "determined.warnings" -}}
{{- $warnings := list -}}
{{- range list "determined.configWarnings" "determined.databaseWarnings" "determined.schedulingWarnings" "determined.accessWarnings" }}
  {{- range splitList "\n" (include . $) }}
    {{- with trim . }}{{ $warnings = append $warnings . }}{{ end }}
  {{- end }}
{{- end }}
{{- join "\n" (uniq $warnings) -}}
{{- end }}
