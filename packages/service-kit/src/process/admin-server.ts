import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exposition } from '../metrics-format.ts';
import { within } from '../own-time.ts';

/** Named conditions that must hold for the process to be ready. */
export type ReadinessChecks = Map<string, () => Promise<void>>;

/** State of a readiness condition. */
export interface Condition {
  name: string;
  ok: boolean;
}

const CHECK_TIMEOUT_MS = 1_000;

/** HTTP server of /livez (the process runs), /readyz (it can serve; lists each check) and /metrics (Prometheus). */
export class AdminServer {
  readonly #server: Server;
  readonly #checks: ReadinessChecks;
  #accepting = false;

  constructor(checks: ReadinessChecks) {
    this.#checks = checks;
    this.#server = createServer((request, response) => {
      this.#answer(request.url ?? '', request.headers.accept).then(
        ([code, type, body]) => response.writeHead(code, { 'content-type': type }).end(body),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    });
  }

  async listen(host: string, port: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, resolve);
    });
    return (this.#server.address() as AddressInfo).port;
  }

  /** Sets whether the process accepts requests: startup is complete and shutdown has not begun. */
  setAccepting(accepting: boolean): void {
    this.#accepting = accepting;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(url: string, accept: string | undefined): Promise<[number, string, string]> {
    if (url === '/livez') return [200, 'text/plain', 'ok\n'];
    if (url === '/metrics') return [200, ...(await exposition(accept))];
    if (url === '/readyz') return this.#ready();
    return [404, 'text/plain', 'not found\n'];
  }

  /** Current state of the conditions. */
  async conditions(): Promise<Condition[]> {
    const results = await Promise.all(
      [...this.#checks].map(async ([name, check]) => {
        const ok = await within(check(), CHECK_TIMEOUT_MS).then(
          () => true,
          () => false,
        );
        return { name, ok };
      }),
    );
    return [{ name: 'accepting', ok: this.#accepting }, ...results];
  }

  async #ready(): Promise<[number, string, string]> {
    const conditions = await this.conditions();
    const ok = conditions.every((condition) => condition.ok);
    const lines = conditions.map(
      ({ name, ok: isOk }) => `${isOk ? '+' : '-'} ${name} ${isOk ? 'ok' : 'failed'}\n`,
    );
    return [ok ? 200 : 503, 'text/plain', lines.join('')];
  }
}
