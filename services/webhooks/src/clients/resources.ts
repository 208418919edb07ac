import type { CatalogServiceService } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { CustomersServiceService } from '@commerce/proto/commerce/customers/v1/customers.ts';
import { StockChanged } from '@commerce/proto/commerce/inventory/v1/events.ts';
import type { InventoryServiceService } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import type { OrdersServiceService } from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { ResourceKind, Resources } from '@commerce/public-api/events/event.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import type { ClientOf } from '@commerce/service-kit/grpc/client.ts';

/** The event whose subject is fetched. */
export interface Subject {
  storeId: string;
  subjectId: string;
  payload: Uint8Array;
}

/** Fetches the current subjects of events, in the order of the events. */
export type FetchResources = (
  ctx: Context,
  kind: ResourceKind | undefined,
  subjects: readonly Subject[],
) => Promise<Resources[]>;

/** Clients of the services that own the resources. */
export interface Owners {
  catalog: Pick<ClientOf<typeof CatalogServiceService>, 'batchGetProducts'>;
  orders: Pick<ClientOf<typeof OrdersServiceService>, 'batchGetOrders'>;
  customers: Pick<ClientOf<typeof CustomersServiceService>, 'batchGetCustomers'>;
  inventory: Pick<ClientOf<typeof InventoryServiceService>, 'batchGetStockRows'>;
}

/** Fetches resources from their owners with one call. */
export function resourcesClient({ catalog, orders, customers, inventory }: Owners): FetchResources {
  const byKind: Record<ResourceKind, (ctx: Context, subjects: readonly Subject[]) => Promise<Resources[]>> = {
    async product(ctx, subjects) {
      const { products } = await catalog.batchGetProducts(ctx, { keys: keysOf(subjects) });
      return subjects.map((_, i) => ({ product: existing(products[i]) }));
    },
    async order(ctx, subjects) {
      const found = await orders.batchGetOrders(ctx, { keys: keysOf(subjects) });
      return subjects.map((_, i) => ({ order: existing(found.orders[i]) }));
    },
    async customer(ctx, subjects) {
      const found = await customers.batchGetCustomers(ctx, { keys: keysOf(subjects) });
      return subjects.map((_, i) => ({ customer: existing(found.customers[i]) }));
    },
    async stock(ctx, subjects) {
      const { rows } = await inventory.batchGetStockRows(ctx, { keys: subjects.map(stockKeyOf) });
      return subjects.map((_, i) => ({ stock: rows[i]?.shopId ? rows[i] : undefined }));
    },
  };
  return async (ctx, kind, subjects) =>
    kind === undefined ? subjects.map(() => ({})) : byKind[kind](ctx, subjects);
}

const keysOf = (subjects: readonly Subject[]) =>
  subjects.map(({ storeId, subjectId }) => ({ storeId, id: subjectId }));

const stockKeyOf = ({ storeId, payload }: Subject) => {
  const { shopId, productId, variantId } = StockChanged.decode(payload);
  return { storeId, shopId, productId, variantId };
};

/** Maps the empty message that a batch get returns for a missing resource to undefined. */
const existing = <T extends { id: string }>(message: T | undefined): T | undefined =>
  message === undefined || message.id === '' ? undefined : message;
