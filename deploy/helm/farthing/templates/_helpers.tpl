{{- define "farthing.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{/* Labels that select the pods of a role; they never change. */}}
{{- define "farthing.selector" -}}
app.kubernetes.io/name: farthing
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end -}}

{{- define "farthing.labels" -}}
app.kubernetes.io/name: farthing
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end -}}

{{/* A mounted secret as an item of the projected volume, under the name of the setting that reads it. */}}
{{- define "farthing.secret" -}}
- secret:
    name: {{ .name }}
    items:
      - { key: {{ .key }}, path: {{ .setting }} }
{{- end -}}

{{/* The secret that holds each setting, as a list of setting, name and key. */}}
{{- define "farthing.secrets" -}}
{{- with .Values.secrets }}
- { setting: DATABASE_URL, name: {{ .database.name }}, key: {{ .database.key }} }
- { setting: CLICKHOUSE_URL, name: {{ .clickhouse.name }}, key: {{ .clickhouse.key }} }
- { setting: AWS_ACCESS_KEY_ID, name: {{ .files.name }}, key: {{ .files.accessKey }} }
- { setting: AWS_SECRET_ACCESS_KEY, name: {{ .files.name }}, key: {{ .files.secretKey }} }
- { setting: FARTHING_SECRET_KEY, name: {{ .secretKey.name }}, key: {{ .secretKey.key }} }
{{- if .smtp.name }}
- { setting: SMTP_URL, name: {{ .smtp.name }}, key: {{ .smtp.key }} }
{{- end }}
{{- end }}
{{- end -}}

{{/* The deployment of a role; what differs is in its values. */}}
{{- define "farthing.deployment" -}}
{{- $root := .root -}}
{{- $values := index .root.Values .role -}}
{{- $secrets := include "farthing.secrets" .root | fromYamlArray -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "farthing.name" .root }}-{{ .role }}
  labels:
    {{- include "farthing.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
spec:
  {{- if not .isAutoscaled }}
  replicas: {{ $values.replicas }}
  {{- end }}
  selector:
    matchLabels:
      {{- include "farthing.selector" . | nindent 6 }}
  strategy:
    type: RollingUpdate
    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }
  template:
    metadata:
      labels:
        {{- include "farthing.labels" .root | nindent 8 }}
        app.kubernetes.io/component: {{ .role }}
    spec:
      serviceAccountName: {{ include "farthing.name" .root }}
      automountServiceAccountToken: false
      {{- with $root.Values.image.pullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      # What a stop may take: to drain, requests in flight, and a minute for jobs and stores.
      terminationGracePeriodSeconds: {{ add $root.Values.drainSeconds $root.Values.shutdownSeconds 65 }}
      securityContext:
        runAsNonRoot: true
        runAsUser: 10001
        runAsGroup: 10001
        fsGroup: 10001
        seccompProfile: { type: RuntimeDefault }
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "farthing.selector" . | nindent 14 }}
      {{- with $values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      containers:
        - name: farthing
          image: "{{ required "image.repository: set it to where the image is" $root.Values.image.repository }}:{{ $root.Values.image.tag | default $root.Chart.AppVersion }}"
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          ports:
            - { name: http, containerPort: 8080 }
          env:
            - { name: FARTHING_ROLES, value: {{ .role }} }
            - name: FARTHING_PUBLIC_URL
              value: {{ required "publicUrl: set it to the origin that people open" $root.Values.publicUrl | quote }}
            - name: FILES_URL
              value: {{ required "files.url: set it to the bucket for files" $root.Values.files.url | quote }}
            {{- with $root.Values.clickhouse.cluster }}
            - { name: CLICKHOUSE_CLUSTER, value: {{ . | quote }} }
            {{- end }}
            - { name: FARTHING_DRAIN_SECONDS, value: {{ $root.Values.drainSeconds | quote }} }
            - { name: FARTHING_SHUTDOWN_SECONDS, value: {{ $root.Values.shutdownSeconds | quote }} }
            - { name: FARTHING_METRICS, value: {{ $root.Values.serviceMonitor.enabled | quote }} }
            {{- range $secrets }}
            - { name: {{ .setting }}_FILE, value: /run/secrets/farthing/{{ .setting }} }
            {{- end }}
            {{- range $name, $value := $root.Values.settings }}
            - { name: {{ $name }}, value: {{ $value | quote }} }
            {{- end }}
          # The first start of a version may migrate the databases.
          startupProbe:
            httpGet: { path: /readyz, port: http }
            periodSeconds: 5
            failureThreshold: 120
          livenessProbe:
            httpGet: { path: /livez, port: http }
            periodSeconds: 10
            timeoutSeconds: 10
            failureThreshold: 6
          readinessProbe:
            httpGet: { path: /readyz, port: http }
            periodSeconds: 5
            timeoutSeconds: 5
            failureThreshold: 2
          resources:
            {{- toYaml $values.resources | nindent 12 }}
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: { drop: [ALL] }
          volumeMounts:
            - { name: temporary, mountPath: /data }
            - { name: secrets, mountPath: /run/secrets/farthing, readOnly: true }
      volumes:
        - name: temporary
          emptyDir: { sizeLimit: {{ $values.temporarySize }} }
        - name: secrets
          projected:
            defaultMode: 0440
            sources:
              {{- range $secrets }}
              {{- include "farthing.secret" . | nindent 14 }}
              {{- end }}
{{- end -}}
