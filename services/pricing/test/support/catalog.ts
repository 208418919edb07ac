import { ProductType } from '@commerce/proto/commerce/catalog/v1/values.ts';
import {
  CatalogServiceService,
  Product,
  type ApplyPricesRequest,
} from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { ProductFacts } from '@commerce/proto/commerce/catalog/v1/events.ts';
import type { PriceCopy } from '@commerce/proto/commerce/catalog/v1/price_copy.ts';
import type { Actor } from '@commerce/proto/commerce/common/v1/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import { GrpcServer, type Handlers } from '@commerce/service-kit/grpc/server.ts';
import { createLogger } from '@commerce/service-kit/logger.ts';

/** Facts of a product, without its id. */
export type FactsFields = Partial<Omit<ProductFacts, 'productId'>>;

/** Stand-in for the catalog service behind real gRPC, with the methods that pricing calls. */
export class TestCatalog {
  /** Facts by store and product. */
  readonly facts = new Map<string, ProductFacts>();
  /** Copies of prices by store and product. */
  readonly copies = new Map<string, PriceCopy>();
  readonly shops = new Set<string>();
  /** Actors of the calls of ApplyPrices, in order. */
  readonly applied: Actor[] = [];
  /** Runs at the start of ApplyPrices. */
  beforeApply: (request: ApplyPricesRequest) => void | Promise<void> = () => undefined;
  port = 0;
  #server: GrpcServer | undefined;

  /** Listens, at the same port as before if it was stopped. */
  async start(): Promise<void> {
    const server = new GrpcServer(createLogger('catalog', 'silent'), { maxConnectionAgeMs: 60_000 });
    server.add(CatalogServiceService, this.#handlers() as Handlers<typeof CatalogServiceService>);
    this.port = await server.listen('127.0.0.1', this.port);
    this.#server = server;
  }

  async stop(): Promise<void> {
    await this.#server?.close(0);
  }

  /** Adds or changes a product, by default a simple one; its version increases. */
  put(storeId: string, productId: string, fields: FactsFields = {}): ProductFacts {
    const before = this.facts.get(`${storeId}/${productId}`);
    const facts: ProductFacts = {
      productId,
      isDraft: false,
      sku: undefined,
      categoryIds: [],
      brandIds: [],
      shopIds: [],
      variants: [],
      type: ProductType.SIMPLE,
      ...before,
      version: (before?.version ?? 0) + 1,
      ...fields,
    };
    this.facts.set(`${storeId}/${productId}`, facts);
    return facts;
  }

  #handlers(): Partial<Handlers<typeof CatalogServiceService>> {
    return {
      getShop: async (ctx, { id }) => {
        if (!this.shops.has(`${ctx.storeId}/${id}`)) throw notFound();
        return { shop: undefined };
      },
      batchGetProductFacts: async (ctx, { productIds }) => ({
        products: productIds
          .map((id) => this.facts.get(`${ctx.storeId}/${id}`))
          .filter((facts) => facts !== undefined),
      }),
      applyPrices: async (ctx, request) => {
        await this.beforeApply(request);
        this.applied.push(ctx.actor);
        return { products: request.prices.map((copy) => this.#apply(ctx.storeId, copy)) };
      },
    };
  }

  #apply(storeId: string, copy: PriceCopy): Product {
    const key = `${storeId}/${copy.productId}`;
    const empty = Product.decode(new Uint8Array(0));
    if (!this.facts.has(key)) return empty;
    if ((this.copies.get(key)?.version ?? 0) < copy.version) this.copies.set(key, copy);
    const stored: Partial<PriceCopy> = this.copies.get(key) ?? {};
    const { priceCentavos = 0, compareAtPriceCentavos, costCentavos, variants = [], version = 0 } = stored;
    return {
      ...empty,
      id: copy.productId,
      priceCentavos,
      compareAtPriceCentavos,
      costCentavos,
      updatedAtMs: version,
      variants: variants.map((variant, position) => ({
        id: variant.variantId,
        sku: undefined,
        barcode: undefined,
        name: '',
        attributes: [],
        images: [],
        isActive: true,
        position,
        priceCentavos: variant.priceCentavos,
        compareAtPriceCentavos: variant.compareAtPriceCentavos,
        costCentavos: variant.costCentavos,
      })),
    };
  }
}
