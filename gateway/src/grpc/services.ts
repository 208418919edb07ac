import { AdmissionServiceService } from '@commerce/proto/commerce/auth/v1/admission.ts';
import { AppsServiceService } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { OAuthServiceService } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { PeopleServiceService } from '@commerce/proto/commerce/auth/v1/people.ts';
import { PlatformServiceService } from '@commerce/proto/commerce/auth/v1/platform.ts';
import { CatalogServiceService } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { ParkedEventsServiceService } from '@commerce/proto/commerce/common/v1/parked_events.ts';
import { ProcessServiceService } from '@commerce/proto/commerce/common/v1/process.ts';
import { CustomersServiceService } from '@commerce/proto/commerce/customers/v1/customers.ts';
import { InventoryServiceService } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { OrdersServiceService } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { TillServiceService } from '@commerce/proto/commerce/orders/v1/till.ts';
import { PricingServiceService } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { DeliveriesServiceService } from '@commerce/proto/commerce/webhooks/v1/deliveries.ts';
import { FeedServiceService } from '@commerce/proto/commerce/webhooks/v1/feed.ts';
import { WebhooksServiceService } from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import { systemContext, type Context } from '@commerce/service-kit/context.ts';
import type { Certificates } from '@commerce/service-kit/grpc/certificates.ts';
import { GrpcChannel, type ClientOf } from '@commerce/service-kit/grpc/client.ts';
import type { EncodedPage } from '@commerce/service-kit/grpc/encoded-page.ts';
import { coalesce } from './coalesce.ts';

/** Address of each service. */
export interface Addresses {
  auth: string;
  catalog: string;
  pricing: string;
  inventory: string;
  orders: string;
  customers: string;
  webhooks: string;
}

/** Gets an encoded resource of a store by id; undefined if it does not exist. Gets that arrive together share one call. */
export type GetById = (ctx: Context, id: string) => Promise<Uint8Array | undefined>;

/** List or batch get whose resources stay encoded. */
type Encoded<Method extends (ctx: Context, request: never) => unknown> = (
  ctx: Context,
  request: Parameters<Method>[1],
) => Promise<EncodedPage>;

/** Clients of the services. */
export interface Services {
  admission: ClientOf<typeof AdmissionServiceService>;
  oauth: ClientOf<typeof OAuthServiceService>;
  people: ClientOf<typeof PeopleServiceService>;
  apps: ClientOf<typeof AppsServiceService>;
  platform: ClientOf<typeof PlatformServiceService>;
  catalog: ClientOf<typeof CatalogServiceService>;
  pricing: ClientOf<typeof PricingServiceService>;
  inventory: ClientOf<typeof InventoryServiceService>;
  orders: ClientOf<typeof OrdersServiceService>;
  till: ClientOf<typeof TillServiceService>;
  customers: ClientOf<typeof CustomersServiceService>;
  feed: ClientOf<typeof FeedServiceService>;
  webhooks: ClientOf<typeof WebhooksServiceService>;
  deliveries: ClientOf<typeof DeliveriesServiceService>;
  setPrices: Encoded<ClientOf<typeof PricingServiceService>['setPrices']>;
  listProducts: Encoded<ClientOf<typeof CatalogServiceService>['listProducts']>;
  listOrders: Encoded<ClientOf<typeof OrdersServiceService>['listOrders']>;
  listCustomers: Encoded<ClientOf<typeof CustomersServiceService>['listCustomers']>;
  productById: GetById;
  orderById: GetById;
  customerById: GetById;
  /** Process status of each service, by name. */
  processes: Record<keyof Addresses, ClientOf<typeof ProcessServiceService>>;
  /** Parked events of each service, by name. */
  parkedEvents: Record<keyof Addresses, ClientOf<typeof ParkedEventsServiceService>>;
  close(): void;
}

/** Timeouts in ms, shorter than those of other calls, because every public request waits for its admission. */
const ADMISSION_LIMITS_MS = { admit: 1_000, getVerificationKeys: 1_000 };

function openChannels(addresses: Addresses, tls?: Certificates) {
  return {
    auth: new GrpcChannel(
      addresses.auth,
      [
        AdmissionServiceService,
        OAuthServiceService,
        PeopleServiceService,
        AppsServiceService,
        PlatformServiceService,
      ],
      tls,
    ),
    catalog: new GrpcChannel(addresses.catalog, [CatalogServiceService], tls),
    pricing: new GrpcChannel(addresses.pricing, [PricingServiceService], tls),
    inventory: new GrpcChannel(addresses.inventory, [InventoryServiceService], tls),
    orders: new GrpcChannel(addresses.orders, [OrdersServiceService, TillServiceService], tls),
    customers: new GrpcChannel(addresses.customers, [CustomersServiceService], tls),
    webhooks: new GrpcChannel(
      addresses.webhooks,
      [FeedServiceService, WebhooksServiceService, DeliveriesServiceService],
      tls,
    ),
  };
}

/** Connects to every service. */
export function connectServices(addresses: Addresses, tls?: Certificates): Services {
  const channels = openChannels(addresses, tls);
  const { auth } = channels;
  return {
    admission: auth.service(AdmissionServiceService, ADMISSION_LIMITS_MS),
    oauth: auth.service(OAuthServiceService),
    people: auth.service(PeopleServiceService),
    apps: auth.service(AppsServiceService),
    platform: auth.service(PlatformServiceService),
    catalog: channels.catalog.service(CatalogServiceService),
    pricing: channels.pricing.service(PricingServiceService),
    inventory: channels.inventory.service(InventoryServiceService),
    orders: channels.orders.service(OrdersServiceService),
    till: channels.orders.service(TillServiceService),
    customers: channels.customers.service(CustomersServiceService),
    feed: channels.webhooks.service(FeedServiceService),
    webhooks: channels.webhooks.service(WebhooksServiceService),
    deliveries: channels.webhooks.service(DeliveriesServiceService),
    setPrices: channels.pricing.encoded(PricingServiceService.setPrices),
    listProducts: channels.catalog.encoded(CatalogServiceService.listProducts),
    listOrders: channels.orders.encoded(OrdersServiceService.listOrders),
    listCustomers: channels.customers.encoded(CustomersServiceService.listCustomers),
    productById: getById(channels.catalog.encoded(CatalogServiceService.batchGetProducts)),
    orderById: getById(channels.orders.encoded(OrdersServiceService.batchGetOrders)),
    customerById: getById(channels.customers.encoded(CustomersServiceService.batchGetCustomers)),
    processes: mapValues(channels, (channel) => channel.service(ProcessServiceService)),
    parkedEvents: mapValues(channels, (channel) => channel.service(ParkedEventsServiceService)),
    close: () => Object.values(channels).forEach((channel) => channel.close()),
  };
}

function mapValues<K extends string, V, W>(values: Record<K, V>, map: (value: V) => W): Record<K, W> {
  const entries = Object.entries<V>(values).map(([key, value]) => [key, map(value)]);
  return Object.fromEntries(entries) as Record<K, W>;
}

function getById(
  batch: (ctx: Context, request: { keys: { storeId: string; id: string }[] }) => Promise<EncodedPage>,
): GetById {
  const load = coalesce<{ ctx: Context; id: string }, Uint8Array>(async (gets) => {
    const keys = gets.map(({ ctx, id }) => ({ storeId: ctx.storeId, id }));
    return (await batch(batchContext(gets.map(({ ctx }) => ctx)), { keys })).items;
  });
  return async (ctx, id) => {
    const found = await load({ ctx, id });
    return found.length === 0 ? undefined : found;
  };
}

/** Context of a call made for several requests: the latest of their deadlines, and the id of the first. */
export function batchContext(contexts: Context[]): Context {
  return systemContext(contexts[0]!.requestId, Math.max(...contexts.map((ctx) => ctx.deadlineMs)));
}
