import type { CatalogServiceService } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { SetStockManyRequest } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import type {
  SetCompareAtPricesRequest,
  SetCostsRequest,
  SetPricesRequest,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { childContext, type Context } from '@commerce/service-kit/context.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { ClientOf } from '@commerce/service-kit/grpc/client.ts';
import { startService, type TestService } from './service.ts';

/** Maximum number of keys that inventory accepts per call. */
const MAX_STOCK_KEYS = 500;

type Catalog = ClientOf<typeof CatalogServiceService>;

/**
 * Stand-ins for pricing and inventory. Each change takes effect once per idempotency key; prices are copied to
 * catalog, as pricing does.
 */
export class Amounts {
  /** Each change that took effect, e.g. `prices prd_1`. */
  readonly effects: string[] = [];
  /** Quantities on hand, by `shop/product/variant`. */
  readonly stock = new Map<string, number>();
  /** Called before each change; may throw. */
  onCall: (change: string) => void = () => undefined;
  catalog: Catalog | undefined;
  readonly #keys = new Set<string>();
  #version = 0;

  readonly pricing = {
    setPrices: (ctx: Context, request: SetPricesRequest) => this.#set(ctx, 'prices', request),
    setCosts: (ctx: Context, request: SetCostsRequest) => this.#set(ctx, 'costs', request),
    setCompareAtPrices: (ctx: Context, request: SetCompareAtPricesRequest) =>
      this.#set(ctx, 'compare-at', request),
  };

  readonly inventory = {
    setStockMany: async (ctx: Context, { items }: SetStockManyRequest) => {
      this.onCall('stock');
      if (this.#isNew(ctx, 'stock'))
        for (const { shopId, productId, variantId = '', onHand } of items)
          this.stock.set(`${shopId}/${productId}/${variantId}`, onHand);
      return { refusals: [] };
    },
    batchGetStockRows: async (
      _ctx: Context,
      { keys }: { keys: { shopId: string; productId: string; variantId?: string }[] },
    ) => {
      if (keys.length > MAX_STOCK_KEYS) throw invalid('keys', `Must be at most ${MAX_STOCK_KEYS}.`);
      const rows = keys.map(({ shopId, productId, variantId }) => ({
        shopId,
        productId,
        variantId,
        onHand: this.stock.get(`${shopId}/${productId}/${variantId ?? ''}`) ?? 0,
        available: 0,
      }));
      return { rows };
    },
  };

  #isNew(ctx: Context, change: string): boolean {
    const key = `${ctx.storeId} ${ctx.idempotency?.key}`;
    if (ctx.idempotency !== undefined && this.#keys.has(key)) return false;
    this.#keys.add(key);
    this.effects.push(change);
    return true;
  }

  async #set(
    ctx: Context,
    change: string,
    request: SetPricesRequest | SetCostsRequest | SetCompareAtPricesRequest,
  ): Promise<object> {
    this.onCall(change);
    if (!this.#isNew(ctx, `${change} ${request.productId}`)) return { product: undefined };
    const { product } = await this.catalog!.getProductForEditing(childContext(ctx), {
      id: request.productId,
    });
    const changes = new Map(request.variants.map((one) => [one.variantId, one]));
    const variants = product!.variants.map((variant) => ({
      variantId: variant.id,
      priceCentavos: variant.priceCentavos,
      costCentavos: variant.costCentavos,
      compareAtPriceCentavos: variant.compareAtPriceCentavos,
      ...changes.get(variant.id),
    }));
    const own =
      'priceCentavos' in request && request.priceCentavos ? request.priceCentavos : product!.priceCentavos;
    const lowest = Math.min(...variants.map(({ priceCentavos }) => priceCentavos));
    const costCentavos =
      'costCentavos' in request && request.costCentavos !== undefined
        ? request.costCentavos
        : product!.costCentavos;
    const priceCentavos = variants.length > 0 ? lowest : own;
    const compareAtPriceCentavos = compareAtOf(request, product!.compareAtPriceCentavos);
    const amounts = { priceCentavos, compareAtPriceCentavos, costCentavos, variants };
    const copy = { productId: product!.id, version: ++this.#version, ...amounts };
    const { bulkOperationId } = request;
    await this.catalog!.applyPrices(childContext(ctx), { prices: [copy], bulkOperationId });
    return { product: undefined };
  }
}

function compareAtOf(
  request: SetPricesRequest | SetCostsRequest | SetCompareAtPricesRequest,
  before: number | undefined,
): number | undefined {
  const compareAt = 'compareAt' in request ? request.compareAt : undefined;
  if (compareAt === undefined) return before;
  return compareAt.$case === 'compareAtPriceCentavos' ? compareAt.value : undefined;
}

/** Starts catalog with such a stand-in. */
export async function startWithAmounts(): Promise<{ service: TestService; amounts: Amounts }> {
  const amounts = new Amounts();
  const service = await startService(amounts);
  amounts.catalog = service.client;
  return { service, amounts };
}
