import { newConfirmedOrder } from './new-order.ts';
import type { Targets, WritingClient } from './writes.ts';

/** Finds the targets of writes in the client's store, and creates those that tests change. */
export async function writeTargets(client: WritingClient, storeId: string): Promise<Targets> {
  const first = async (path: string) => (await client.get(`${path}?limit=1`)).body.data[0].id as string;
  return {
    shop: await first('/shops'),
    product: (await client.newProduct()).id,
    order: await newConfirmedOrder(client, storeId),
    customer: await first('/customers'),
  };
}
