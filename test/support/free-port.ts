import getPort, { portNumbers } from 'get-port';

const [FIRST, LAST] = [11_000, 30_000];

/** A free port below the ephemeral range: an outgoing connection could otherwise take it before a process listens on it. */
export function freePort(): Promise<number> {
  // Not the same for test files that run beside each other.
  const from = FIRST + Math.floor(Math.random() * (LAST - FIRST));
  return getPort({ port: portNumbers(from, LAST) });
}
