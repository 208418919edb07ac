import type { Client } from './client.ts';
import { SyncPositionExpiredError } from './errors.ts';
import type { Customer, Event, Order, Product, StockRow } from './generated/openapi.ts';

/** Resources that `sync` can copy. */
export type SyncResource = 'products' | 'orders' | 'customers' | 'stock';

/** Changes to apply in one transaction with saving `position`. Each resource is complete: insert or replace it by its id. */
export interface SyncBatch {
  products: Product[];
  orders: Order[];
  customers: Customer[];
  /** Keyed by `shop_id`, `product_id` and `variant_id`. */
  stock: StockRow[];
  /** Ids; the stock of a deleted product is gone too. */
  deletedProducts: string[];
  /** Ids of erased customers: delete all of their data, in orders too. */
  deletedCustomers: string[];
  position: SyncPosition;
}

/** How far a store is copied. Save it as JSON after each batch; its content may change. */
export interface SyncPosition {
  lists: Partial<Record<ListName, ListPosition>>;
  /** Ids of the shops whose stock was read; later changes come as events. */
  stockOfShops: string[];
  events: EventsPosition;
}

type ListName = Exclude<SyncResource, 'stock'>;

interface ListPosition {
  /** `updated_at` of the last item of the last complete walk. */
  since?: string | undefined;
  /** Items with that `updated_at`, which the next walk returns again. */
  ids: string[];
  /** Next page of a walk that has begun. */
  cursor?: string | undefined;
  /** `updated_at` of the last item of that walk. */
  reached?: string | undefined;
}

interface EventsPosition {
  /** `created_since` of all requests. */
  since: string;
  /** Page to read next. */
  cursor?: string | undefined;
  /** Events of that page that are applied. */
  seen: string[];
  /** Time of the last request, ISO 8601. */
  readAt: string;
}

/** The feed keeps events for 30 days. */
const MAX_AGE_MS = 29 * 24 * 3_600_000;
/** `created_since` starts earlier than the copy, because `created_at` is not the order of the feed. */
const OVERLAP_MS = 5 * 60_000;

/**
 * Copies the resources of a store: without a position everything, with one what has changed since, deletions included. Ends when
 * the copy is up to date; call it again later, or when a webhook comes, with the last saved position. Your app's own changes are not
 * returned as deletions or stock, because apps do not receive their own events. If your app has a webhook, it must subscribe to
 * `product.deleted`, and for stock to `stock.changed`. Throws `SyncPositionExpiredError` when the position is older than 29 days.
 */
export async function* sync(
  client: Client,
  resources: readonly SyncResource[],
  position: SyncPosition = newPosition(),
): AsyncGenerator<SyncBatch> {
  if (Date.now() - Date.parse(position.events.readAt) > MAX_AGE_MS)
    throw new SyncPositionExpiredError('The position is older than 29 days: start again without one.');
  let current = position;
  const batch = (next: Partial<SyncPosition>, changes: Partial<SyncBatch>): SyncBatch => {
    current = { ...current, ...next };
    return { ...NO_CHANGES, ...changes, position: current };
  };
  for (const name of resources) {
    if (name === 'stock') continue;
    for await (const { items, list } of changedItems(client, name, current.lists[name] ?? { ids: [] }))
      yield batch({ lists: { ...current.lists, [name]: list } }, { [name]: items });
  }
  if (resources.includes('stock'))
    for await (const { rows, stockOfShops } of newStock(client, current.stockOfShops))
      yield batch({ stockOfShops }, { stock: rows });
  for await (const { fresh, events } of newEvents(client, current.events))
    yield batch({ events }, changesOf(fresh, resources));
}

const NO_CHANGES = {
  products: [],
  orders: [],
  customers: [],
  stock: [],
  deletedProducts: [],
  deletedCustomers: [],
};

function newPosition(): SyncPosition {
  const since = new Date(Date.now() - OVERLAP_MS).toISOString();
  return { lists: {}, stockOfShops: [], events: { since, seen: [], readAt: new Date().toISOString() } };
}

type Item = Product | Order | Customer;

/** Pages of items changed since the position, without those that it has. */
async function* changedItems(client: Client, name: ListName, start: ListPosition) {
  const { since, ids } = start;
  let list = start;
  for (;;) {
    const page = await pageOf(client, name, { updated_since: since, cursor: list.cursor, limit: 100 });
    const items = page.data.filter(({ id, updated_at }) => updated_at !== since || !ids.includes(id));
    const reached = page.data.at(-1)?.updated_at ?? list.reached ?? since;
    const cursor = page.next_cursor ?? undefined;
    // A walk of one page has its whole end in `page`; of a longer one, an item may be returned once more.
    const atEnd = page.data.filter(({ updated_at }) => updated_at === reached).map(({ id }) => id);
    list =
      cursor === undefined
        ? { since: reached, ids: items.length > 0 ? atEnd : ids }
        : { since, ids, cursor, reached };
    if (items.length > 0 || cursor !== undefined) yield { items, list };
    if (cursor === undefined) return;
  }
}

const pageOf = (
  client: Client,
  name: ListName,
  query: { updated_since?: string | undefined; cursor?: string | undefined; limit: number },
): PromiseLike<{ data: Item[]; next_cursor: string | null }> => {
  switch (name) {
    case 'products':
      return client.listProducts(query);
    case 'orders':
      return client.listOrders(query);
    case 'customers':
      return client.listCustomers(query);
  }
};

/** Pages of the stock of shops that were not read before. */
async function* newStock(client: Client, known: string[]) {
  let stockOfShops = known;
  for await (const { id } of client.listShops({ limit: 100 })) {
    if (known.includes(id)) continue;
    for await (const { data, next_cursor } of client.listStock({ shop: id, limit: 100 }).pages()) {
      if (next_cursor === null) stockOfShops = [...stockOfShops, id];
      yield { rows: data, stockOfShops };
    }
  }
}

/** Pages of the event feed after the position; its last page is read again the next time, for what follows. */
async function* newEvents(client: Client, { since, cursor: start, seen }: EventsPosition) {
  let known = new Set(seen);
  let cursor = start;
  for (;;) {
    const readAt = new Date().toISOString();
    const page = await client.listEvents({ created_since: since, limit: 100, cursor });
    const fresh = page.data.filter(({ id }) => !known.has(id));
    const next = page.next_cursor ?? undefined;
    if (next === undefined) {
      yield { fresh, events: { since, cursor, seen: page.data.map(({ id }) => id), readAt } };
      return;
    }
    yield { fresh, events: { since, cursor: next, seen: [], readAt } };
    known = new Set();
    cursor = next;
  }
}

function changesOf(events: Event[], resources: readonly SyncResource[]): Partial<SyncBatch> {
  const changes = {
    stock: [] as StockRow[],
    deletedProducts: [] as string[],
    deletedCustomers: [] as string[],
  };
  for (const event of events) {
    if (event.type === 'stock.changed' && resources.includes('stock')) changes.stock.push(event.data);
    else if (event.type === 'product.deleted') changes.deletedProducts.push(event.data.id);
    else if (event.type === 'customers.redact')
      changes.deletedCustomers.push('customer_id' in event.data ? event.data.customer_id : event.data.id);
  }
  return changes;
}
