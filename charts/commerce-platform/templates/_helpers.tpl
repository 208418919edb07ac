{{- define "platform.name" -}}
{{- include "service.platform" . -}}
{{- end -}}

{{/* Every service with a database. */}}
{{- define "platform.services" -}}
auth catalog customers inventory orders pricing webhooks
{{- end -}}

{{/* Every user of NATS: the services, and the administrators. */}}
{{- define "platform.natsUsers" -}}
{{ include "platform.services" . }} admin
{{- end -}}

{{/* Every database: auth has a second one, for limits. */}}
{{- define "platform.databases" -}}
{{ include "platform.services" . }} auth-limits
{{- end -}}

{{/* Labels of a platform object that is not a process. Usage: (list $ name component) */}}
{{- define "platform.selector" -}}
app.kubernetes.io/part-of: {{ include "platform.name" (index . 0) }}
app.kubernetes.io/name: {{ index . 1 }}
app.kubernetes.io/component: {{ index . 2 }}
{{- end -}}

{{- define "platform.labels" -}}
{{ include "platform.selector" . }}
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
app.kubernetes.io/managed-by: {{ (index . 0).Release.Service }}
helm.sh/chart: {{ printf "%s-%s" (index . 0).Chart.Name (index . 0).Chart.Version | replace "+" "_" }}
{{- with (index . 0).Values.global.labels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* Labels of the pods of NATS: of the chart's own, or those of the official chart by values-nats.yaml; empty with other servers. */}}
{{- define "platform.natsSelector" -}}
{{- $name := printf "%s-nats" (include "platform.name" .) -}}
{{- if .Values.nats.enabled -}}
{{ include "platform.selector" (list . "nats" "backend") }}
{{- else if contains $name .Values.global.nats.url -}}
app.kubernetes.io/name: nats
app.kubernetes.io/instance: {{ $name }}
{{- end -}}
{{- end -}}

{{/* Peers of a NetworkPolicy: the processes in namespaces of their own. Usage: (list $ component…) */}}
{{- define "platform.otherNamespaces" -}}
{{- $root := first . }}
{{- $components := rest . }}
{{- range $process := keys $root.Values.global.namespaces | sortAlpha }}
{{- range $components }}
- {{- include "service.peer" (list $root $process .) | nindent 2 }}
{{- end }}
{{- end }}
{{- end -}}

{{/* Rule of a NetworkPolicy for readers of metrics; none without monitoringNamespaces, because `In` needs a value. Usage: (list $ port) */}}
{{- define "platform.ingressMonitoring" -}}
{{- with (index . 0).Values.global.networkPolicy.monitoringNamespaces -}}
- from:
    - namespaceSelector:
        matchExpressions:
          - { key: kubernetes.io/metadata.name, operator: In, values: {{ toJson . }} }
  ports:
    - port: {{ index $ 1 }}
{{- end }}
{{- end -}}

{{- define "platform.demoImage" -}}
{{ .Values.global.image.prefix }}/demo{{ if .Values.demo.digest }}@{{ .Values.demo.digest }}{{ else }}:{{ .Values.global.image.tag | default .Chart.AppVersion }}{{ end }}
{{- end -}}

{{/* Port of the gateway's Service; the default if the gateway is released independently. */}}
{{- define "platform.gatewayPort" -}}
{{- dig "http" "service" "port" 80 .Values.gateway -}}
{{- end -}}

{{/* Demo accounts and the platform's addresses. */}}
{{- define "platform.demoEnv" -}}
- name: PUBLIC_URL
  value: {{ .Values.global.publicUrl | quote }}
- name: GATEWAY_URL
  value: http://{{ include "service.hostOf" (list . "gateway") }}:{{ include "platform.gatewayPort" . }}
{{- if .Values.demo.enabled }}
{{- range $variable, $key := dict "DEMO_DAY" "day" "DEMO_PASSWORD" "password" "DEMO_CLIENT_SECRET_1" "client-secret-1" "DEMO_CLIENT_SECRET_2" "client-secret-2" }}
- name: {{ $variable }}
  valueFrom:
    secretKeyRef:
      name: {{ include "platform.name" $ }}-demo
      key: {{ $key }}
{{- end }}
{{- end }}
{{- end -}}

{{- define "platform.demoPod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.global.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  {{- include "service.podSecurity" . | nindent 2 }}
volumes:
  - name: tmp
    emptyDir: {}
{{- end -}}

{{- define "platform.demoContainer" -}}
image: {{ include "platform.demoImage" . }}
imagePullPolicy: {{ .Values.global.image.pullPolicy }}
securityContext:
  {{- include "service.containerSecurity" . | nindent 2 }}
resources:
  requests: { cpu: 50m, memory: 128Mi }
  limits: { memory: 1Gi }
volumeMounts:
  - { name: tmp, mountPath: /tmp }
{{- end -}}

{{/* Annotations of the objects that make Secrets. */}}
{{- define "platform.secretsHook" -}}
helm.sh/hook: pre-install,pre-upgrade
helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
{{- end -}}

{{/* Volume with the authority of PostgreSQL, for the demo data; empty without one. */}}
{{- define "platform.postgresVolume" -}}
{{- $ca := .Values.global.database.caSecret -}}
{{- if or $ca (include "service.tlsMode" .) -}}
name: postgres
secret:
  secretName: {{ $ca | default (printf "%s-auth-tls" (include "platform.name" .)) }}
  defaultMode: 0440
  items:
    - { key: ca.crt, path: ca.crt }
{{- end -}}
{{- end -}}

{{/* DNS names in the certificate of NATS or PostgreSQL: its Service, and each pod, also of the official NATS chart, and the Services of
Clusters. Clients of Node accept a wildcard only before two names; the routes of NATS use shorter ones. Usage: (list $ name) */}}
{{- define "platform.serverNames" -}}
{{- $namespace := (index . 0).Release.Namespace -}}
{{- $name := printf "%s-%s" (include "platform.name" (index . 0)) (index . 1) -}}
{{- $hosts := list $name -}}
{{- if and (eq (index . 1) "postgres") (index . 0).Values.cnpg.enabled -}}
{{- range $cluster, $_ := (index . 0).Values.cnpg.clusters }}{{ $hosts = append $hosts (printf "%s-%s-rw" (include "platform.name" (index $ 0)) $cluster) }}{{ end -}}
{{- end -}}
{{- $names := list -}}
{{- range $hosts }}{{ $names = concat $names (list . (printf "%s.%s" . $namespace) (printf "%s.%s.svc" . $namespace)) }}{{ end -}}
{{- concat $names (list (printf "*.%s.%s" $name $namespace) (printf "*.%s-headless.%s" $name $namespace) (printf "*.%s-headless" $name)) | toJson -}}
{{- end -}}

{{/* 90 % of a volume's size, in bytes: its file system and the data of Raft need the rest. Usage: a quantity */}}
{{- define "platform.storedBytes" -}}
{{- $units := dict "" 1 "k" 1000 "M" 1000000 "G" 1000000000 "T" 1000000000000 "Ki" 1024 "Mi" 1048576 "Gi" 1073741824 "Ti" 1099511627776 -}}
{{- mulf (regexFind "^[0-9.]+" (toString .) | float64) (index $units (regexFind "[A-Za-z]*$" (toString .))) 0.9 | int64 -}}
{{- end -}}

{{/* Items of a list of lists, sorted. */}}
{{- define "platform.flat" -}}
{{- $items := list -}}
{{- range . }}{{ $items = concat $items . }}{{ end -}}
{{- sortAlpha $items | join " " -}}
{{- end -}}

{{/* Set when PodMonitors are installed. */}}
{{- define "platform.hasMonitors" -}}
{{- include "service.auto" (list . .Values.global.podMonitor.enabled "monitoring.coreos.com/v1") -}}
{{- end -}}

{{/* What the PodMonitors of the platform scrape, by job: the port and the pods' labels. Empty with external servers only. */}}
{{- define "platform.monitors" -}}
{{- $monitors := dict -}}
{{- with include "platform.natsSelector" . -}}
{{- $_ := set $monitors "nats" (dict "port" (ternary "metrics" "prom-metrics" $.Values.nats.enabled) "labels" (fromYaml .)) -}}
{{- end -}}
{{- if .Values.postgres.enabled -}}
{{- $_ := set $monitors "postgres" (dict "port" "metrics" "labels" (include "platform.selector" (list . "postgres" "backend") | fromYaml)) -}}
{{- else if .Values.cnpg.enabled -}}
{{- range $cluster, $_ := .Values.cnpg.clusters -}}
{{- $_ := set $monitors $cluster (dict "port" "metrics" "labels" (dict "cnpg.io/cluster" (printf "%s-%s" (include "platform.name" $) $cluster))) -}}
{{- end -}}
{{- end -}}
{{- toYaml $monitors -}}
{{- end -}}

{{/* Clusters that have standbys, with the number of these. */}}
{{- define "platform.standbys" -}}
{{- $cnpg := .Values.cnpg -}}
{{- $standbys := dict -}}
{{- if $cnpg.enabled -}}
{{- range $cluster, $_ := $cnpg.clusters -}}
{{- $own := mergeOverwrite (deepCopy $cnpg) (index $cnpg.custom $cluster | default dict | deepCopy) -}}
{{- $instances := dig "instances" $own.instances $own.spec | int -}}
{{- if gt $instances 1 -}}{{- $_ := set $standbys $cluster (sub $instances 1) -}}{{- end -}}
{{- end -}}
{{- end -}}
{{- toYaml $standbys -}}
{{- end -}}

{{/* Clusters that may be backed up. */}}
{{- define "platform.backedUp" -}}
{{- $clusters := dict -}}
{{- if .Values.cnpg.enabled -}}
{{- range $cluster, $databases := .Values.cnpg.clusters -}}
{{- if ne (join " " $databases) "auth-limits" -}}{{- $_ := set $clusters $cluster 0 -}}{{- end -}}
{{- end -}}
{{- end -}}
{{- toYaml $clusters -}}
{{- end -}}

{{/* Clusters whose base backups the operator makes without a plugin, e.g. as volume snapshots: it has a metric of their age. */}}
{{- define "platform.backupsWithoutPlugin" -}}
{{- $backup := .Values.cnpg.backup -}}
{{- if and (or $backup.schedule $backup.spec.backup) (ne ($backup.method.method | default "") "plugin") -}}
{{- include "platform.backedUp" . -}}
{{- end -}}
{{- end -}}

{{/* Clusters whose base backups must have a metric of their age: of the plugin Barman Cloud, or, without a plugin, of the operator. */}}
{{- define "platform.backupsWithMetric" -}}
{{- $plugin := dig "pluginConfiguration" "name" "" .Values.cnpg.backup.method -}}
{{- if or (eq $plugin "barman-cloud.cloudnative-pg.io") (include "platform.backupsWithoutPlugin" .) -}}
{{- include "platform.backedUp" . -}}
{{- end -}}
{{- end -}}
