import { randomUUID } from 'node:crypto';
import { call } from '../support/api.ts';
import type { Bench } from './bench.ts';

/** A shop of the store, and items that are sold there. */
export interface Sellable {
  shop: string;
  items: Item[];
}

/** A product or variant. */
export interface Item {
  product: string;
  variant?: string;
}

/** Enough for the items of batches that run at the same time to be different ones. */
const ROWS = 600;
/** Stock of each item before a load of orders, so that none is sold out. */
const PLENTY = 1_000_000;

const cache = new WeakMap<Bench, Promise<Sellable>>();

/** The sellable items among the first stock rows of a shop, with plenty of stock. */
export function sellableItems(bench: Bench): Promise<Sellable> {
  let found = cache.get(bench);
  if (found === undefined) cache.set(bench, (found = findSellable(bench)));
  return found;
}

async function findSellable(bench: Bench): Promise<Sellable> {
  const { access_token: token } = await bench.tokens();
  const get = async (path: string) => (await call(bench.root, path, token)).body.data;
  const [{ id: shop }] = (await get('/shops?limit=1')) as [{ id: string }];
  const items: Item[] = [];
  for (const { product_id: product, variant_id: variant } of await stockRows(bench, token, shop)) {
    const { is_active, variants } = await get(`/products/${product}`);
    const isActive = variant === undefined || isActiveVariant(variants, variant);
    if (!is_active || !isActive) continue;
    const item = { product, ...(variant !== undefined && { variant }) };
    await stockUp(bench, token, shop, item);
    items.push(item);
  }
  return { shop, items };
}

interface StockRow {
  product_id: string;
  variant_id?: string;
}

async function stockRows({ root }: Bench, token: string, shop: string): Promise<StockRow[]> {
  const rows: StockRow[] = [];
  for (let cursor = ''; rows.length < ROWS;) {
    const { body } = await call(root, `/stock?shop=${shop}&limit=100${cursor}`, token);
    rows.push(...(body.data as StockRow[]));
    cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`;
  }
  return rows;
}

const isActiveVariant = (variants: { id: string; is_active: boolean }[], id: string): boolean =>
  variants.some((variant) => variant.id === id && variant.is_active);

async function stockUp({ root }: Bench, token: string, shop: string, item: Item): Promise<void> {
  const { status, text } = await call(root, '/stock/adjustments', token, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ shop, ...item, set: PLENTY }),
  });
  if (status !== 200) throw new Error(`stock of ${item.product} cannot be set: ${status} ${text}`);
}
