import { call } from './api.ts';
import { apiRoot } from './platform.ts';

const PATHS = ['/store', '/products?limit=1'];
const WORKERS = 16;

/**
 * Requests with an installation's tokens at two gateways at once. Each is told apart by whether it began before or after
 * the answer of a revocation.
 */
export class TokenLoad {
  /** How often each status came to requests that began before the revocation's answer. */
  readonly before = new Map<number, number>();
  /** The answers to requests that began after it, by gateway: status, code and challenge. */
  readonly after: string[][] = [[], []];
  readonly #gateways: readonly string[];
  readonly #tokens: string[];
  #left: [number, number] | undefined;
  #stopped = false;
  readonly #workers: Promise<void>[];

  constructor(gateways: readonly string[], tokens: string[]) {
    this.#gateways = gateways;
    this.#tokens = tokens;
    this.#workers = Array.from({ length: WORKERS }, (_, n) => this.#work(n));
  }

  /** Resolves when so many requests have been admitted. */
  async admitted(count: number): Promise<void> {
    const done = Promise.all(this.#workers).then(() => {
      throw new Error(`the load ended: ${JSON.stringify([...this.before])}`);
    });
    const poll = async () => {
      while ((this.before.get(200) ?? 0) < count) await new Promise((resolve) => setTimeout(resolve, 2));
    };
    await Promise.race([poll(), done]);
  }

  /** From now on requests begin after the revocation's answer: so many more at each gateway, then the load ends. */
  async revoked(perGateway: number): Promise<void> {
    this.#left = [perGateway, perGateway];
    await Promise.all(this.#workers);
  }

  /** Ends the load at once, when the test has failed. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.allSettled(this.#workers);
  }

  async #work(n: number): Promise<void> {
    const at = n % 2;
    for (let i = n; !this.#stopped; i++) {
      const left = this.#left;
      if (left !== undefined && left[at]!-- <= 0) return;
      const token = this.#tokens[i % this.#tokens.length]!;
      const path = PATHS[Math.floor(i / 2) % PATHS.length]!;
      const { status, body, headers } = await call(apiRoot(this.#gateways[at]!), path, token);
      if (left === undefined) this.before.set(status, (this.before.get(status) ?? 0) + 1);
      else this.after[at]!.push(`${status} ${body.code} ${headers.get('www-authenticate')?.split(',')[0]}`);
    }
  }
}
