import { setTimeout as sleep } from 'node:timers/promises';
import { isFree, PortTaken } from './ports.ts';
import { StackError } from './stack-error.ts';
import { SupervisedProcess, type Keeping, type ProcessSpec } from './supervised-process.ts';

const PATIENCE_MS = 90_000;
const MAX_CRASHES = 3;

/** A process of the platform: `catalog`, `gateway`, or `gateway-2` for a further replica. */
export class StackProcess extends SupervisedProcess {
  readonly #signal: AbortSignal;

  constructor(spec: ProcessSpec, keeping: Keeping, signal: AbortSignal) {
    super(spec, keeping);
    this.#signal = signal;
  }

  get name(): string {
    return this.spec.name;
  }

  get env(): Record<string, string> {
    return this.spec.env;
  }

  /** Base URL of `/livez`, `/readyz` and `/metrics`, without a trailing slash. */
  get adminUrl(): string {
    return `http://127.0.0.1:${this.env['ADMIN_PORT']}`;
  }

  /** `host:port` of its gRPC server; of its HTTP server for a gateway. */
  get address(): string {
    return `127.0.0.1:${this.env['GRPC_PORT'] ?? this.env['HTTP_PORT']}`;
  }

  /** Stops it gracefully and restarts it; resolves when it is ready. */
  override async restart(): Promise<void> {
    await super.restart();
    await this.ready();
  }

  /**
   * Resolves when `/readyz` returns 200. Rejects with `PortTaken` when it exited because another program listens on one of
   * its ports, and with `StackError` when it keeps crashing or is not ready after a minute and a half.
   */
  async ready(): Promise<void> {
    const { name, logFile } = this.spec;
    const ports = [this.adminUrl, `http://${this.address}`].map((url) => Number(new URL(url).port));
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(100)) {
      this.#signal.throwIfAborted();
      if (await this.#isReady()) return;
      for (const port of ports) if (await this.#isTaken(port)) throw new PortTaken(port);
      if (this.crashesInARow >= MAX_CRASHES)
        throw new StackError(`${name} exits each time it starts (${this.lastExit}): its log is ${logFile}.`);
    }
    throw new StackError(`${name} was not ready after ${PATIENCE_MS / 1000} s: its log is ${logFile}.`);
  }

  async #isReady(): Promise<boolean> {
    try {
      const answer = await fetch(`${this.adminUrl}/readyz`, { signal: AbortSignal.timeout(2000) });
      await answer.body?.cancel();
      return answer.ok;
    } catch {
      return false;
    }
  }

  /** Checks that another program listens on the port while the process is down after a crash. */
  async #isTaken(port: number): Promise<boolean> {
    const isDown = (): boolean => this.crashesInARow > 0 && this.pid === undefined;
    return isDown() && !(await isFree(port)) && isDown();
  }
}
