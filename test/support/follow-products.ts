import { call, obeyRateLimit, untilAvailable } from './api.ts';

interface ListedProduct {
  id: string;
  name: string;
  updated_at: string;
}

/** Result of a follower: the last name seen of each product. */
export type Seen = Map<string, string>;

/**
 * Follows a store's products with public parameters only: pages by `next_cursor`, then polls `updated_since` =
 * the last `updated_at` seen. Ends when `over` reports that no more writes follow and a complete pass returned
 * nothing new.
 */
export async function followProducts(root: string, token: string, over: () => boolean): Promise<Seen> {
  const seen: Seen = new Map();
  let since: string | undefined;
  for (;;) {
    const writingHasEnded = over();
    let changed = false;
    let cursor: string | null = null;
    do {
      const query = new URLSearchParams({ limit: '100' });
      if (since !== undefined) query.set('updated_since', since);
      if (cursor !== null) query.set('cursor', cursor);
      const { items, next, headers } = await page(root, token, query);
      for (const item of items) {
        if (seen.get(item.id) !== item.name) changed = true;
        seen.set(item.id, item.name);
      }
      // The cursor is bound to `updated_since`, so the bound advances only between passes.
      cursor = next;
      if (items.length > 0 && next === null) since = items.at(-1)!.updated_at;
      await obeyRateLimit(headers);
    } while (cursor !== null);
    if (writingHasEnded && !changed) return seen;
  }
}

async function page(root: string, token: string, query: URLSearchParams) {
  const path = `/products?${query.toString()}`;
  const { status, body, headers, text } = await untilAvailable(
    () => call(root, path, token),
    (answer) => answer,
  );
  if (status !== 200) throw new Error(`GET ${path}: ${status} ${text}`);
  return { items: body.data as ListedProduct[], next: body.next_cursor as string | null, headers };
}
