{{/* Refusals: settings of the ways to the master that contradict each other. */}}
{{- define "determined.validateAccess" -}}
{{- if contains "." .Release.Name -}}
  {{- fail (printf "the release name %s: it has a dot, and the names of Services must not; choose one without" .Release.Name) -}}
{{- end -}}
{{- include "determined.validateIngress" . -}}
{{- include "determined.validateRoute" . -}}
{{- include "determined.validateCertificate" . -}}
{{- include "determined.validateRbac" . -}}
{{- if and (.Values.httpRoute).enabled (not .Values.httpRoute.parentRefs) -}}
  {{- fail "httpRoute.parentRefs: an HTTPRoute without a Gateway reaches nothing; name the Gateway, for example [{name: my-gateway}]" -}}
{{- end -}}
{{- if and (.Values.serviceMonitor).enabled (lt (include "determined.release" . | int) 17006) -}}
  {{- fail "serviceMonitor.enabled: masters before 0.17.6 have no metrics; set it to false or install a newer release" -}}
{{- end -}}
{{- if and .Values.tlsSecret (lt (include "determined.release" . | int) 13005) -}}
  {{- fail "tlsSecret: masters before 0.13.5 do not serve HTTPS; clear it and end TLS in an Ingress (ingress.tls.mode: ingress), or install a newer release" -}}
{{- end -}}
{{- end }}

{{- define "determined.validateIngress" -}}
{{- if (.Values.ingress).enabled -}}
{{- $controller := include "determined.ingressController" . -}}
{{- $mode := include "determined.ingressTlsMode" . -}}
{{- if and .Values.ingress.className (get (.Values.ingress.annotations | default dict) "kubernetes.io/ingress.class") -}}
  {{- fail "ingress.className: Kubernetes refuses it beside the annotation kubernetes.io/ingress.class; keep one of the two, best className" -}}
{{- end -}}
{{- if and (has $mode (list "passthrough" "reencrypt")) (not .Values.tlsSecret) -}}
  {{- fail (printf "ingress.tls.mode: %s needs a master that serves HTTPS; set tlsSecret, or mode ingress" $mode) -}}
{{- end -}}
{{- if and (eq $mode "ingress") .Values.tlsSecret -}}
  {{- fail "ingress.tls.mode: ingress speaks plain HTTP to the master, which tlsSecret makes serve HTTPS; set mode reencrypt or passthrough, or clear tlsSecret" -}}
{{- end -}}
{{- $arn := or (.Values.ingress.tls).certificateArn (get (.Values.ingress.annotations | default dict) "alb.ingress.kubernetes.io/certificate-arn") -}}
{{- if and (eq $controller "alb") $mode (not (or $arn .Values.ingress.hosts)) -}}
  {{- fail "ingress.tls.certificateArn: the AWS Load Balancer needs a certificate; give its ARN, or hosts by which it finds one" -}}
{{- end -}}
{{- if eq $mode "passthrough" -}}
  {{- if not .Values.ingress.hosts -}}
    {{- fail "ingress.hosts: passthrough finds the master by the name of the host in the TLS handshake; give at least one host" -}}
  {{- end -}}
  {{- if eq $controller "alb" -}}
    {{- fail "ingress.tls.mode: an AWS Application Load Balancer always ends TLS itself; set mode reencrypt, or use a Network Load Balancer through masterService" -}}
  {{- end -}}
{{- end -}}
{{- end -}}
{{- end }}

{{- define "determined.validateRoute" -}}
{{- if (.Values.openshiftRoute).enabled -}}
{{- $termination := include "determined.routeTermination" . -}}
{{- if and (eq $termination "edge") .Values.tlsSecret -}}
  {{- fail "openshiftRoute.termination: edge speaks plain HTTP to the master, which tlsSecret makes serve HTTPS; set reencrypt or passthrough, or clear tlsSecret" -}}
{{- end -}}
{{- if and (ne $termination "edge") (not .Values.tlsSecret) -}}
  {{- fail (printf "openshiftRoute.termination: %s needs a master that serves HTTPS; set tlsSecret, or termination edge" $termination) -}}
{{- end -}}
{{- if and (eq $termination "passthrough") (eq (.Values.openshiftRoute.insecureEdgeTerminationPolicy | default "") "Allow") -}}
  {{- fail "openshiftRoute.insecureEdgeTerminationPolicy: a Route with passthrough cannot Allow plain HTTP; set Redirect or None" -}}
{{- end -}}
{{- end -}}
{{- end }}

{{- define "determined.validateCertificate" -}}
{{- if (.Values.certificate).enabled -}}
{{- if not (.Values.certificate.issuerRef).name -}}
  {{- fail "certificate.issuerRef.name: cert-manager needs an issuer; name an Issuer of this namespace, or a ClusterIssuer with issuerRef.kind: ClusterIssuer" -}}
{{- end -}}
{{- if not (or (include "determined.certificateNames" .) .Values.certificate.ipAddresses) -}}
  {{- fail "certificate.dnsNames: the certificate would be for no name at all; give dnsNames or ipAddresses, ingress.hosts, or tlsSecret for the names of the Service" -}}
{{- end -}}
{{- end -}}
{{- end }}

{{- define "determined.validateRbac" -}}
{{- $rbac := .Values.rbac | default dict -}}
{{- if and $rbac.namespaced (eq $rbac.clusterRole false) (ne $rbac.create false) (include "determined.allNamespacesRules" .) -}}
  {{- fail (printf "rbac.clusterRole: the master of %s lists objects of all namespaces when it starts; set it to true, or install another release" (include "determined.version" .)) -}}
{{- end -}}
{{- end }}
