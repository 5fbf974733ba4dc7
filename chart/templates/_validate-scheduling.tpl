{{/* Values of schedulers, pools and genai that cannot work; it prints nothing. */}}
{{- define "determined.validateScheduling" -}}
{{- include "determined.validateScheduler" . -}}
{{- include "determined.validatePools" . -}}
{{- include "determined.validateGenai" . -}}
{{- end }}

{{- define "determined.validateScheduler" -}}
{{- $type := include "determined.schedulerType" . -}}
{{- if $type -}}
{{- $release := include "determined.release" . | int -}}
{{- $modern := include "determined.schedulerModern" . -}}
{{- if not (has $type (list "coscheduler" "preemption")) -}}
{{- fail (printf "defaultScheduler: there is no scheduler %s; use coscheduler or preemption, or leave it blank for the cluster's own" $type) -}}
{{- end -}}
{{- if and (eq $type "preemption") (lt $release 15002) -}}
{{- fail "defaultScheduler: preemption came with release 0.15.2; use coscheduler, or leave it blank" -}}
{{- end -}}
{{- if and (eq $type "preemption") (ge $release 36000) (not (.Values.scheduler).allowUnsupportedPreemption) -}}
{{- fail "defaultScheduler: masters from 0.36 on refuse preemption; leave it blank and use priority classes, or set scheduler.allowUnsupportedPreemption to run that scheduler under the name coscheduler, without checkpoints of what it preempts" -}}
{{- end -}}
{{- if and $modern (eq $type "preemption") -}}
{{- fail "scheduler.mode: there is no modern scheduler for preemption; use coscheduler, or scheduler.mode classic" -}}
{{- end -}}
{{- if and $modern (lt (include "determined.kubeMinor" . | int) 25) -}}
{{- fail "scheduler.mode: modern needs Kubernetes 1.25; use classic until 1.21, and leave defaultScheduler blank in between" -}}
{{- end -}}
{{- if and $modern (contains ":v0.18." (include "determined.schedulerImage" .)) -}}
{{- fail "defaultImages.kubeScheduler: the image of v0.18 cannot read the configuration of scheduler.mode modern; leave it blank" -}}
{{- end -}}
{{- end -}}
{{- end }}

{{- define "determined.validatePools" -}}
{{- range $key := list "poolNamespaces" "registryCredentials" -}}
{{- $names := dict -}}
{{- range $index, $item := get $.Values $key | default list -}}
{{- $name := get $item "name" -}}
{{- if not $name -}}
{{- fail (printf "%s[%d].name: it is missing; give the %s a name" $key $index (eq $key "poolNamespaces" | ternary "namespace" "Secret")) -}}
{{- end -}}
{{- if hasKey $names $name -}}
{{- fail (printf "%s[%d].name: %s is there already; put everything about it into one item" $key $index $name) -}}
{{- end -}}
{{- $_ := set $names $name true -}}
{{- end -}}
{{- end -}}
{{- range $index, $item := .Values.poolNamespaces -}}
{{- $pair := "\\s*[A-Za-z0-9]([A-Za-z0-9./_-]*[A-Za-z0-9])?\\s*=\\s*([A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?)?\\s*" -}}
{{- if and (kindIs "string" .nodeSelector) (not (regexMatch (printf "^(%s(,%s)*)?$" $pair $pair) .nodeSelector)) -}}
{{- fail (printf "poolNamespaces[%d].nodeSelector: %s is no list of key=value, key=value; write labels of nodes so, or as a map" $index .nodeSelector) -}}
{{- end -}}
{{- end -}}
{{- range $index, $item := .Values.registryCredentials -}}
{{- if not (and .registry .password) -}}
{{- fail (printf "registryCredentials[%d]: registry and password are needed; a Secret that exists is named in imagePullSecrets or poolNamespaces[].copySecrets instead" $index) -}}
{{- end -}}
{{- if and (hasSuffix "oauthtoken" (.username | default "" | toString)) (ne (toString .username) "$oauthtoken") -}}
{{- fail (printf "registryCredentials[%d].username: the user is $oauthtoken, not %s; write it as it is" $index .username) -}}
{{- end -}}
{{- if not (or .username (eq (trim .registry) "nvcr.io")) -}}
{{- fail (printf "registryCredentials[%d].username: the registry %s needs one; set it" $index .registry) -}}
{{- end -}}
{{- end -}}
{{- $credentials := dict -}}
{{- range .Values.registryCredentials }}{{ $_ := set $credentials .name true }}{{ end -}}
{{- range $index, $item := .Values.poolNamespaces -}}
{{- range .copySecrets -}}
{{- if eq $item.name $.Release.Namespace -}}
{{- fail (printf "poolNamespaces[%d].copySecrets: %s is the namespace that Secrets are copied from; remove the list" $index $item.name) -}}
{{- end -}}
{{- if hasKey $credentials . -}}
{{- fail (printf "poolNamespaces[%d].copySecrets: registryCredentials puts %s there already; name it in one of the two" $index .) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end }}

{{- define "determined.validateGenai" -}}
{{- if include "determined.genaiEnabled" . -}}
{{- $release := include "determined.release" . | int -}}
{{- $genai := .Values.genai -}}
{{- if not $genai.port -}}
{{- fail "genai.port: it is missing; set the port of the service" -}}
{{- end -}}
{{- if and (not $genai.messageQueuePort) (ge $release 29000) -}}
{{- fail "genai.messageQueuePort: it is missing; set the port of the message queue" -}}
{{- end -}}
{{- if kindIs "invalid" $genai.extraResourcePoolMetadata -}}
{{- fail "genai.extraResourcePoolMetadata: it is missing; describe the resource pools that genai may use" -}}
{{- end -}}
{{- $claim := $genai.generatedPVC | default dict -}}
{{- if not (or $genai.sharedPVCName (include "determined.genaiHostPath" .) (and $claim.storageClassName $claim.storageSize)) -}}
{{- fail "genai: it needs files that every node can reach; set genai.sharedPVCName, genai.sharedFSHostPath (from 0.32), or genai.generatedPVC with storageClassName and storageSize" -}}
{{- end -}}
{{- if and $genai.shouldInitializeSharedFSGroupPermissions (not $genai.agentGroupID) (ge $release 31000) -}}
{{- fail "genai.agentGroupID: it is missing; genai.shouldInitializeSharedFSGroupPermissions gives the shared files to that group" -}}
{{- end -}}
{{- $pools := list -}}
{{- range .Values.resourcePools }}{{ $pools = append $pools .pool_name }}{{ end -}}
{{- /* Without pools the master makes one of this name. */ -}}
{{- if not $pools }}{{ $pools = list "default" }}{{ end -}}
{{- range $name, $metadata := $genai.extraResourcePoolMetadata -}}
{{- if not (has $name $pools) -}}
{{- fail (printf "genai.extraResourcePoolMetadata: there is no pool %s in resourcePools; name one of %s" $name (join ", " $pools)) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end }}
