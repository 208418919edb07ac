import { randomUUID } from 'node:crypto';
import { writeTargets } from './write-targets.ts';
import type { Targets, WritingClient } from './writes.ts';

/** Resources of a store whose state makes services refuse writes. */
export interface RefusingTargets extends Targets {
  /** A POS sale: delivered, without shipping. */
  sale: string;
  /** The email of a customer other than `customer`. */
  existingEmail: string;
}

/** Finds these resources in the client's store and creates those that other tests may change. */
export async function refusingTargets(client: WritingClient, storeId: string): Promise<RefusingTargets> {
  const delivered = (await client.get('/orders?limit=100&status=delivered')).body.data as {
    id: string;
    shipping: unknown;
  }[];
  const existingEmail = `${randomUUID()}@example.com`;
  await client.send('POST', '/customers', { body: { name: 'Ana', email: existingEmail } });
  return {
    ...(await writeTargets(client, storeId)),
    sale: delivered.find(({ shipping }) => shipping === null)!.id,
    existingEmail,
  };
}

/** A valid write of each kind that its service refuses because of the store's state. */
export const REFUSED_WRITES: Record<string, (ids: RefusingTargets) => { path: string; body: object }> = {
  'POST /products': ({ product }) => ({
    path: '/products',
    body: { name: 'Yerba', category_ids: [product.replace('prd_', 'cat_')] },
  }),
  'PATCH /products/:id': ({ product }) => ({
    path: `/products/${product}`,
    body: { brand_id: product.replace('prd_', 'brd_') },
  }),
  'PUT /prices/:productId': ({ product }) => ({
    path: `/prices/${product}`,
    body: { price: 1234.5, expected: { price: 987_654.32 } },
  }),
  'POST /stock/adjustments': ({ shop, product }) => ({
    path: '/stock/adjustments',
    body: { shop, product, delta: -1_000_000 },
  }),
  'POST /stock/adjustments/batch': ({ shop, product }) => ({
    path: '/stock/adjustments/batch',
    body: { adjustments: [{ shop, product, delta: 0 }] },
  }),
  'POST /orders/:id/status': ({ sale }) => ({ path: `/orders/${sale}/status`, body: { status: 'shipped' } }),
  'POST /orders/:id/fulfillment': ({ sale }) => ({
    path: `/orders/${sale}/fulfillment`,
    body: { tracking_number: 'AR123' },
  }),
  'POST /customers': ({ existingEmail }) => ({
    path: '/customers',
    body: { name: 'Ana', email: existingEmail },
  }),
  'PATCH /customers/:id': ({ customer, existingEmail }) => ({
    path: `/customers/${customer}`,
    body: { email: existingEmail },
  }),
};
