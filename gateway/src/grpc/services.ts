import { LRUCache } from 'lru-cache';
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
import { BuyersServiceService } from '@commerce/proto/commerce/orders/v1/buyers.ts';
import { OrdersServiceService } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { RegistersServiceService } from '@commerce/proto/commerce/orders/v1/registers.ts';
import { SandboxServiceService } from '@commerce/proto/commerce/orders/v1/sandbox.ts';
import { TillServiceService } from '@commerce/proto/commerce/orders/v1/till.ts';
import { PricingServiceService } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { ApiRequestsServiceService } from '@commerce/proto/commerce/webhooks/v1/api_requests.ts';
import { DeliveriesServiceService } from '@commerce/proto/commerce/webhooks/v1/deliveries.ts';
import { FeedServiceService } from '@commerce/proto/commerce/webhooks/v1/feed.ts';
import { WebhooksServiceService } from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import type { Certificates } from '@commerce/service-kit/grpc/certificates.ts';
import { GrpcChannel, type ClientOf } from '@commerce/service-kit/grpc/client.ts';
import type { EncodedPage } from '@commerce/service-kit/grpc/encoded-page.ts';
import { readByVersion, type GetById } from './by-version.ts';
import { keptBytes, KeptMessages } from './kept-messages.ts';
import { keepPages, type KeptPages } from './kept-pages.ts';

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
  buyers: ClientOf<typeof BuyersServiceService>;
  till: ClientOf<typeof TillServiceService>;
  registers: ClientOf<typeof RegistersServiceService>;
  sandbox: ClientOf<typeof SandboxServiceService>;
  customers: ClientOf<typeof CustomersServiceService>;
  feed: ClientOf<typeof FeedServiceService>;
  webhooks: ClientOf<typeof WebhooksServiceService>;
  deliveries: ClientOf<typeof DeliveriesServiceService>;
  apiRequests: ClientOf<typeof ApiRequestsServiceService>;
  setPrices: Encoded<ClientOf<typeof PricingServiceService>['setPrices']>;
  listPrices: Encoded<ClientOf<typeof PricingServiceService>['listPrices']>;
  listStock: Encoded<ClientOf<typeof InventoryServiceService>['listStock']>;
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
const ADMISSION = { limitsMs: { admit: 1_000, getVerificationKeys: 1_000 } };

/**
 * Writes of the public API that apply its idempotency key. The pages send keys with every request, but many of the methods that only
 * they call do not apply them.
 */
const KEYED = {
  catalog: { keyed: ['createProduct', 'updateProduct'] },
  inventory: { keyed: ['adjustStock', 'batchAdjustStock'] },
  orders: { keyed: ['createOrder', 'setOrderStatus', 'setOrderTracking'] },
  customers: { keyed: ['createCustomer', 'updateCustomer'] },
} as const;

/** Approximate memory of a kept page beside its items and its key. */
const PAGE_BYTES = 600;
/** Share of pages of prices and stock in the memory for what is kept. */
const PAGES_SHARE = 0.25;

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
    orders: new GrpcChannel(
      addresses.orders,
      [
        OrdersServiceService,
        BuyersServiceService,
        SandboxServiceService,
        TillServiceService,
        RegistersServiceService,
      ],
      tls,
    ),
    customers: new GrpcChannel(addresses.customers, [CustomersServiceService], tls),
    webhooks: new GrpcChannel(
      addresses.webhooks,
      [FeedServiceService, WebhooksServiceService, DeliveriesServiceService, ApiRequestsServiceService],
      tls,
    ),
  };
}

/**
 * Connects to every service.
 * @param keepBytes approximate memory for resources and pages that are kept by version
 */
export function connectServices(
  addresses: Addresses,
  { keepBytes, tls }: { keepBytes: number; tls?: Certificates | undefined },
): Services {
  const channels = openChannels(addresses, tls);
  const { auth } = channels;
  const { products, orders, customers } = versionedReads(
    channels,
    new KeptMessages(keepBytes * (1 - PAGES_SHARE)),
  );
  return {
    admission: auth.service(AdmissionServiceService, ADMISSION),
    oauth: auth.service(OAuthServiceService),
    people: auth.service(PeopleServiceService),
    apps: auth.service(AppsServiceService),
    platform: auth.service(PlatformServiceService),
    catalog: channels.catalog.service(CatalogServiceService, KEYED.catalog),
    pricing: channels.pricing.service(PricingServiceService),
    inventory: channels.inventory.service(InventoryServiceService, KEYED.inventory),
    orders: channels.orders.service(OrdersServiceService, KEYED.orders),
    buyers: channels.orders.service(BuyersServiceService),
    till: channels.orders.service(TillServiceService),
    registers: channels.orders.service(RegistersServiceService),
    sandbox: channels.orders.service(SandboxServiceService),
    customers: channels.customers.service(CustomersServiceService, KEYED.customers),
    feed: channels.webhooks.service(FeedServiceService),
    webhooks: channels.webhooks.service(WebhooksServiceService),
    deliveries: channels.webhooks.service(DeliveriesServiceService),
    apiRequests: channels.webhooks.service(ApiRequestsServiceService),
    setPrices: channels.pricing.encoded(PricingServiceService.setPrices, 'with a key'),
    ...keptPages(channels, keepBytes * PAGES_SHARE),
    listProducts: products.list,
    listOrders: orders.list,
    listCustomers: customers.list,
    productById: products.get,
    orderById: orders.get,
    customerById: customers.get,
    processes: mapValues(channels, (channel) => channel.service(ProcessServiceService)),
    parkedEvents: mapValues(channels, (channel) => channel.service(ParkedEventsServiceService)),
    close: () => Object.values(channels).forEach((channel) => channel.close()),
  };
}

function mapValues<K extends string, V, W>(values: Record<K, V>, map: (value: V) => W): Record<K, W> {
  const entries = Object.entries<V>(values).map(([key, value]) => [key, map(value)]);
  return Object.fromEntries(entries) as Record<K, W>;
}

/** Reads of the resources that are kept by version. */
function versionedReads({ catalog, orders, customers }: ReturnType<typeof openChannels>, kept: KeptMessages) {
  return {
    products: readByVersion(kept, {
      list: catalog.encoded(CatalogServiceService.listProducts),
      listVersions: catalog.service(CatalogServiceService).listProductVersions,
      batchGet: catalog.encoded(CatalogServiceService.batchGetProducts),
      updatedAtField: 24,
    }),
    orders: readByVersion(kept, {
      list: orders.encoded(OrdersServiceService.listOrders),
      listVersions: orders.service(OrdersServiceService).listOrderVersions,
      batchGet: orders.encoded(OrdersServiceService.batchGetOrders),
      updatedAtField: 14,
    }),
    customers: readByVersion(kept, {
      list: customers.encoded(CustomersServiceService.listCustomers),
      listVersions: customers.service(CustomersServiceService).listCustomerVersions,
      batchGet: customers.encoded(CustomersServiceService.batchGetCustomers),
      updatedAtField: 10,
    }),
  };
}

/** Lists whose pages are kept by version. */
function keptPages({ pricing, inventory }: ReturnType<typeof openChannels>, maxBytes: number) {
  const kept: KeptPages = new LRUCache({
    maxSize: maxBytes,
    sizeCalculation: ({ items }, key) =>
      items.reduce((bytes, item) => bytes + keptBytes(item), PAGE_BYTES + key.length),
  });
  return {
    listPrices: keepPages(kept, 'prices', {
      list: pricing.encoded(PricingServiceService.listPrices),
      getVersions: pricing.service(PricingServiceService).getPriceVersions,
    }),
    listStock: keepPages(kept, 'stock', {
      list: inventory.encoded(InventoryServiceService.listStock),
      getVersions: inventory.service(InventoryServiceService).getStockVersions,
    }),
  };
}
