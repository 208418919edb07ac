import { call } from './api.ts';
import { apiRoot } from './platform.ts';

const PATHS = ['/store', '/products?limit=1'];
/** Concurrency before the revocation, low enough that it is answered immediately. */
const WORKERS_BEFORE = 6;
/** Concurrency after the response of the revocation. */
const WORKERS_AFTER = 20;

/**
 * Concurrent requests with an installation's tokens at two gateways, classified by whether they began before or
 * after the response of a revocation.
 */
export class TokenLoad {
  /** Number of responses by status, for requests that began before the revocation's response. */
  readonly before = new Map<number, number>();
  /** Responses to requests that began after it, by gateway: status, code and challenge. */
  readonly after: string[][] = [[], []];
  readonly #gateways: readonly string[];
  readonly #tokens: string[];
  #left: [number, number] | undefined;
  #stopped = false;
  readonly #workers: Promise<void>[] = [];

  constructor(gateways: readonly string[], tokens: string[]) {
    this.#gateways = gateways;
    this.#tokens = tokens;
    // Opens all connections in advance, so that no later request waits for one.
    for (let n = 0; n < WORKERS_BEFORE + WORKERS_AFTER; n++) this.#workers.push(this.#ask(n, n));
    this.#begin(WORKERS_BEFORE);
  }

  /** Resolves when the given number of requests have been admitted. */
  async admitted(count: number): Promise<void> {
    const done = Promise.all(this.#workers).then(() => {
      throw new Error(`the load ended: ${JSON.stringify([...this.before])}`);
    });
    const poll = async () => {
      while ((this.before.get(200) ?? 0) < count) await new Promise((resolve) => setTimeout(resolve, 2));
    };
    await Promise.race([poll(), done]);
  }

  /**
   * Marks the revocation's response: sends the given number of further requests at each gateway, then ends the
   * load.
   */
  async revoked(perGateway: number): Promise<void> {
    this.#left = [perGateway, perGateway];
    this.#begin(WORKERS_AFTER);
    await Promise.all(this.#workers);
  }

  /** Stops the load when the test has failed. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.allSettled(this.#workers);
  }

  #begin(workers: number): void {
    for (let n = 0; n < workers; n++) this.#workers.push(this.#work(n));
  }

  async #work(n: number): Promise<void> {
    for (let i = n; !this.#stopped; i++) {
      if (this.#left !== undefined && this.#left[n % 2]!-- <= 0) return;
      await this.#ask(n, i);
    }
  }

  async #ask(n: number, i: number): Promise<void> {
    const begunAfter = this.#left !== undefined;
    const token = this.#tokens[i % this.#tokens.length]!;
    const path = PATHS[Math.floor(i / 2) % PATHS.length]!;
    const { status, body, headers } = await call(apiRoot(this.#gateways[n % 2]!), path, token);
    if (begunAfter)
      this.after[n % 2]!.push(`${status} ${body.code} ${headers.get('www-authenticate')?.split(',')[0]}`);
    else this.before.set(status, (this.before.get(status) ?? 0) + 1);
  }
}
