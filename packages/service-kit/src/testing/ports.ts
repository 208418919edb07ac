import getPort, { portNumbers } from 'get-port';

/**
 * A random free port below the ephemeral range: an outgoing connection could otherwise take it before a server listens on it, or
 * between a stop and a restart.
 */
export const freePort = (): Promise<number> =>
  getPort({ port: portNumbers(10_000 + Math.floor(Math.random() * 20_000), 32_767) });
