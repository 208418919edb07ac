import { AdmissionServiceService } from '@commerce/proto/commerce/auth/v1/admission.ts';
import { OAuthServiceService, SessionsServiceService } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { StoresServiceService } from '@commerce/proto/commerce/auth/v1/stores.ts';
import { CatalogServiceService, type Product } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { CustomersServiceService, type Customer } from '@commerce/proto/commerce/customers/v1/customers.ts';
import { InventoryServiceService } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { OrdersServiceService, type Order } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { PricingServiceService } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { systemContext, type Context } from '@commerce/service-kit/context.ts';
import { GrpcChannel, type ClientOf } from '@commerce/service-kit/grpc/client.ts';
import { coalesce } from './coalesce.ts';

/** Where each service is. */
export interface Addresses {
  auth: string;
  catalog: string;
  pricing: string;
  inventory: string;
  orders: string;
  customers: string;
}

/** Gets one resource of a store by id; undefined when there is none. Gets that arrive together are one call. */
export type GetById<R> = (ctx: Context, id: string) => Promise<R | undefined>;

/** The services as the gateway calls them. */
export interface Services {
  admission: ClientOf<typeof AdmissionServiceService>;
  oauth: ClientOf<typeof OAuthServiceService>;
  sessions: ClientOf<typeof SessionsServiceService>;
  stores: ClientOf<typeof StoresServiceService>;
  catalog: ClientOf<typeof CatalogServiceService>;
  pricing: ClientOf<typeof PricingServiceService>;
  inventory: ClientOf<typeof InventoryServiceService>;
  orders: ClientOf<typeof OrdersServiceService>;
  customers: ClientOf<typeof CustomersServiceService>;
  productById: GetById<Product>;
  orderById: GetById<Order>;
  customerById: GetById<Customer>;
  close(): void;
}

/** Connects to every service. */
export function connectServices(addresses: Addresses): Services {
  const auth = new GrpcChannel(addresses.auth, [
    AdmissionServiceService,
    OAuthServiceService,
    StoresServiceService,
  ]);
  const channels = {
    catalog: new GrpcChannel(addresses.catalog, [CatalogServiceService]),
    pricing: new GrpcChannel(addresses.pricing, [PricingServiceService]),
    inventory: new GrpcChannel(addresses.inventory, [InventoryServiceService]),
    orders: new GrpcChannel(addresses.orders, [OrdersServiceService]),
    customers: new GrpcChannel(addresses.customers, [CustomersServiceService]),
  };
  const catalog = channels.catalog.service(CatalogServiceService);
  const orders = channels.orders.service(OrdersServiceService);
  const customers = channels.customers.service(CustomersServiceService);
  return {
    admission: auth.service(AdmissionServiceService),
    oauth: auth.service(OAuthServiceService),
    sessions: auth.service(SessionsServiceService),
    stores: auth.service(StoresServiceService),
    catalog,
    pricing: channels.pricing.service(PricingServiceService),
    inventory: channels.inventory.service(InventoryServiceService),
    orders,
    customers,
    productById: getById(async (ctx, keys) => (await catalog.batchGetProducts(ctx, { keys })).products),
    orderById: getById(async (ctx, keys) => (await orders.batchGetOrders(ctx, { keys })).orders),
    customerById: getById(async (ctx, keys) => (await customers.batchGetCustomers(ctx, { keys })).customers),
    close: () => [auth, ...Object.values(channels)].forEach((channel) => channel.close()),
  };
}

function getById<R extends { id: string }>(
  batch: (ctx: Context, keys: { storeId: string; id: string }[]) => Promise<R[]>,
): GetById<R> {
  const load = coalesce<{ ctx: Context; id: string }, R>((asked) =>
    batch(
      batchContext(asked.map(({ ctx }) => ctx)),
      asked.map(({ ctx, id }) => ({ storeId: ctx.storeId, id })),
    ),
  );
  return async (ctx, id) => {
    const found = await load({ ctx, id });
    return found.id === '' ? undefined : found;
  };
}

/** The context of a call made for several requests: as patient as the most patient, named after the first. */
export function batchContext(contexts: Context[]): Context {
  return systemContext(contexts[0]!.requestId, Math.max(...contexts.map((ctx) => ctx.deadlineMs)));
}
