import { optional, required, text, withDefault, type Setting } from './config.ts';

/** Settings that every process has. */
export const processSettings = {
  NODE_ENV: withDefault(text.oneOf(['production', 'development', 'test']), 'production', {
    description:
      'The kind of environment; `development` relaxes the checks that the local stack cannot meet.',
  }),
  RELEASE: withDefault(text.string(), 'development', {
    description: "The release that the process belongs to; shown on the platform's health page.",
  }),
  LOG_LEVEL: withDefault(text.oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']), 'info', {
    description: 'Minimum severity that is logged.',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(text.url('http', 'https'), {
    description: 'Endpoint for traces (OTLP over HTTP, protobuf). Without it, nothing is traced.',
    example: 'http://otel-collector.monitoring:4318',
  }),
  TRACE_SAMPLE_RATIO: withDefault(text.number({ min: 0, max: 1 }), '1', {
    description:
      'Share of the traces that begin in this process that is recorded, from 0 to 1. A trace that another process began is recorded if that one records it.',
  }),
  ADMIN_HOST: withDefault(text.string(), '0.0.0.0', {
    description: 'Address on which /livez, /readyz and /metrics listen.',
  }),
  ADMIN_PORT: withDefault(text.port(), '9090', { description: 'Port of /livez, /readyz and /metrics.' }),
  EVENT_LOOP_DELAY_MAX_MS: withDefault(text.integer({ min: 10 }), '500', {
    description:
      'Event-loop delay, smoothed over about a second, in ms, above which new requests are refused (503 with Retry-After). Health checks are always answered.',
  }),
  SHUTDOWN_GRACE_MS: withDefault(text.integer({ min: 0 }), '10000', {
    description: 'Time that running requests have to finish after SIGTERM, in ms.',
  }),
  TLS_CERT_FILE: optional(text.string(), {
    description:
      'The certificate of this process (PEM, with its intermediate certificates). Enables mutual TLS between services. Its DNS names, or the last segment of its URIs, identify the process. Reloaded when the file changes.',
    example: '/etc/commerce/tls/tls.crt',
  }),
  TLS_KEY_FILE: optional(text.string(), {
    description: 'The private key of `TLS_CERT_FILE` (PEM).',
    example: '/etc/commerce/tls/tls.key',
  }),
  TLS_CA_FILE: optional(text.string(), {
    description: 'The certificate authorities trusted between services (PEM).',
    example: '/etc/commerce/tls/ca.crt',
  }),
};

/** Address of a service, for its clients. */
export const serviceAddress = (service: string): Setting<string> =>
  required(text.address(), {
    description: `Address of the ${service} service (gRPC).`,
    example: `${service}:50051`,
  });

/** Settings that every gRPC service with a database has. */
export const serviceSettings = {
  ...processSettings,
  GRPC_HOST: withDefault(text.string(), '0.0.0.0', { description: 'Address on which gRPC listens.' }),
  GRPC_PORT: withDefault(text.port(), '50051', { description: 'Port on which gRPC listens.' }),
  GRPC_HEALTH_PORT: optional(text.port(), {
    description:
      'Port of an unencrypted gRPC listener that serves only the standard health check, for probes without TLS support.',
    example: '50052',
  }),
  GRPC_MAX_CONNECTION_AGE_MS: withDefault(text.integer({ min: 1000 }), '30000', {
    description:
      'Maximum age of a client connection, in ms. Clients then reconnect, and so discover new replicas.',
  }),
  DATABASE_URL: required(text.url('postgres', 'postgresql'), {
    description: "The service's own PostgreSQL database.",
    example: 'postgresql://catalog:secret@postgres:5432/catalog',
    secret: true,
  }),
  DATABASE_DIRECT_URL: optional(text.url('postgres', 'postgresql'), {
    description:
      'The same database with the same role, not through a pooler. With it, DATABASE_URL may name PgBouncer in transaction mode: migrations and the connection that publishes events use this one.',
    example: 'postgresql://catalog:secret@postgres:5432/catalog',
    secret: true,
  }),
  DATABASE_POOL_SIZE: withDefault(text.integer({ min: 1, max: 1000 }), '10', {
    description: 'Maximum number of connections that this process opens to its database.',
  }),
  DATABASE_POOL_QUEUE_MAX: withDefault(text.integer({ min: 1 }), '200', {
    description:
      'Maximum number of statements and transactions that wait for a connection; above it, new calls are refused (503 with Retry-After).',
  }),
  NATS_URL: required(text.urls('nats', 'tls'), {
    description:
      'The NATS servers (JetStream enabled) that carry events, separated by commas. `tls://` requires TLS.',
    example: 'nats://nats-0.nats:4222,nats://nats-1.nats:4222',
  }),
  NATS_CA_FILE: optional(text.string(), {
    description:
      'The certificate authorities trusted for the NATS servers (PEM); requires TLS. Without it, `tls://` trusts the public ones. Read at each connection.',
    example: '/etc/commerce/nats/ca.crt',
  }),
  NATS_NKEY_FILE: optional(text.string(), {
    description: "The seed of the NKEY of this service's NATS user. Read at each connection.",
    example: '/etc/commerce/nats/nkey',
  }),
  NATS_CREDS_FILE: optional(text.string(), {
    description:
      "The credentials (JWT and seed) of this service's NATS user, where an operator issues them. Read at each connection.",
    example: '/etc/commerce/nats/nats.creds',
  }),
  NATS_REPLICAS: withDefault(text.integer({ min: 1, max: 5 }), '1', {
    description:
      'Number of NATS servers that store each event: 1, or 3 on a cluster of three. A stream that has more keeps them.',
  }),
};
