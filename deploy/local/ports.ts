import getPort, { clearLockedPorts, portNumbers } from 'get-port';
import { randomPort } from '@commerce/service-kit/testing/ports.ts';
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
export type Ports = ReturnType<typeof arrange> & {
  /** One more free port, unused in this stack. */
  another(): Promise<number>;
  /**
   * Replaces a port that another program took before the stack could listen on it.
   * @throws StackError when the environment names the port
   */
  replace(port: number): Promise<void>;
};

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

/** The first port from there on that is free and not among the excluded ones; a random free port when none is left. */
function nextFree(from: number, excluded: Iterable<number>): Promise<number> {
  // Two stacks of one process may run this: only the bound state of a port matters.
  clearLockedPorts();
  return getPort({ port: portNumbers(from, 65_535), exclude: [...excluded, ...blocked] });
}

/** Checks that no program listens on the port. */
export async function isFree(port: number): Promise<boolean> {
  clearLockedPorts();
  return (await getPort({ port })) === port;
}

const busy = (port: number, name: string): StackError =>
  new StackError(
    `Port ${port} is already in use: stop the program that uses it, or set ${name} to another port.`,
  );

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
  const isNamed = (name: string): boolean => choice === 'defaults' && Boolean(env[name]);
  const take = (name: string, port: number): void => {
    chosen[name] = port;
    taken.add(port);
  };
  const defaults = Object.values(defaultPorts);
  const others = (from: number): Promise<number> =>
    choice === 'random' ? randomPort(taken) : nextFree(from, new Set([...taken, ...defaults]));
  const names = Object.keys(defaultPorts);
  // Assign explicit ports first so that a fallback cannot take one.
  for (const name of names.filter(isNamed)) take(name, await namedPort(name, env[name]!, taken));
  for (const name of names.filter((each) => !isNamed(each))) {
    const wanted = defaultPorts[name]!;
    const isUsual = choice === 'defaults' && !taken.has(wanted) && (await isFree(wanted));
    take(name, isUsual ? wanted : await others(wanted + 1));
  }
  const ports: Ports = {
    ...arrange(chosen),
    async another() {
      const port = await randomPort(taken);
      taken.add(port);
      return port;
    },
    async replace(port) {
      const name = names.find((each) => chosen[each] === port);
      if (name === undefined || isNamed(name)) throw busy(port, name ?? 'it');
      take(name, await others(port + 1));
      Object.assign(ports, arrange(chosen));
    },
  };
  return ports;
}

function arrange(chosen: Record<string, number>) {
  const port = (name: string): number => chosen[name]!;
  const services = serviceNames.map((name) => {
    const prefix = name.toUpperCase();
    return [name, { grpc: port(`${prefix}_PORT`), admin: port(`${prefix}_ADMIN_PORT`) }];
  });
  return {
    gateway: port('PORT'),
    gatewayAdmin: port('GATEWAY_ADMIN_PORT'),
    postgres: port('POSTGRES_PORT'),
    nats: port('NATS_PORT'),
    /** Ports of the stack's mail server and of the page that shows its mail. */
    mail: { smtp: port('MAIL_SMTP_PORT'), http: port('MAIL_PAGE_PORT') },
    services: Object.fromEntries(services) as Record<ServiceName, { grpc: number; admin: number }>,
  };
}
