import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from './api.ts';

/** A list that an app follows, and what it keeps of each resource. */
export interface Followed {
  path: string;
  // eslint-disable-next-line typescript/no-explicit-any -- resources of every shape
  value: (resource: any) => string;
}

/** Values that a follower knows at the end, by id. */
export type Known = Map<string, string>;

const PAUSE_MS = 200;

/**
 * Follows a list by public parameters only: the pages of a pass by `next_cursor`, then `updated_since` the last change seen. Ends
 * when a pass that began after `over` finds nothing new.
 */
export async function follow(api: Api, { path, value }: Followed, over: () => boolean): Promise<Known> {
  const known: Known = new Map();
  for (let since = ''; ; await sleep(PAUSE_MS)) {
    const isLast = over();
    let changed = false;
    let last = since;
    for (let cursor: string | null = ''; cursor !== null;) {
      const query = new URLSearchParams({
        limit: '100',
        ...(since !== '' && { updated_since: since }),
        ...(cursor !== '' && { cursor }),
      });
      const { status, body, text } = await api.get(`${path}?${query.toString()}`);
      if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${text}`);
      for (const resource of body.data) {
        changed ||= known.get(resource.id) !== value(resource);
        known.set(resource.id, value(resource));
        last = resource.updated_at;
      }
      cursor = body.next_cursor as string | null;
    }
    since = last;
    if (isLast && !changed) return known;
  }
}

/** Ids of the products that `GET /events` reports as deleted. */
export async function deletedProducts(api: Api): Promise<Set<string>> {
  const ids = new Set<string>();
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = new URLSearchParams(cursor === '' ? {} : { cursor });
    const { body } = await api.get(`/events?${query.toString()}`);
    for (const event of body.data) if (event.type === 'product.deleted') ids.add(event.data.id as string);
    cursor = body.next_cursor as string | null;
  }
  return ids;
}
