{{/* What the ways to the master (Ingress, Route, HTTPRoute, Certificate) have in common. */}}

{{/* The class of the Ingress: that of className, or of the annotation with which it was named before Kubernetes 1.18. */}}
{{- define "determined.ingressClass" -}}
{{- $ingress := .Values.ingress | default dict -}}
{{- $ingress.className | default (get ($ingress.annotations | default dict) "kubernetes.io/ingress.class") | default "" -}}
{{- end }}

{{/* nginx, alb, traefik or generic. */}}
{{- define "determined.ingressController" -}}
{{- $class := include "determined.ingressClass" . -}}
{{- if (.Values.ingress).controller -}}
{{- .Values.ingress.controller -}}
{{- else if contains "nginx" $class -}}
nginx
{{- else if contains "alb" $class -}}
alb
{{- else if contains "traefik" $class -}}
traefik
{{- else -}}
generic
{{- end -}}
{{- end }}

{{/* ingress, passthrough, reencrypt, or nothing where there is no TLS at all. */}}
{{- define "determined.ingressTlsMode" -}}
{{- $tls := (.Values.ingress).tls | default dict -}}
{{- if $tls.mode -}}
{{- $tls.mode -}}
{{- else if .Values.tlsSecret -}}
reencrypt
{{- else if or $tls.secretName $tls.certificateArn (.Values.certificate).enabled -}}
ingress
{{- end -}}
{{- end }}

{{/* The Secret that the Certificate fills. */}}
{{- define "determined.certificateSecret" -}}
{{- (.Values.certificate).secretName | default .Values.tlsSecret | default ((.Values.ingress).tls).secretName | default (printf "determined-master-tls-%s" .Release.Name) -}}
{{- end }}

{{/* The Secret whose certificate the Ingress shows, or nothing: then the controller's own. */}}
{{- define "determined.ingressSecret" -}}
{{- $secret := ((.Values.ingress).tls).secretName | default .Values.tlsSecret -}}
{{- if and (not $secret) (.Values.certificate).enabled }}{{ $secret = include "determined.certificateSecret" . }}{{ end -}}
{{- $secret | default "" -}}
{{- end }}

{{/*
The annotations with which each controller keeps silent web sockets open, takes large uploads, and treats TLS as
ingress.tls says; ingress.annotations win over them.
*/}}
{{- define "determined.ingressAnnotations" -}}
{{- $ingress := .Values.ingress | default dict -}}
{{- $controller := include "determined.ingressController" . -}}
{{- $mode := include "determined.ingressTlsMode" . -}}
{{- $redirect := ne ($ingress.tls).redirect false -}}
{{- $timeout := $ingress.timeoutSeconds | default 3600 | int -}}
{{- $annotations := dict -}}
{{- if eq $controller "nginx" }}
  {{- $_ := set $annotations "nginx.ingress.kubernetes.io/proxy-body-size" ($ingress.maxBodySize | default "512m" | include "determined.text") }}
  {{- $_ := set $annotations "nginx.ingress.kubernetes.io/proxy-read-timeout" (toString $timeout) }}
  {{- $_ := set $annotations "nginx.ingress.kubernetes.io/proxy-send-timeout" (toString $timeout) }}
  {{- if $mode }}{{ $_ := set $annotations "nginx.ingress.kubernetes.io/ssl-redirect" (toString $redirect) }}{{ end }}
  {{- if has $mode (list "passthrough" "reencrypt") }}{{ $_ := set $annotations "nginx.ingress.kubernetes.io/backend-protocol" "HTTPS" }}{{ end }}
  {{- if eq $mode "passthrough" }}
    {{- $_ := set $annotations "nginx.ingress.kubernetes.io/ssl-passthrough" "true" }}
    {{- /* The Ingress names no certificate, and without one ssl-redirect alone does nothing. */}}
    {{- if $redirect }}{{ $_ := set $annotations "nginx.ingress.kubernetes.io/force-ssl-redirect" "true" }}{{ end }}
  {{- end }}
{{- else if eq $controller "alb" }}
  {{- $backend := eq $mode "reencrypt" | ternary "HTTPS" "HTTP" }}
  {{- $_ := set $annotations "alb.ingress.kubernetes.io/backend-protocol" $backend }}
  {{- $_ := set $annotations "alb.ingress.kubernetes.io/healthcheck-protocol" $backend }}
  {{- $_ := set $annotations "alb.ingress.kubernetes.io/healthcheck-path" "/det/" }}
  {{- /* 4000 seconds is the most that the load balancer takes. */}}
  {{- $_ := set $annotations "alb.ingress.kubernetes.io/load-balancer-attributes" (printf "idle_timeout.timeout_seconds=%d" (min $timeout 4000)) }}
  {{- /* A target of type instance is a node port, which this Service does not have. */}}
  {{- if eq (include "determined.masterServiceType" .) "ClusterIP" }}{{ $_ := set $annotations "alb.ingress.kubernetes.io/target-type" "ip" }}{{ end }}
  {{- if $mode }}
    {{- $_ := set $annotations "alb.ingress.kubernetes.io/listen-ports" `[{"HTTP": 80}, {"HTTPS": 443}]` }}
    {{- if $redirect }}{{ $_ := set $annotations "alb.ingress.kubernetes.io/ssl-redirect" "443" }}{{ end }}
    {{- with ($ingress.tls).certificateArn }}{{ $_ := set $annotations "alb.ingress.kubernetes.io/certificate-arn" . }}{{ end }}
  {{- else }}
    {{- $_ := set $annotations "alb.ingress.kubernetes.io/listen-ports" `[{"HTTP": 80}]` }}
  {{- end }}
{{- else if eq $controller "traefik" }}
  {{- /* Traefik has one timeout per entry point, and redirects there too: the Ingress serves HTTPS alone, or both. */}}
  {{- if $mode }}
    {{- $_ := set $annotations "traefik.ingress.kubernetes.io/router.entrypoints" "websecure" }}
    {{- $_ := set $annotations "traefik.ingress.kubernetes.io/router.tls" "true" }}
  {{- else }}
    {{- $_ := set $annotations "traefik.ingress.kubernetes.io/router.entrypoints" "web" }}
  {{- end }}
{{- end }}
{{- with mergeOverwrite $annotations ($ingress.annotations | default dict) }}{{ toYaml . }}{{ end -}}
{{- end }}

{{/* What matches the hosts of the Ingress in a route of Traefik for TCP. */}}
{{- define "determined.hostSni" -}}
{{- $matches := list -}}
{{- range (.Values.ingress).hosts }}
  {{- if hasPrefix "*." . }}
    {{- $matches = append $matches (printf "HostSNIRegexp(`^[^.]+%s$`)" (. | trimPrefix "*" | replace "." "\\.")) }}
  {{- else }}
    {{- $matches = append $matches (printf "HostSNI(`%s`)" .) }}
  {{- end }}
{{- end }}
{{- join " || " $matches -}}
{{- end }}

{{/* edge, reencrypt or passthrough, for the Route of OpenShift. */}}
{{- define "determined.routeTermination" -}}
{{- (.Values.openshiftRoute).termination | default (ternary "passthrough" "edge" (not (empty .Values.tlsSecret))) -}}
{{- end }}

{{/* The names in the Certificate, as a list: those given, else every host, and the Service's if the master ends TLS. */}}
{{- define "determined.certificateNames" -}}
{{- $names := (.Values.certificate).dnsNames | default list -}}
{{- if not $names }}
  {{- if (.Values.ingress).enabled }}{{ $names = concat $names (.Values.ingress.hosts | default list) }}{{ end }}
  {{- if (.Values.httpRoute).enabled }}{{ $names = concat $names (.Values.httpRoute.hostnames | default list) }}{{ end }}
  {{- if and (.Values.openshiftRoute).enabled .Values.openshiftRoute.host }}{{ $names = append $names .Values.openshiftRoute.host }}{{ end }}
  {{- if .Values.tlsSecret }}
    {{- $service := include "determined.masterService" . }}
    {{- range list "" ".svc" ".svc.cluster.local" }}
      {{- $names = append $names (printf "%s.%s%s" $service $.Release.Namespace .) }}
    {{- end }}
    {{- $names = append $names $service }}
  {{- end }}
{{- end }}
{{- with uniq $names }}{{ toYaml . }}{{ end -}}
{{- end }}
