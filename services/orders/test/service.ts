import {
  BatchGetOrdersResponse,
  ListOrdersResponse,
  type ListOrdersRequest,
  type Order,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import type { EncodedPage } from '@commerce/service-kit/grpc/encoded-page.ts';
import { batchGetOrders } from '../src/rpc/batch-get-orders.ts';
import type { Deps } from '../src/rpc/deps.ts';
import { listOrders } from '../src/rpc/list-orders.ts';
import { orderEncoding } from '../src/store/order-rebuild.ts';
import { openPrisma } from '../src/store/prisma.ts';

const NO_FILTER: ListOrdersRequest = {
  limit: 100,
  pageToken: Buffer.alloc(0),
  status: undefined,
  updatedSinceMs: undefined,
  createdSinceMs: undefined,
  shopId: undefined,
};

/** Which orders a list is to have. */
export type Filter = Partial<Omit<ListOrdersRequest, 'pageToken'>>;

const context = (storeId: string) => systemContext('request', Date.now() + 5_000, storeId);

/** The handlers over a database, their answers decoded as a client would. */
export function serviceOn(db: Database) {
  const deps: Deps = { db, prisma: openPrisma(db), orderEncoding: orderEncoding(db) };

  const page = async (storeId: string, request: Partial<ListOrdersRequest>) => {
    const answer = await listOrders(deps)(context(storeId), { ...NO_FILTER, ...request });
    return ListOrdersResponse.decode((answer as EncodedPage).serialize());
  };
  const pages = async (storeId: string, filter: Filter): Promise<Order[][]> => {
    const all: Order[][] = [];
    for (let pageToken = Buffer.alloc(0); ;) {
      const { orders, nextPageToken } = await page(storeId, { ...filter, pageToken });
      all.push(orders);
      if (nextPageToken.length === 0) return all;
      pageToken = Buffer.from(nextPageToken);
    }
  };
  const batch = async (keys: { storeId: string; id: string }[]) => {
    const answer = await batchGetOrders(deps)(context(''), { keys });
    return BatchGetOrdersResponse.decode((answer as EncodedPage).serialize()).orders;
  };
  return { page, pages, batch };
}
