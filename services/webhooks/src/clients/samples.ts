import type { CatalogServiceService } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { CustomersServiceService } from '@commerce/proto/commerce/customers/v1/customers.ts';
import type { InventoryServiceService } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import type { OrdersServiceService } from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { ResourceKind, Resources } from '@commerce/public-api/events/event.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import type { ClientOf } from '@commerce/service-kit/grpc/client.ts';

/** Finds a resource of a kind in the context's store; the result is empty when the store has none. */
export type FindSample = (ctx: Context, kind: ResourceKind) => Promise<Resources>;

/** Clients of the services that own the resources. */
export interface SampleOwners {
  catalog: Pick<ClientOf<typeof CatalogServiceService>, 'listProducts' | 'listShopNames'>;
  orders: Pick<ClientOf<typeof OrdersServiceService>, 'listOrders'>;
  customers: Pick<ClientOf<typeof CustomersServiceService>, 'listCustomers'>;
  inventory: Pick<ClientOf<typeof InventoryServiceService>, 'listStock'>;
}

const ONE = { limit: 1, pageToken: Buffer.alloc(0), ids: [] };

/** Finds samples: the first resource of each owner's list. */
export function samplesClient({ catalog, orders, customers, inventory }: SampleOwners): FindSample {
  const byKind: Record<ResourceKind, (ctx: Context) => Promise<Resources>> = {
    product: async (ctx) => ({ product: (await catalog.listProducts(ctx, ONE)).products[0] }),
    order: async (ctx) => ({ order: (await orders.listOrders(ctx, ONE)).orders[0] }),
    customer: async (ctx) => ({ customer: (await customers.listCustomers(ctx, ONE)).customers[0] }),
    async stock(ctx) {
      const [shop] = (await catalog.listShopNames(ctx, {})).shops;
      if (shop === undefined) return {};
      return { stock: (await inventory.listStock(ctx, { ...ONE, shopId: shop.id })).rows[0] };
    },
  };
  return (ctx, kind) => byKind[kind](ctx);
}
