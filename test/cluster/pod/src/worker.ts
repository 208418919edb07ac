import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, type Answer } from '../../../support/api.ts';
import type { Tally } from './tally.ts';

const PAUSE_MS = Number(process.env['TRAFFIC_PAUSE_MS'] ?? 100);

/** Dependencies of a worker. */
export interface WorkerDeps {
  root: string;
  token: string;
  shop: string;
  tally: Tally;
}

/** A client of the API with its own product, so that it knows every expected response. */
export class Worker {
  readonly product: string;
  /** Number of acknowledged stock changes. */
  adjustments = 0;
  readonly #deps: WorkerDeps;
  readonly #wrong: string[] = [];
  #price = 0;
  #stock = 0;

  private constructor(deps: WorkerDeps, product: string) {
    this.#deps = deps;
    this.product = product;
  }

  static async start(deps: WorkerDeps): Promise<Worker> {
    const answer = await call(deps.root, '/products', deps.token, write({ name: `Carga ${randomUUID()}` }));
    if (answer.status !== 201) throw new Error(answer.text);
    return new Worker(deps, answer.body.data.id);
  }

  /** Alternates reads and writes. */
  async run(ended: () => boolean): Promise<void> {
    for (let turn = 0; !ended(); turn++) {
      if (turn % 8 === 3) await this.#changePrice();
      else if (turn % 8 === 7) await this.#adjustStock();
      else if (turn % 2 === 0) await this.#readProduct();
      else await this.#once('GET', '/products?limit=20');
      await sleep(PAUSE_MS);
    }
  }

  /** Deviations from the acknowledged writes, and wrong responses. */
  async check(): Promise<string[]> {
    await this.#readProduct();
    const answer = await this.#untilAnswered('GET', `/stock?shop=${this.#deps.shop}&product=${this.product}`);
    const onHand = answer.body.data[0]?.on_hand ?? 0;
    if (onHand !== this.#stock) this.#wrong.push(`${this.product}: ${onHand} in stock, not ${this.#stock}`);
    return this.#wrong;
  }

  async #changePrice(): Promise<void> {
    const price = this.#price + 1;
    const { status, text } = await this.#untilAnswered('PUT', `/prices/${this.product}`, { price });
    if (status !== 200) this.#wrong.push(`PUT price: ${status} ${text}`);
    else this.#price = price;
  }

  async #adjustStock(): Promise<void> {
    const body = { shop: this.#deps.shop, product: this.product, delta: 1 };
    const { status, text } = await this.#untilAnswered('POST', '/stock/adjustments', body);
    if (status !== 200 && status !== 201) return void this.#wrong.push(`adjustment: ${status} ${text}`);
    this.#stock += 1;
    this.adjustments += 1;
  }

  async #readProduct(): Promise<void> {
    const answer = await this.#once('GET', `/products/${this.product}`);
    if (answer?.status !== 200) return;
    const { price } = answer.body.data;
    if ((price ?? 0) !== this.#price) this.#wrong.push(`${this.product} costs ${price}, not ${this.#price}`);
  }

  /** Repeats a request with the same key, like a client, until it is answered. */
  async #untilAnswered(method: string, path: string, body?: unknown): Promise<Answer> {
    const init = body === undefined ? { method } : { ...write(body), method };
    for (;;) {
      const answer = await this.#once(method, path, init);
      if (answer !== undefined) return answer;
      await sleep(200);
    }
  }

  /** Sends one request; undefined when the platform failed. */
  async #once(method: string, path: string, init: RequestInit = { method }): Promise<Answer | undefined> {
    const { root, token, tally } = this.#deps;
    const startedAt = performance.now();
    try {
      const answer = await call(root, path, token, { ...init, signal: AbortSignal.timeout(15_000) });
      const again = answer.status >= 500 || answer.status === 429 || isInProgress(answer);
      if (again) tally.failed(`${method} ${answer.status}`, answer.headers.get('x-request-id') ?? '');
      else tally.succeeded(performance.now() - startedAt);
      return again ? undefined : answer;
    } catch (error) {
      const { cause, name } = error as Error & { cause?: { code?: string } };
      tally.failed(`${method} ${cause?.code ?? name}`);
      return undefined;
    }
  }
}

const isInProgress = ({ status, body }: Answer): boolean =>
  status === 409 && body.details[0]?.reason === 'idempotency_in_progress';

const write = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
  body: JSON.stringify(body),
});
