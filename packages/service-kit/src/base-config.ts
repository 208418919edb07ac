import { optional, required, text, withDefault, type Setting } from './config.ts';

/** Settings that every process has. */
export const processSettings = {
  NODE_ENV: withDefault(text.oneOf(['production', 'development', 'test']), 'production', {
    description: 'The kind of environment; development permits what the local stack needs.',
  }),
  RELEASE: withDefault(text.string(), 'development', {
    description: "The release that the process belongs to, as the platform's health page tells it.",
  }),
  LOG_LEVEL: withDefault(text.oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']), 'info', {
    description: 'Least severe level that is logged.',
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
    description: 'How long running requests may take to finish after SIGTERM, in ms.',
  }),
  TLS_CERT_FILE: optional(text.string(), {
    description:
      'The certificate of this process (PEM, with those between it and the authority): calls between services are encrypted, and each side shows who it is. Its DNS names, or the last part of its URIs, name the process. Read anew when it changes.',
    example: '/etc/commerce/tls/tls.crt',
  }),
  TLS_KEY_FILE: optional(text.string(), {
    description: 'The private key of `TLS_CERT_FILE` (PEM).',
    example: '/etc/commerce/tls/tls.key',
  }),
  TLS_CA_FILE: optional(text.string(), {
    description: 'The authorities whose certificates are believed between services (PEM).',
    example: '/etc/commerce/tls/ca.crt',
  }),
};

/** The setting that tells where a service is, for those that call it. */
export const serviceAddress = (service: string): Setting<string> =>
  required(text.address(), {
    description: `Where the ${service} service listens (gRPC).`,
    example: `${service}:50051`,
  });

/** Settings that every gRPC service with a database has. */
export const serviceSettings = {
  ...processSettings,
  GRPC_HOST: withDefault(text.string(), '0.0.0.0', { description: 'Address on which gRPC listens.' }),
  GRPC_PORT: withDefault(text.port(), '50051', { description: 'Port on which gRPC listens.' }),
  GRPC_HEALTH_PORT: optional(text.port(), {
    description:
      'Port on which gRPC answers the standard health check and nothing else, never encrypted: for probes that speak no TLS.',
    example: '50052',
  }),
  GRPC_MAX_CONNECTION_AGE_MS: withDefault(text.integer({ min: 1000 }), '30000', {
    description:
      'After this time, in ms, a client is asked to reconnect, which is when it finds new replicas.',
  }),
  DATABASE_URL: required(text.url('postgres', 'postgresql'), {
    description: "The service's own PostgreSQL database.",
    example: 'postgresql://catalog:secret@postgres:5432/catalog',
    secret: true,
  }),
  DATABASE_POOL_SIZE: withDefault(text.integer({ min: 1, max: 1000 }), '10', {
    description: 'Most connections that this process opens to its database.',
  }),
  DATABASE_POOL_QUEUE_MAX: withDefault(text.integer({ min: 1 }), '200', {
    description:
      'How many statements and transactions may wait for a connection; while more wait, new calls are refused (503 with Retry-After).',
  }),
  NATS_URL: required(text.url('nats', 'tls'), {
    description: 'The NATS server (JetStream enabled) that carries events.',
    example: 'nats://nats:4222',
  }),
  NATS_REPLICAS: withDefault(text.integer({ min: 1, max: 5 }), '1', {
    description: 'How many NATS servers keep each event: 1, or 3 on a cluster of three.',
  }),
};
