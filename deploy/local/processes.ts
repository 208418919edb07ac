import type { NatsAccess } from './nats-users.ts';
import type { Ports } from './ports.ts';
import type { Secrets } from './secrets.ts';
import { serviceNames } from './services.ts';
import type { DatabaseName, ProcessName, ServiceName } from './services.ts';
import type { StackSettings } from './stack-options.ts';

/** Inputs of the processes' environments. */
export interface Wiring {
  /** Environment of the process that started the stack. */
  callerEnv: NodeJS.ProcessEnv;
  ports: Ports;
  publicUrl: string;
  nats: NatsAccess;
  /** Address of the mail server. */
  smtpUrl: string;
  databaseUrls: Record<DatabaseName, string>;
  /** Folder for the files of images. */
  imagesFolder: string;
  secrets: Secrets;
}

/** Services that each process calls and whose addresses it receives. */
export const calls: Record<ProcessName, readonly ServiceName[]> = {
  auth: [],
  catalog: ['inventory', 'pricing'],
  pricing: ['catalog'],
  inventory: ['catalog'],
  orders: ['pricing', 'inventory', 'customers', 'catalog'],
  customers: ['orders', 'webhooks'],
  webhooks: ['catalog', 'inventory', 'orders', 'customers', 'auth'],
  gateway: serviceNames,
};

const mail = ({ smtpUrl }: Wiring) => ({
  SMTP_URL: smtpUrl,
  MAIL_FROM: 'Mostrador <no-reply@commerce.example>',
});

/** Additional settings of single processes. */
const extras: Partial<Record<ProcessName, (wiring: Wiring) => Record<string, string>>> = {
  auth: (wiring) => ({
    LIMITS_DATABASE_URL: wiring.databaseUrls.auth_limits,
    ENCRYPTION_KEYS: wiring.secrets.encryptionKeys.auth,
    ISSUER_URL: wiring.publicUrl,
    SUPPORT_EMAIL: 'soporte@commerce.example',
    ...mail(wiring),
  }),
  catalog: ({ publicUrl, imagesFolder }) => ({
    IMAGES_URL: `${publicUrl}/images`,
    IMAGES_FOLDER: imagesFolder,
  }),
  webhooks: (wiring) => ({
    ENCRYPTION_KEYS: wiring.secrets.encryptionKeys.webhooks,
    // Receivers run on this machine, where deliveries are blocked by default.
    WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
    WEBHOOK_ALLOW_HTTP: 'true',
    ...mail(wiring),
  }),
  gateway: ({ secrets, publicUrl }) => ({ CURSOR_KEYS: secrets.cursorKeys, PUBLIC_URL: publicUrl }),
};

// Variables of the caller's environment that are passed to every process; others (NODE_OPTIONS of a test run, PORT) are not.
const passedOn =
  /^(PATH|HOME|LANG|TZ|TMPDIR|NODE_COMPILE_CACHE|LOG_LEVEL|RATE_LIMIT_MULTIPLIER|RATE_LIMITS_PER_MINUTE|ANONYMOUS_REQUESTS_OF_ADDRESS|TRACE_SAMPLE_RATIO|OTEL_.*)$/;

function common({ callerEnv }: Wiring): Record<string, string> {
  const passed = Object.entries(callerEnv).filter(
    ([name, value]) => passedOn.test(name) && value !== undefined,
  );
  return {
    LOG_LEVEL: 'info',
    ...(Object.fromEntries(passed) as Record<string, string>),
    NODE_ENV: 'development',
    // As in the images.
    MALLOC_ARENA_MAX: '1',
  };
}

function addresses(name: ProcessName, { ports }: Wiring): Record<string, string> {
  const entries = calls[name].map((callee) => [
    `${callee.toUpperCase()}_ADDRESS`,
    `127.0.0.1:${ports.services[callee].grpc}`,
  ]);
  return Object.fromEntries(entries) as Record<string, string>;
}

function natsOf(name: ServiceName, { nats: { url, keyFiles } }: Wiring): Record<string, string> {
  return { NATS_URL: url, ...(keyFiles && { NATS_NKEY_FILE: keyFiles[name] }) };
}

/** Environment of a process; a further gateway listens on other ports than the first. */
export function environmentOf(
  name: ProcessName,
  wiring: Wiring,
  { processEnv }: Pick<StackSettings, 'processEnv'>,
  [port, admin] = portsOf(name, wiring.ports),
): Record<string, string> {
  const server = name === 'gateway' ? 'HTTP' : 'GRPC';
  return {
    ...common(wiring),
    ADMIN_HOST: '127.0.0.1',
    ADMIN_PORT: String(admin),
    [`${server}_HOST`]: '127.0.0.1',
    [`${server}_PORT`]: String(port),
    ...(name !== 'gateway' && { DATABASE_URL: wiring.databaseUrls[name], ...natsOf(name, wiring) }),
    ...addresses(name, wiring),
    ...extras[name]?.(wiring),
    ...processEnv(name),
  };
}

const portsOf = (name: ProcessName, { gateway, gatewayAdmin, services }: Ports): [number, number] =>
  name === 'gateway' ? [gateway, gatewayAdmin] : [services[name].grpc, services[name].admin];
