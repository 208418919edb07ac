{{/* Name of the process. */}}
{{- define "service.name" -}}
{{- .Values.name | default .Chart.Name -}}
{{- end -}}

{{/* Name of its platform. Fails when the longest name made of it, <platform>-inventory-migrate-<hash>, exceeds 63 characters. */}}
{{- define "service.platform" -}}
{{- $platform := .Values.global.platform | default .Release.Name -}}
{{- $max := ternary 36 40 (eq .Values.global.migrations.mode "job") -}}
{{- if gt (len $platform) $max -}}
{{- fail (printf "global.platform: %q has %d characters; set a name of at most %d (40, or 36 with global.migrations.mode=job)" $platform (len $platform) $max) -}}
{{- end -}}
{{ $platform }}
{{- end -}}

{{- define "service.fullname" -}}
{{- printf "%s-%s" (include "service.platform" .) (include "service.name" .) -}}
{{- end -}}

{{/* Namespace of a process of this platform, or of the platform itself. Usage: (list $ name) */}}
{{- define "service.namespaceOf" -}}
{{- $global := (index . 0).Values.global -}}
{{- index $global.namespaces (index . 1) | default $global.namespace | default (index . 0).Release.Namespace -}}
{{- end -}}

{{/* DNS name of a Service of this platform. Usage: (list $ name) */}}
{{- define "service.hostOf" -}}
{{- $namespace := include "service.namespaceOf" . -}}
{{ include "service.platform" (index . 0) }}-{{ index . 1 }}{{ if ne $namespace (index . 0).Release.Namespace }}.{{ $namespace }}{{ end }}
{{- end -}}

{{/* Peer of a NetworkPolicy: the pods of a process of this platform. Usage: (list $ name component) */}}
{{- define "service.peer" -}}
{{- $namespace := include "service.namespaceOf" . -}}
podSelector:
  matchLabels:
    {{- include "service.selectorOf" . | nindent 4 }}
    app.kubernetes.io/component: {{ index . 2 }}
{{- if ne $namespace (index . 0).Release.Namespace }}
namespaceSelector:
  matchLabels:
    kubernetes.io/metadata.name: {{ $namespace }}
{{- end }}
{{- end -}}

{{/* Selector of the pods of a process of this platform. Usage: (list $ name) */}}
{{- define "service.selectorOf" -}}
app.kubernetes.io/part-of: {{ include "service.platform" (index . 0) }}
app.kubernetes.io/name: {{ index . 1 }}
{{- end -}}

{{- define "service.selector" -}}
{{ include "service.selectorOf" (list . (include "service.name" .)) }}
app.kubernetes.io/component: process
{{- end -}}

{{- define "service.commonLabels" -}}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ include "service.tag" . | trunc 63 | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- with .Values.global.labels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "service.labels" -}}
{{ include "service.selector" . }}
{{ include "service.commonLabels" . }}
{{- end -}}

{{- define "service.tag" -}}
{{- .Values.image.tag | default .Values.global.image.tag | default .Chart.AppVersion -}}
{{- end -}}

{{- define "service.image" -}}
{{- $repository := .Values.image.repository | default (printf "%s/%s" .Values.global.image.prefix (include "service.name" .)) -}}
{{- if .Values.image.digest -}}
{{ $repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ $repository }}:{{ include "service.tag" . }}
{{- end -}}
{{- end -}}

{{/* Resolves an option that may be "auto". Usage: (list $ value apiVersion) */}}
{{- define "service.auto" -}}
{{- $value := toString (index . 1) -}}
{{- if or (eq $value "true") (and (eq $value "auto") ((index . 0).Capabilities.APIVersions.Has (index . 2))) -}}true{{- end -}}
{{- end -}}

{{/* Source of the certificates: certManager or secrets; empty without TLS. */}}
{{- define "service.tlsMode" -}}
{{- $tls := .Values.global.tls -}}
{{- if $tls.enabled -}}
{{- if ne $tls.mode "auto" -}}{{ $tls.mode }}
{{- else if .Capabilities.APIVersions.Has "cert-manager.io/v1" -}}certManager
{{- else -}}secrets
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Host of global.publicUrl. */}}
{{- define "service.publicHost" -}}
{{- (urlParse .Values.global.publicUrl).hostname -}}
{{- end -}}

{{/* The restricted pod security standard; on OpenShift the cluster chooses the ids. */}}
{{- define "service.podSecurity" -}}
runAsNonRoot: true
{{- if not (include "service.auto" (list . .Values.global.openshift "security.openshift.io/v1")) }}
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
{{- end }}
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "service.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{/* Security context of the containers of a process. */}}
{{- define "service.ownContainerSecurity" -}}
{{- mergeOverwrite (include "service.containerSecurity" . | fromYaml) .Values.securityContext | toYaml -}}
{{- end -}}

{{- define "service.serviceAccount" -}}
{{- .Values.serviceAccount.name | default (include "service.fullname" .) -}}
{{- end -}}

{{/* The Secret with the connection string of its database. */}}
{{- define "service.databaseSecret" -}}
{{- .Values.database.secretName | default (printf "%s-database" (include "service.fullname" .)) -}}
{{- end -}}

{{/* The Secret with the connection string of the limits database. */}}
{{- define "service.limitsSecret" -}}
{{- .Values.database.limits.secretName | default (printf "%s-limits-database" (include "service.fullname" .)) -}}
{{- end -}}

{{/* Set when images are stored on a volume; fails when several pods would not share it. */}}
{{- define "service.imagesVolume" -}}
{{- if and .Values.images.enabled (not .Values.images.s3.bucket) -}}
{{- if and (or .Values.autoscaling.enabled (gt (int .Values.replicas) 1)) (ne .Values.images.volume.accessMode "ReadWriteMany") -}}
{{- fail "images: several pods need a bucket (images.s3.bucket) or a volume that they share (images.volume.accessMode=ReadWriteMany); see docs/operations.md, Product images" -}}
{{- end -}}
true
{{- end -}}
{{- end -}}

{{- define "service.imagesClaim" -}}
{{- .Values.images.volume.claimName | default (printf "%s-images" (include "service.fullname" .)) -}}
{{- end -}}

{{/* URLs of the NATS servers; without other ones, of each of the platform chart's. */}}
{{- define "service.natsUrl" -}}
{{- $name := printf "%s-nats" (include "service.platform" .) -}}
{{- $replicas := int .Values.global.nats.replicas -}}
{{- $urls := list -}}
{{- range $index := until $replicas -}}
{{- $urls = append $urls (printf "nats://%s-%d.%s.%s:4222" $name $index $name (include "service.namespaceOf" (list $ "nats"))) -}}
{{- end -}}
{{ tpl .Values.global.nats.url . | default (join "," $urls) }}
{{- end -}}

{{/* Files of the service's NATS user and of the servers' authority. */}}
{{- define "service.natsFiles" -}}
{{- $nats := .Values.global.nats -}}
{{- if .Values.events.enabled -}}
{{- if eq $nats.auth "nkey" }}
- name: NATS_NKEY_FILE
  value: /etc/commerce/nats/nkey
{{- else if eq $nats.auth "creds" }}
- name: NATS_CREDS_FILE
  value: /etc/commerce/nats/nats.creds
{{- end }}
{{- if $nats.caSecret }}
- name: NATS_CA_FILE
  value: /etc/commerce/nats/ca.crt
{{- else if and (not $nats.url) (include "service.tlsMode" .) }}
- name: NATS_CA_FILE
  value: /etc/commerce/tls/ca.crt
{{- end }}
{{- end -}}
{{- end -}}

{{/* Volume with those files; empty without any. */}}
{{- define "service.natsVolume" -}}
{{- $nats := .Values.global.nats -}}
{{- if and .Values.events.enabled (or (ne $nats.auth "none") $nats.caSecret) -}}
name: nats
projected:
  defaultMode: 0440
  sources:
    {{- if ne $nats.auth "none" }}
    - secret:
        name: {{ .Values.events.secretName | default (printf "%s-nats" (include "service.fullname" .)) }}
        items:
          - {{ ternary (dict "key" "nkey" "path" "nkey") (dict "key" "nats.creds" "path" "nats.creds") (eq $nats.auth "nkey") | toJson }}
    {{- end }}
    {{- with $nats.caSecret }}
    - secret:
        name: {{ . }}
        items:
          - { key: ca.crt, path: ca.crt }
    {{- end }}
{{- end -}}
{{- end -}}

{{/* Volume with the authority of PostgreSQL and the client certificate; empty without both. The certificates of the process may not
exist yet when its migrations run. */}}
{{- define "service.postgresVolume" -}}
{{- $ca := .Values.global.database.caSecret -}}
{{- if and .Values.database.enabled (or $ca (include "service.tlsMode" .) .Values.database.certificateSecret) -}}
name: postgres
projected:
  defaultMode: 0440
  sources:
    {{- if or $ca (include "service.tlsMode" .) }}
    - secret:
        name: {{ $ca | default (printf "%s-tls" (include "service.fullname" .)) }}
        optional: {{ empty $ca }}
        items:
          - { key: ca.crt, path: ca.crt }
    {{- end }}
    {{- with .Values.database.certificateSecret }}
    - secret:
        name: {{ . }}
        items:
          - { key: tls.crt, path: tls.crt }
          - { key: tls.key, path: tls.key }
    {{- end }}
{{- end -}}
{{- end -}}

{{/* Environment of both the process and its migrations. */}}
{{- define "service.env" -}}
- name: NODE_ENV
  value: production
- name: RELEASE
  value: {{ .Values.image.digest | default (include "service.tag" .) | quote }}
- name: LOG_LEVEL
  value: {{ .Values.global.logLevel | quote }}
{{- if .Values.grpc.enabled }}
- name: GRPC_PORT
  value: {{ .Values.grpc.port | quote }}
- name: GRPC_HEALTH_PORT
  value: {{ .Values.grpc.healthPort | quote }}
- name: GRPC_MAX_CONNECTION_AGE_MS
  value: {{ .Values.grpc.maxConnectionAgeMs | int | quote }}
{{- end }}
{{- if .Values.http.enabled }}
- name: HTTP_PORT
  value: {{ .Values.http.port | quote }}
{{- end }}
- name: SHUTDOWN_GRACE_MS
  value: {{ mul .Values.shutdownGraceSeconds 1000 | quote }}
{{- if .Values.database.enabled }}
- name: DATABASE_URL
  valueFrom:
    secretKeyRef:
      name: {{ include "service.databaseSecret" . }}
      key: {{ .Values.database.secretKey }}
{{- with .Values.database.directSecretKey }}
- name: DATABASE_DIRECT_URL
  valueFrom:
    secretKeyRef:
      name: {{ include "service.databaseSecret" $ }}
      key: {{ . }}
{{- end }}
- name: DATABASE_POOL_SIZE
  value: {{ .Values.database.poolSize | quote }}
{{- if .Values.database.limits.enabled }}
- name: LIMITS_DATABASE_URL
  valueFrom:
    secretKeyRef:
      name: {{ include "service.limitsSecret" . }}
      key: {{ .Values.database.secretKey }}
{{- end }}
{{- end }}
{{- if .Values.events.enabled }}
- name: NATS_URL
  value: {{ include "service.natsUrl" . | quote }}
- name: NATS_REPLICAS
  value: {{ .Values.global.nats.replicas | quote }}
{{- end }}
{{- range .Values.calls }}
- name: {{ upper . }}_ADDRESS
  value: dns:///{{ include "service.hostOf" (list $ .) }}:{{ $.Values.grpc.port }}
{{- end }}
{{- if .Values.images.enabled }}
- name: IMAGES_URL
  value: {{ .Values.images.url | default (printf "%s/images" .Values.global.publicUrl) | quote }}
{{- if .Values.images.s3.bucket }}
- name: S3_BUCKET
  value: {{ .Values.images.s3.bucket | quote }}
- name: S3_REGION
  value: {{ .Values.images.s3.region | quote }}
{{- with .Values.images.s3.endpoint }}
- name: S3_ENDPOINT
  value: {{ . | quote }}
{{- end }}
{{- with .Values.images.s3.secretName }}
{{- range list "S3_ACCESS_KEY_ID" "S3_SECRET_ACCESS_KEY" }}
- name: {{ . }}
  valueFrom:
    secretKeyRef:
      name: {{ $.Values.images.s3.secretName }}
      key: {{ . }}
{{- end }}
{{- end }}
{{- else }}
- name: IMAGES_FOLDER
  value: /var/lib/commerce/images
{{- end }}
{{- end }}
{{- range .Values.keys.settings }}
- name: {{ . }}
  valueFrom:
    secretKeyRef:
      name: {{ $.Values.keys.secretName | default (printf "%s-keys" (include "service.fullname" $)) }}
      key: {{ . }}
{{- end }}
{{- if .Values.mail }}
- name: MAIL_FROM
  value: {{ .Values.global.mail.from | quote }}
{{- with .Values.global.mail.secretName }}
- name: SMTP_URL
  valueFrom:
    secretKeyRef:
      name: {{ . }}
      key: SMTP_URL
{{- end }}
{{- end }}
{{- range $name, $value := .Values.env }}
- name: {{ $name }}
  value: {{ tpl (toString $value) $ | quote }}
{{- end }}
{{- range $name, $from := .Values.secretEnv }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef:
      name: {{ $from.name }}
      key: {{ $from.key }}
{{- end }}
{{- end -}}

{{/* Pod settings other than the containers. */}}
{{- define "service.podSpec" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  {{- mergeOverwrite (include "service.podSecurity" . | fromYaml) .Values.podSecurityContext | toYaml | nindent 2 }}
{{- with .Values.global.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end -}}

{{/* Readiness check. */}}
{{- define "service.readyProbe" -}}
{{- if .Values.grpc.enabled -}}
grpc:
  port: {{ .Values.grpc.healthPort }}
{{- else -}}
httpGet:
  path: /readyz
  port: admin
{{- end -}}
{{- end -}}

{{- define "service.egressDns" -}}
- to:
    {{- toYaml .Values.global.networkPolicy.dns | nindent 4 }}
  ports:
    - { port: {{ .Values.global.networkPolicy.dnsPort }}, protocol: UDP }
    - { port: {{ .Values.global.networkPolicy.dnsPort }}, protocol: TCP }
{{- end -}}

{{- define "service.egressDatabase" -}}
- ports:
    {{- range list .Values.global.database.port .Values.global.database.directPort | compact | uniq }}
    - port: {{ . }}
    {{- end }}
  {{- with .Values.global.networkPolicy.backends }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}

{{/* Port of a URL. Usage: (list url default) */}}
{{- define "service.portOf" -}}
{{- (urlParse (index . 0)).host | splitList ":" | last | int | default (index . 1) -}}
{{- end -}}

{{- /* Behind a proxy, limits per address would count all clients as one. */}}
{{- define "service.requireTrustedProxies" -}}
{{- if not .Values.env.TRUSTED_PROXIES }}
{{- fail (printf "%s.env.TRUSTED_PROXIES: set it to the address ranges of the ingress controller's pods or the load balancer, whose X-Forwarded-For is trusted; to loopback if client addresses may be ignored. A Service of the type LoadBalancer or NodePort needs none if http.service.externalTrafficPolicy=Local keeps client addresses" (include "service.name" .)) }}
{{- end }}
{{- end }}
