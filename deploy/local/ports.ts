import getPort, { clearLockedPorts } from 'get-port';
import { serviceNames } from './services.ts';
import type { ServiceName } from './services.ts';
import { StackError } from './stack-error.ts';

/** Default port of the gateway. */
export const GATEWAY_PORT = 4000;

/** Default ports by the name of their environment variable. */
const defaultPorts: Record<string, number> = {
  PORT: GATEWAY_PORT,
  GATEWAY_ADMIN_PORT: 4030,
  POSTGRES_PORT: 5442,
  NATS_PORT: 4222,
  MAIL_SMTP_PORT: 4025,
  MAIL_PAGE_PORT: 4026,
  ...Object.fromEntries(
    serviceNames.flatMap((name, index) => [
      [`${name.toUpperCase()}_PORT`, 4011 + index],
      [`${name.toUpperCase()}_ADMIN_PORT`, 4031 + index],
    ]),
  ),
};

// Used by `pnpm webhook:listen` and the demo apps' redirect URIs; never assigned to a process.
const keptFree = [4400, 4401, 4402];

/** Ports from 1024 that browsers and `fetch` block (https://fetch.spec.whatwg.org/#port-blocking). */
const blocked = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
]);

/** `defaults`: the environment's ports, or the default ones or the next free ones. `random`: any free ports, for tests. */
export type PortChoice = 'defaults' | 'random';

/** The ports of one stack. */
export interface Ports {
  gateway: number;
  gatewayAdmin: number;
  postgres: number;
  nats: number;
  /** Ports of the stack's mail server and of the page that shows its mail. */
  mail: { smtp: number; http: number };
  services: Record<ServiceName, { grpc: number; admin: number }>;
  /** One more free port, unused in this stack. */
  another(): Promise<number>;
  /**
   * Replaces a port that another program took before the stack could listen on it.
   * @throws StackError when the environment names the port
   */
  replace(port: number): Promise<void>;
}

/** Another program took a port after it was chosen and before it was used. */
export class PortTaken extends StackError {
  readonly port: number;

  constructor(port: number) {
    super(`Another program took port ${port} during startup. Start again to use a free one.`);
    this.port = port;
  }
}

const MAX_STARTS = 5;

/** Starts a server; if another program takes one of its ports first, retries on another port. */
export async function startOnFreePorts<T>(ports: Ports, start: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await start();
    } catch (error) {
      if (!(error instanceof PortTaken) || count === MAX_STARTS) throw error;
      await ports.replace(error.port);
    }
  }
}

/** Checks that no program listens on the port. */
export async function isFree(port: number): Promise<boolean> {
  // Two stacks of one process may run this: only the bound state of the port matters.
  clearLockedPorts();
  return (await getPort({ port })) === port;
}

async function nextFree(from: number, taken: Set<number>): Promise<number> {
  for (let port = from; port < 65_536; port += 1) {
    if (!taken.has(port) && !blocked.has(port) && (await isFree(port))) return port;
  }
  throw new StackError(`No free port found from ${from}: stop another server, and start again.`);
}

// Below the ephemeral range: an outgoing connection could otherwise take the port between a stop and a restart.
const randomPort = (taken: Set<number>): Promise<number> =>
  nextFree(10_000 + Math.floor(Math.random() * 20_000), taken);

async function namedPort(name: string, text: string, taken: Set<number>): Promise<number> {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new StackError(`${name}=${text} is not a port: set ${name} to a number from 1 to 65535.`);
  if (blocked.has(port))
    throw new StackError(`${name}=${text} is a port that browsers block: set ${name} to another.`);
  if (taken.has(port) || !(await isFree(port))) throw busy(port, name);
  return port;
}

/**
 * Chooses the ports of a stack. A port set in the environment is used or, if it is busy, causes a `StackError`; a
 * busy default is replaced by the next free port.
 */
export async function choosePorts(env: NodeJS.ProcessEnv, choice: PortChoice): Promise<Ports> {
  const taken = new Set(keptFree);
  const chosen: Record<string, number> = {};
  const named = (name: string): string | undefined =>
    choice === 'random' ? undefined : env[name] || undefined;
  const take = async (name: string, port: Promise<number>): Promise<void> => {
    chosen[name] = await port;
    taken.add(chosen[name]);
  };
  const names = Object.keys(defaultPorts);
  // Assign explicit ports first so that a fallback cannot take one.
  for (const name of names.filter((each) => named(each)))
    await take(name, namedPort(name, named(name)!, taken));
  const defaults = Object.values(defaultPorts);
  for (const name of names.filter((each) => !named(each))) {
    const wanted = defaultPorts[name]!;
    const free = !taken.has(wanted) && choice === 'defaults' && (await isFree(wanted));
    if (free) await take(name, Promise.resolve(wanted));
    else if (choice === 'random') await take(name, randomPort(taken));
    else await take(name, nextFree(wanted + 1, new Set([...taken, ...defaults])));
  }
  const replace = async (port: number): Promise<void> => {
    const name = names.find((each) => chosen[each] === port);
    if (name === undefined || named(name)) throw busy(port, name ?? 'it');
    await take(
      name,
      choice === 'random' ? randomPort(taken) : nextFree(port + 1, new Set([...taken, ...defaults])),
    );
    Object.assign(ports, arrange(chosen));
  };
  const another = async (): Promise<number> => {
    const port = await randomPort(taken);
    taken.add(port);
    return port;
  };
  const ports: Ports = { ...arrange(chosen), another, replace };
  return ports;
}

const busy = (port: number, name: string): StackError =>
  new StackError(
    `Port ${port} is already in use: stop the program that uses it, or set ${name} to another port.`,
  );

function arrange(chosen: Record<string, number>): Omit<Ports, 'another' | 'replace'> {
  const services = serviceNames.map((name) => [
    name,
    { grpc: chosen[`${name.toUpperCase()}_PORT`]!, admin: chosen[`${name.toUpperCase()}_ADMIN_PORT`]! },
  ]);
  return {
    gateway: chosen['PORT']!,
    gatewayAdmin: chosen['GATEWAY_ADMIN_PORT']!,
    postgres: chosen['POSTGRES_PORT']!,
    nats: chosen['NATS_PORT']!,
    mail: { smtp: chosen['MAIL_SMTP_PORT']!, http: chosen['MAIL_PAGE_PORT']! },
    services: Object.fromEntries(services) as Ports['services'],
  };
}
