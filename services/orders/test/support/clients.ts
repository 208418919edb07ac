import type {
  FindSellableResponse_Match,
  ProductSummary,
  SearchProductsRequest,
} from '@commerce/proto/commerce/catalog/v1/back_office_search.ts';
import { ProductType, ProductVisibility } from '@commerce/proto/commerce/catalog/v1/values.ts';
import { CatalogServiceService, type Product } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import {
  CustomersServiceService,
  CustomerType,
  type Customer,
} from '@commerce/proto/commerce/customers/v1/customers.ts';
import {
  InventoryServiceService,
  type ReserveStockRequest,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import type { OrderStock } from '@commerce/proto/commerce/orders/v1/events.ts';
import {
  PriceSource,
  PricingServiceService,
  type ResolvePricesRequest,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { conflict, Fault, notFound } from '@commerce/service-kit/fault.ts';
import { GrpcServer, type Handlers, type Methods } from '@commerce/service-kit/grpc/server.ts';
import { testConnect } from '@commerce/service-kit/testing/service.ts';
import { createLogger } from '@commerce/service-kit/logger.ts';

import { connectClients, type Clients } from '../../src/clients.ts';
import { addressesAt } from './service.ts';

/** Stand-ins for the services that orders calls, with their data, the recorded calls and simulated failures. */
export interface StandIns {
  clients: Clients;
  products: Map<string, Product>;
  customers: Map<string, Customer>;
  shops: Set<string>;
  /** Price and cost of a product or variant, by its id. */
  prices: Map<string, { price: number; cost: number | undefined }>;
  /** Index of the item that ResolvePrices refuses, with the refusal. */
  refusedPrices: Map<number, { field: string; message: string }>;
  /** Products and variants by code. */
  codes: Map<string, FindSellableResponse_Match[]>;
  /** The result of every search of products. */
  summaries: ProductSummary[];
  searched: SearchProductsRequest[];
  /** Available units of a product or variant, by its id; 0 without an entry. */
  available: Map<string, number>;
  /** Indexes of the lines that lack stock. */
  shortLines: Set<number>;
  reserved: ReserveStockRequest[];
  resolved: ResolvePricesRequest[];
  stocks: OrderStock[];
  contexts: Context[];
  /** Errors that calls fail with. */
  failing: { reserveStock?: Error; setOrderStock?: Error; resolvePrices?: Error };
  /** Runs before the answer of a call. */
  before: { reserveStock?: () => Promise<void> };
  forget(): void;
  close(): Promise<void>;
}

const unused = async (): Promise<never> => {
  throw new Error('unexpected call');
};

/** Adds methods that fail to the given ones. */
const fill = <S extends Methods>(definition: S, handlers: Partial<Handlers<S>>): Handlers<S> => ({
  ...(Object.fromEntries(Object.keys(definition).map((name) => [name, unused])) as unknown as Handlers<S>),
  ...handlers,
});

/** Starts one server with all stand-ins. */
export async function startClients(): Promise<StandIns> {
  const server = new GrpcServer(createLogger('orders', 'silent'), { maxConnectionAgeMs: 600_000 });
  const state = newState();
  server.add(PricingServiceService, fill(PricingServiceService, pricing(state)));
  server.add(InventoryServiceService, fill(InventoryServiceService, inventory(state)));
  server.add(CatalogServiceService, fill(CatalogServiceService, catalog(state)));
  server.add(
    CustomersServiceService,
    fill(CustomersServiceService, {
      batchGetCustomers: async (_ctx, { keys }) => ({
        customers: keys.map(({ id }) => state.customers.get(id) ?? NO_CUSTOMER),
      }),
    }),
  );
  const address = `127.0.0.1:${await server.listen('127.0.0.1', 0)}`;
  const { connect, close } = testConnect();
  const clients = connectClients(connect, addressesAt(address));
  return Object.assign(state, {
    clients,
    async close() {
      close();
      await server.close(1_000);
    },
  });
}

function newState() {
  return {
    products: new Map<string, Product>(),
    customers: new Map<string, Customer>(),
    shops: new Set<string>(),
    prices: new Map<string, { price: number; cost: number | undefined }>(),
    refusedPrices: new Map<number, { field: string; message: string }>(),
    codes: new Map<string, FindSellableResponse_Match[]>(),
    summaries: [] as ProductSummary[],
    searched: [] as SearchProductsRequest[],
    available: new Map<string, number>(),
    shortLines: new Set<number>(),
    reserved: [] as ReserveStockRequest[],
    resolved: [] as ResolvePricesRequest[],
    stocks: [] as OrderStock[],
    contexts: [] as Context[],
    failing: {} as StandIns['failing'],
    before: {} as StandIns['before'],
    forget() {
      for (const list of [this.reserved, this.resolved, this.stocks, this.contexts, this.searched])
        list.length = 0;
      this.refusedPrices.clear();
      this.shortLines.clear();
      this.failing = {};
      this.before = {};
    },
  };
}

type State = ReturnType<typeof newState>;

const pricing = (state: State): Partial<Handlers<typeof PricingServiceService>> => ({
  resolvePrices: async (_ctx, request) => {
    state.resolved.push(request);
    if (state.failing.resolvePrices) throw state.failing.resolvePrices;
    return {
      results: request.items.map(({ productId, variantId }, n) => {
        const refused = state.refusedPrices.get(n);
        if (refused !== undefined) return { result: { $case: 'refused', value: refused } };
        const { price, cost } = state.prices.get(variantId ?? productId)!;
        const value = {
          priceCentavos: price,
          originalPriceCentavos: price,
          source: PriceSource.BASE,
          costCentavos: cost,
          basePriceCentavos: price,
        };
        return { result: { $case: 'ok', value } };
      }),
    };
  },
});

const inventory = (state: State): Partial<Handlers<typeof InventoryServiceService>> => ({
  reserveStock: async (_ctx, request) => {
    await state.before.reserveStock?.();
    if (state.failing.reserveStock) throw state.failing.reserveStock;
    for (const n of state.shortLines)
      throw conflict('insufficient_stock', 'Only 1 left.', request.lines[n]!.field);
    state.reserved.push(request);
    return {};
  },
  batchGetStockRows: async (_ctx, { keys }) => ({
    rows: keys.map(({ shopId, productId, variantId }) => {
      const available = state.available.get(variantId ?? productId) ?? 0;
      return { shopId, productId, variantId, onHand: available, available };
    }),
  }),
  confirmOrderStock: async (ctx, { stocks }) => {
    if (state.failing.setOrderStock && !isRefusal(state.failing.setOrderStock))
      throw state.failing.setOrderStock;
    state.contexts.push(ctx);
    // An order whose stock has to move is left to `setOrderStock`, which may refuse it.
    const isKept = (id: string) =>
      !state.failing.setOrderStock && state.reserved.some(({ orderId }) => orderId === id);
    const confirmed = stocks.filter(({ orderId }) => isKept(orderId));
    state.stocks.push(...confirmed);
    return { orderIds: confirmed.map(({ orderId }) => orderId) };
  },
  setOrderStock: async (ctx, { stock }) => {
    if (state.failing.setOrderStock) throw state.failing.setOrderStock;
    state.contexts.push(ctx);
    state.stocks.push(stock!);
    return {};
  },
});

const isRefusal = (error: Error): boolean =>
  error instanceof Fault && (error.code === 'conflict' || error.code === 'not_found');

const catalog = (state: State): Partial<Handlers<typeof CatalogServiceService>> => ({
  batchGetProducts: async (_ctx, { keys }) => ({
    products: keys.map(({ id }) => state.products.get(id) ?? { ...NO_PRODUCT, id: '' }),
  }),
  findSellable: async (_ctx, { code }) => ({ matches: state.codes.get(code) ?? [] }),
  searchProducts: async (_ctx, request) => {
    state.searched.push(request);
    return { products: state.summaries, nextPageToken: Buffer.alloc(0) };
  },
  getShop: async (_ctx, { id }) => {
    if (!state.shops.has(id)) throw notFound();
    return { shop: undefined };
  },
});

const NO_CUSTOMER: Customer = {
  id: '',
  name: '',
  email: '',
  phone: '',
  customerType: CustomerType.UNSPECIFIED,
  tags: [],
  shippingAddresses: [],
  createdAtMs: 0,
  updatedAtMs: 0,
};

const NO_PRODUCT: Omit<Product, 'id'> = {
  name: '',
  slug: '',
  type: ProductType.SIMPLE,
  images: [],
  categoryIds: [],
  brandIds: [],
  tags: [],
  shopIds: [],
  visibility: ProductVisibility.PUBLIC,
  isActive: true,
  priceCentavos: 0,
  variantAxes: [],
  variants: [],
  ivaRateBp: 2100,
  weightMilli: 0,
  weightUnit: 'kg',
  costCentavos: undefined,
  createdAtMs: 0,
  updatedAtMs: 0,
};

/** A product with variants of the given ids. */
export const product = (id: string, fields: Partial<Product> = {}, variantIds: string[] = []): Product => ({
  ...NO_PRODUCT,
  id,
  name: `Producto ${id.slice(-1)}`,
  sku: `SKU-${id.slice(-1)}`,
  variants: variantIds.map((variantId, position) => ({
    id: variantId,
    sku: `SKU-V${position}`,
    name: `M / ${position}`,
    attributes: [],
    images: [],
    priceCentavos: 0,
    isActive: true,
    position,
    costCentavos: undefined,
  })),
  ...fields,
});
