import {
  BatchGetCustomersResponse,
  ListCustomersResponse,
  type Customer,
  type ListCustomersRequest,
} from '@commerce/proto/commerce/customers/v1/customers.ts';
import { systemClock, type Clock } from '@commerce/service-kit/clock.ts';
import { systemContext, type Context } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import type { EncodedPage } from '@commerce/service-kit/grpc/encoded-page.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { testParts } from '@commerce/service-kit/testing/service.ts';
import type { Clients } from '../../src/clients.ts';
import { batchGetCustomers } from '../../src/rpc/batch-get-customers.ts';
import { openDeps, type Deps } from '../../src/deps.ts';
import { listCustomers } from '../../src/rpc/list-customers.ts';

const NO_FILTER: ListCustomersRequest = {
  limit: 100,
  pageToken: Buffer.alloc(0),
  updatedSinceMs: undefined,
  email: undefined,
  ids: [],
};

/** Filter of a list. */
export type Filter = Partial<Omit<ListCustomersRequest, 'pageToken'>>;

const context = (storeId: string) => systemContext('request', deadlineIn(30_000), storeId);

/** Stand-ins for the other services, which by default are done and have no open orders. */
export const finished: Clients = {
  orders: {
    eraseBuyer: async () => ({ done: true, openOrders: [] }),
    listBuyerOrders: async () => ({ orders: [], nextPageToken: Buffer.alloc(0) }),
  },
  deliveries: { eraseFromLog: async () => ({ done: true }) },
};

/** The handlers over a database, with their responses on the wire and decoded. */
export function serviceOn(db: Database, clock: Clock = systemClock, clients: Clients = finished) {
  const deps = openDeps(testParts('customers', db, clients, clock));

  const wire = async (storeId: string, request: Partial<ListCustomersRequest>) => {
    const answer = await listCustomers(deps)(context(storeId), { ...NO_FILTER, ...request });
    return (answer as EncodedPage).serialize();
  };
  const pages = async (storeId: string, filter: Filter): Promise<Customer[][]> => {
    const all: Customer[][] = [];
    for (let pageToken = Buffer.alloc(0); ;) {
      const { customers, nextPageToken } = ListCustomersResponse.decode(
        await wire(storeId, { ...filter, pageToken }),
      );
      all.push(customers);
      if (nextPageToken.length === 0) return all;
      pageToken = Buffer.from(nextPageToken);
    }
  };
  const batch = async (keys: { storeId: string; id: string }[]) => {
    const answer = await batchGetCustomers(deps)(context(''), { keys });
    return BatchGetCustomersResponse.decode((answer as EncodedPage).serialize()).customers;
  };
  /** Calls a method that returns a message. */
  const call = async <Q, R>(
    rpc: (deps: Deps) => Handler<Q, R>,
    request: Q,
    ctx: Context | string,
  ): Promise<R> => (await rpc(deps)(typeof ctx === 'string' ? context(ctx) : ctx, request)) as R;
  return { deps, wire, pages, batch, call };
}
