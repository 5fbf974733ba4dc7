{{/* The pod of the database: the same for the Deployment and the StatefulSet. */}}

{{- define "determined.dbPod" -}}
{{- $db := .Values.db | default dict -}}
metadata:
  labels:
    app: {{ include "determined.dbName" . }}
    {{- if ge (include "determined.release" . | int) 16001 }}
    determined-system: db
    {{- end }}
    {{- include "determined.standardLabels" (dict "root" . "component" "db") | nindent 4 }}
    {{- /* The selector's labels, upstream's and the standard ones stay what they are. */}}
    {{- with omit ($db.podLabels | default dict) "app" "determined-system" "app.kubernetes.io/name" "app.kubernetes.io/instance" "app.kubernetes.io/component" }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- with $db.podAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  {{- with include "determined.priorityClassName" (dict "root" . "settings" $db) }}
  priorityClassName: {{ . }}
  {{- end }}
  automountServiceAccountToken: false
  {{- with include "determined.imagePullSecrets" . | trim }}
  imagePullSecrets:
    {{- . | nindent 4 }}
  {{- end }}
  {{- include "determined.dbPlacement" . | nindent 2 }}
  {{- with $db.podSecurityContext }}
  securityContext:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $db.initContainers }}
  initContainers:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: {{ include "determined.dbName" . }}
      image: {{ include "determined.dbImage" . | quote }}
      imagePullPolicy: {{ include "determined.imagePullPolicy" . }}
      args:
        - --max_connections={{ $db.maxConnections | default 96 | int }}
        - --shared_buffers={{ $db.sharedBuffers | default "512MB" }}
        {{- with $db.extraArgs }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      env:
        - name: POSTGRES_DB
          value: {{ include "determined.dbDatabase" . | quote }}
        - name: POSTGRES_USER
          value: {{ include "determined.dbUser" . | quote }}
        {{- include "determined.dbPasswordEnv" (list . "POSTGRES_PASSWORD") | nindent 8 }}
        - name: PGPORT
          value: {{ include "determined.dbPort" . | quote }}
        - name: PGDATA
          value: /var/lib/postgresql/data/pgdata
        {{- with $db.extraEnv }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      ports:
        - name: postgres
          containerPort: {{ include "determined.dbPort" . }}
          protocol: TCP
      {{- if ne $db.probes false }}
      {{- include "determined.dbProbes" . | nindent 6 }}
      {{- end }}
      {{- with include "determined.resources" (list $db.cpuRequest $db.memRequest $db.cpuLimit $db.memLimit) }}
      resources:
        {{- . | nindent 8 }}
      {{- end }}
      {{- with $db.securityContext }}
      securityContext:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- if or (not $db.disablePVC) $db.extraVolumeMounts }}
      volumeMounts:
        {{- if not $db.disablePVC }}
        - name: determined-db-storage
          mountPath: /var/lib/postgresql/data
        {{- end }}
        {{- with $db.extraVolumeMounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- end }}
    {{- with $db.extraContainers }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- if or (not $db.disablePVC) $db.extraVolumes }}
  volumes:
    {{- if not $db.disablePVC }}
    - name: determined-db-storage
      persistentVolumeClaim:
        claimName: {{ include "determined.dbClaim" . | quote }}
    {{- end }}
    {{- with $db.extraVolumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- end }}
{{- end }}

{{/*
Where the pod runs. A StatefulSet's pod keeps away from every other pod of the database: while a Deployment is replaced by
a StatefulSet, or the other way round, Helm starts the new one before it stops the old one, and two servers on one folder
destroy the data. The scheduler honours the rule for both, and a claim that one node may mount does the rest.
*/}}
{{- define "determined.dbPlacement" -}}
{{- $placement := merge (dict) (deepCopy (.Values.db | default dict)) (dict "terminationGracePeriodSeconds" 60) -}}
{{- if eq (include "determined.dbKind" .) "StatefulSet" -}}
  {{- $affinity := $placement.affinity | default dict -}}
  {{- $antiAffinity := $affinity.podAntiAffinity | default dict -}}
  {{- $labels := dict "app" (include "determined.dbName" .) -}}
  {{- $term := dict "labelSelector" (dict "matchLabels" $labels) "topologyKey" "kubernetes.io/hostname" -}}
  {{- $terms := append ($antiAffinity.requiredDuringSchedulingIgnoredDuringExecution | default list) $term -}}
  {{- $_ := set $antiAffinity "requiredDuringSchedulingIgnoredDuringExecution" $terms -}}
  {{- $_ := set $affinity "podAntiAffinity" $antiAffinity -}}
  {{- $_ := set $placement "affinity" $affinity -}}
{{- end -}}
{{- include "determined.placement" $placement -}}
{{- end }}

{{/* Until 0.13.4 it was misspelt; selectors never were. */}}
{{- define "determined.dbDeployment" -}}
{{- lt (include "determined.release" . | int) 13005 | ternary "deteremined" "determined" -}}-db-deployment-{{ .Release.Name }}
{{- end }}

{{- define "determined.dbKind" -}}
{{- (.Values.db).kind | default "Deployment" -}}
{{- end }}

{{/*
The server that runs while a new database is set up listens on a socket only, so asking over TCP waits for the real one.
Recovery after a crash may take long: the startup probe allows half an hour.
*/}}
{{- define "determined.dbProbes" -}}
{{- $command := list "pg_isready" "--quiet" "--host=127.0.0.1" (printf "--username=%s" (include "determined.dbUser" .)) (printf "--dbname=%s" (include "determined.dbDatabase" .)) -}}
{{- $check := dict "exec" (dict "command" $command) "periodSeconds" 10 "timeoutSeconds" 5 -}}
{{- $probes := dict
      "startupProbe" (merge (dict "failureThreshold" 180) $check)
      "readinessProbe" (merge (dict "failureThreshold" 3) $check)
      "livenessProbe" (merge (dict "failureThreshold" 6) $check) -}}
{{- toYaml $probes -}}
{{- end }}
