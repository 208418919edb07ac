import { randomUUID } from 'node:crypto';
import { call, obeyRateLimit, type Answer } from './api.ts';
import { apiRoot } from './platform.ts';

/** Resources of a store that the writes target. */
export interface Targets {
  shop: string;
  product: string;
  order: string;
  customer: string;
}

/** Options of a write. */
export interface Sent {
  key?: string;
  headers?: Record<string, string>;
  /** A string is sent unchanged. */
  body?: unknown;
}

/** A client of the API for writes that waits for its rate limit. */
export class WritingClient {
  readonly root: string;
  readonly token: string;

  constructor(gateway: string, token: string, version?: string) {
    this.root = apiRoot(gateway, version);
    this.token = token;
  }

  async send(method: string, path: string, { key, headers = {}, body }: Sent = {}): Promise<Answer> {
    const answer = await call(this.root, path, this.token, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    await obeyRateLimit(answer.headers);
    return answer;
  }

  get(path: string): Promise<Answer> {
    return this.send('GET', path);
  }

  /** Repeats a request like a client until the response is not a platform failure. */
  async untilAnswered(method: string, path: string, sent: Sent): Promise<Answer> {
    for (let wait = 20; ; wait = Math.min(wait * 2, 500)) {
      const answer = await this.send(method, path, sent).catch(() => undefined);
      const again =
        answer === undefined || answer.status >= 500 || isInProgress(answer) || answer.status === 429;
      if (!again) return answer;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }

  /** Creates an active product, without variants by default. */
  async newProduct(fields: Record<string, unknown> = {}): Promise<Answer['body']['data']> {
    const answer = await this.send('POST', '/products', {
      body: { name: `Producto ${randomUUID()}`, ...fields },
    });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body.data;
  }
}

const isInProgress = ({ status, body }: Answer): boolean =>
  status === 409 && body.details[0].reason === 'idempotency_in_progress';

/** A valid body of each write, and the path with ids filled in. */
export const VALID_WRITES: Record<string, (ids: Targets) => { path: string; body?: unknown }> = {
  'POST /products': () => ({ path: '/products', body: { name: 'Yerba mate suave 500 g' } }),
  'PATCH /products/:id': ({ product }) => ({
    path: `/products/${product}`,
    body: { short_description: 'Nueva' },
  }),
  'DELETE /products/:id': ({ product }) => ({ path: `/products/${product}` }),
  'PUT /prices/:productId': ({ product }) => ({ path: `/prices/${product}`, body: { price: 1234.5 } }),
  'POST /stock/adjustments': ({ shop, product }) => ({
    path: '/stock/adjustments',
    body: { shop, product, delta: 3, reason: 'recuento' },
  }),
  'POST /stock/adjustments/batch': ({ shop, product }) => ({
    path: '/stock/adjustments/batch',
    body: {
      adjustments: [
        { shop, product, delta: 5 },
        { shop, product, set: 9, reason: 'recuento' },
        // Refused: a replay names the first request.
        { shop, product, delta: -1_000_000 },
      ],
    },
  }),
  'POST /orders/:id/status': ({ order }) => ({
    path: `/orders/${order}/status`,
    body: { status: 'shipped' },
  }),
  'POST /orders/:id/fulfillment': ({ order }) => ({
    path: `/orders/${order}/fulfillment`,
    body: { tracking_number: 'AR123', tracking_url: 'https://envios.example/AR123' },
  }),
  'POST /customers': () => ({
    path: '/customers',
    body: { name: 'Ana', email: `${randomUUID()}@example.com` },
  }),
  'PATCH /customers/:id': ({ customer }) => ({ path: `/customers/${customer}`, body: { name: 'Ana María' } }),
  'DELETE /installation': () => ({ path: '/installation' }),
};
