import getPort, { portNumbers } from 'get-port';

/** The only port in the range that browsers and `fetch` block (https://fetch.spec.whatwg.org/#port-blocking). */
const BLOCKED = 10_080;

/**
 * A random free port below the ephemeral range: an outgoing connection could otherwise take it before a process listens
 * on it, or between a stop and a restart.
 */
export const randomPort = (excluded: Iterable<number> = []): Promise<number> =>
  getPort({
    port: portNumbers(10_000 + Math.floor(Math.random() * 20_000), 32_767),
    exclude: [...excluded, BLOCKED],
  });
