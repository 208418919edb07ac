import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, type Answer } from '../../../support/api.ts';
import type { Tally } from './tally.ts';

const PAUSE_MS = Number(process.env['TRAFFIC_PAUSE_MS'] ?? 100);

/** What a worker works with. */
export interface WorkerDeps {
  root: string;
  token: string;
  shop: string;
  tally: Tally;
}

/** One client of the API: it has a product of its own, so that it knows what every answer must be. */
export class Worker {
  readonly product: string;
  /** How often the stock was changed, by what was acknowledged. */
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

  /** Reads and writes in turns. */
  async run(ended: () => boolean): Promise<void> {
    for (let turn = 0; !ended(); turn++) {
      if (turn % 8 === 3) await this.#changePrice();
      else if (turn % 8 === 7) await this.#adjustStock();
      else if (turn % 2 === 0) await this.#readProduct();
      else await this.#once('GET', '/products?limit=20');
      await sleep(PAUSE_MS);
    }
  }

  /** What is not as the acknowledged writes left it, and what was answered wrongly on the way. */
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

  /** Sends it again with the same key, as a client does, until it is answered. */
  async #untilAnswered(method: string, path: string, body?: unknown): Promise<Answer> {
    const init = body === undefined ? { method } : { ...write(body), method };
    for (;;) {
      const answer = await this.#once(method, path, init);
      if (answer !== undefined) return answer;
      await sleep(200);
    }
  }

  /** One request; undefined when it failed for a reason that is the platform's. */
  async #once(method: string, path: string, init: RequestInit = { method }): Promise<Answer | undefined> {
    const { root, token, tally } = this.#deps;
    const startedAt = performance.now();
    try {
      const answer = await call(root, path, token, { ...init, signal: AbortSignal.timeout(15_000) });
      const again = answer.status >= 500 || answer.status === 429 || isInProgress(answer);
      if (again) tally.failed(`${method} ${answer.status}`);
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
