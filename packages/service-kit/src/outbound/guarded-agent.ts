import type { Agent, Dispatcher } from 'undici';
import type { UrlPolicy } from './public-url.ts';
import type { Resolve } from './resolve-hostname.ts';

/** Options of connections to untrusted hosts. */
export interface ConnectOptions {
  policy: UrlPolicy;
  resolve: Resolve;
  /** Additional trusted certificate authorities, in PEM. */
  extraCa: string | undefined;
  timeoutMs: number;
}

/**
 * HTTP client of untrusted hosts, with connections that are kept alive. It has no time limit of its own for a request:
 * callers end it by a signal.
 */
export class GuardedAgent {
  readonly #options: ConnectOptions;
  #opened: Promise<Agent> | undefined;

  constructor(options: ConnectOptions) {
    this.#options = options;
  }

  async request(options: Dispatcher.RequestOptions & { origin: string }): Promise<Dispatcher.ResponseData> {
    const agent = await (this.#opened ??= open(this.#options));
    return agent.request(options);
  }

  /** Closes every connection. */
  async close(): Promise<void> {
    await (await this.#opened)?.destroy();
  }
}

/** The library takes 4 MiB, so it is loaded with the first request. */
async function open(options: ConnectOptions): Promise<Agent> {
  const { openAgent } = await import('./open-agent.ts');
  return openAgent(options);
}
