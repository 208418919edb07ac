import getPort, { clearLockedPorts } from 'get-port';
import { serviceNames } from './services.ts';
import type { ServiceName } from './services.ts';
import { StackError } from './stack-error.ts';

/** Where the gateway listens unless that is in use. */
export const GATEWAY_PORT = 4000;

/** A port's name in the environment and what it is when nothing is said. */
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

// Where `pnpm webhook:listen` listens and the demo apps' redirect URIs point: never given to a process.
const keptFree = [4400, 4401, 4402];

/** From 1024 on, the ports that browsers and `fetch` refuse to ask (https://fetch.spec.whatwg.org/#port-blocking). */
const blocked = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
]);

/** `defaults`: the environment's, else the usual ones or those next to them. `random`: any free ones, for tests. */
export type PortChoice = 'defaults' | 'random';

/** The ports of one stack. */
export interface Ports {
  gateway: number;
  gatewayAdmin: number;
  postgres: number;
  nats: number;
  /** Of the server that takes the stack's mails, and of the page that shows them. */
  mail: { smtp: number; http: number };
  services: Record<ServiceName, { grpc: number; admin: number }>;
  /** One more free port, used by nobody else in this stack. */
  another(): Promise<number>;
  /**
   * Chooses another port in the place of one that another program took before it was listened on.
   * @throws StackError when the environment names the port
   */
  replace(port: number): Promise<void>;
}

/** Another program took a port between its choice and the start of what was to listen there. */
export class PortTaken extends StackError {
  readonly port: number;

  constructor(port: number) {
    super(`Another program has taken port ${port} during the start. Start again: a free one is chosen.`);
    this.port = port;
  }
}

const MAX_STARTS = 5;

/** Starts something that listens; when another program is faster at one of its ports, on another port again. */
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

/** Whether nothing listens on the port. */
export async function isFree(port: number): Promise<boolean> {
  // Two stacks of one process may come here: what counts is whether the port is bound, not who asked before.
  clearLockedPorts();
  return (await getPort({ port })) === port;
}

async function nextFree(from: number, taken: Set<number>): Promise<number> {
  for (let port = from; port < 65_536; port += 1) {
    if (!taken.has(port) && !blocked.has(port) && (await isFree(port))) return port;
  }
  throw new StackError(`No port from ${from} on is free: stop something that listens, and start again.`);
}

// Below the range from which the system takes the ports of outgoing connections: those could take ours between a stop and a restart.
const randomPort = (taken: Set<number>): Promise<number> =>
  nextFree(10_000 + Math.floor(Math.random() * 20_000), taken);

async function namedPort(name: string, text: string, taken: Set<number>): Promise<number> {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new StackError(`${name}=${text} is not a port: set ${name} to a number from 1 to 65535.`);
  if (blocked.has(port))
    throw new StackError(`${name}=${text} is a port that browsers refuse to ask: set ${name} to another.`);
  if (taken.has(port) || !(await isFree(port))) throw busy(port, name);
  return port;
}

/**
 * Chooses the ports of a stack. A port that the environment names is used or, when it is busy, refused by `StackError`; a
 * default that is busy gives way to the next free one.
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
  // Those that were asked for come first, lest a default evade onto one of them.
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
  new StackError(`Port ${port} is already in use: stop what listens there, or set ${name} to another port.`);

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
