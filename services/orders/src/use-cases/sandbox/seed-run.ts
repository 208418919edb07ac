import {
  UpdateProductRequest,
  type CreateProductRequest,
} from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { ProductVisibility } from '@commerce/proto/commerce/catalog/v1/values.ts';
import type { SeedSize } from '@commerce/proto/commerce/orders/v1/sandbox.ts';
import { childContext, type Context } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { inParallel } from '@commerce/service-kit/events/in-parallel.ts';
import type { Deps } from '../../deps.ts';
import {
  seedPlan,
  type PlannedOrder,
  type PlannedProduct,
  type SeedPlan,
} from '../../domain/sandbox/seed-plan.ts';
import { BRANDS, CATEGORIES } from '../../domain/sandbox/words.ts';
import { placeOrder } from '../place-order.ts';
import { cancelOrder, moveOrder, orderOfAnswer, payOrder } from './order-steps.ts';

const CALL_MS = 8_000;
const PARALLEL = 4;
const PRODUCTS_OF_STEP = 10;
const CUSTOMERS_OF_STEP = 20;
const ORDERS_OF_STEP = 5;

/** A part of the sample data. */
export interface SeedStep {
  /** Number of shops, products, customers and orders that it makes. */
  count: number;
  make(): Promise<void>;
}

/** A product that was made, with the ids of its variants; one undefined id for a product without. */
interface MadeProduct {
  id: string;
  variantIds: (string | undefined)[];
}

/** The job that makes the sample data. */
export interface SeedJob {
  id: string;
  size: SeedSize;
  startedAtMs: number;
}

/**
 * Makes the sample data of a test store by the ordinary methods of the services, as the person of the context. Each call has a key of
 * the job and its step. After a crash, a new run repeats the calls whose results it needs, and gets the recorded responses.
 */
export class SeedRun {
  readonly steps: readonly SeedStep[];
  readonly #deps: Deps;
  readonly #ctx: Context;
  readonly #job: SeedJob;
  readonly #plan: SeedPlan;
  readonly #made = new Map<string, Promise<unknown>>();

  constructor(deps: Deps, ctx: Context, job: SeedJob) {
    this.#deps = deps;
    this.#ctx = ctx;
    this.#job = job;
    this.#plan = seedPlan(job.size);
    this.steps = this.#stepsOf(this.#plan);
  }

  #stepsOf({ shops, products, customers, orders }: SeedPlan): SeedStep[] {
    if (shops.length === 0) return [];
    return [
      ...chunks(shops.length, 1).map((part) => step(part, 1, (n) => this.#shop(n))),
      ...chunks(products.length, PRODUCTS_OF_STEP).map((part) => ({
        count: part.length,
        make: async () => {
          await inParallel(part, PARALLEL, async (n) => void (await this.#product(n)));
          await this.#stock(part);
        },
      })),
      { count: 0, make: () => this.#priceRules() },
      ...chunks(customers.length, CUSTOMERS_OF_STEP).map((part) =>
        step(part, PARALLEL, (n) => this.#customer(n)),
      ),
      // One after the other, so that each has the same number every time.
      ...chunks(orders.length, ORDERS_OF_STEP).map((part) => step(part, 1, (n) => this.#order(n))),
    ];
  }

  /** Context of a call that takes effect once. */
  #keyed(name: string): Context {
    const idempotency = {
      key: `seed ${this.#job.id} ${name}`,
      fingerprint: Buffer.from(name),
      presentation: '',
    };
    return { ...childContext(this.#ctx), deadlineMs: deadlineIn(CALL_MS), idempotency };
  }

  /** The result of a call, which is made once in a run. */
  #once<T>(name: string, make: (ctx: Context) => Promise<T>): Promise<T> {
    const made = (this.#made.get(name) as Promise<T> | undefined) ?? make(this.#keyed(name));
    this.#made.set(name, made);
    return made;
  }

  #shop(n: number): Promise<string> {
    return this.#once(`shop ${n}`, async (ctx) => {
      const { shop } = await this.#deps.clients.catalog.createShop(ctx, { fields: this.#plan.shops[n] });
      return shop!.id;
    });
  }

  #category(n: number): Promise<string> {
    return this.#once(`category ${n}`, async (ctx) => {
      const fields = { name: CATEGORIES[n]!.name, isActive: true };
      return (await this.#deps.clients.catalog.createCategory(ctx, { fields })).category!.id;
    });
  }

  #brand(n: number): Promise<string> {
    return this.#once(`brand ${n}`, async (ctx) => {
      const fields = { name: BRANDS[n]!, isActive: true };
      return (await this.#deps.clients.catalog.createBrand(ctx, { fields })).brand!.id;
    });
  }

  /** Creates a product as a draft and publishes it once it has its prices, so that it is one `product.created`. */
  #product(n: number): Promise<MadeProduct> {
    return this.#once(`product ${n}`, async (ctx) => {
      const { catalog, pricing } = this.#deps.clients;
      const planned = this.#plan.products[n]!;
      const [category, brand] = await Promise.all([
        this.#category(planned.category),
        this.#brand(planned.brand),
      ]);
      const { product } = await catalog.createProduct(ctx, newProduct(planned, category, brand));
      const { id, variants } = product!;
      const { priceCentavos, costCentavos } = planned;
      const cost = { $case: 'costCentavos' as const, value: costCentavos };
      await pricing.editPrices(this.#keyed(`price ${n}`), {
        productId: id,
        cost,
        compareAt: undefined,
        variants: variants.map(({ id: variantId }) => ({
          variantId,
          priceCentavos,
          cost,
          compareAt: undefined,
        })),
        ...(variants.length === 0 && { priceCentavos }),
      });
      await catalog.updateProduct(this.#keyed(`publish ${n}`), {
        ...NO_CHANGES,
        id,
        visibility: ProductVisibility.PUBLIC,
        includeDrafts: true,
        publish: true,
      });
      return { id, variantIds: variants.length === 0 ? [undefined] : variants.map((variant) => variant.id) };
    });
  }

  async #stock(products: readonly number[]): Promise<void> {
    const planned = this.#plan.stock.filter(
      ({ product, onHand }) => onHand > 0 && products.includes(product),
    );
    const items = planned.map(async ({ shop, product, value, onHand }) => {
      const { id, variantIds } = await this.#product(product);
      return { shopId: await this.#shop(shop), productId: id, variantId: variantIds[value], onHand };
    });
    await this.#deps.clients.inventory.setStockMany(this.#keyed(`stock ${products[0]}`), {
      items: await Promise.all(items),
      reason: 'Inventario inicial',
    });
  }

  /** A price list, which is the default of the last shop, and a promotion. */
  async #priceRules(): Promise<void> {
    const { pricing } = this.#deps.clients;
    const { shops, products } = this.#plan;
    const { priceList } = await pricing.createPriceList(this.#keyed('price list'), {
      name: 'Mayorista',
      rule: { percentBp: -1_500, roundingCentavos: 10_000 },
    });
    const priceListId = priceList!.id;
    const { id: productId } = await this.#product(0);
    const entries = [{ productId, priceCentavos: Math.round(products[0]!.priceCentavos * 0.8) }];
    await pricing.setPriceListEntries(this.#keyed('price list entries'), { priceListId, entries });
    const shopId = await this.#shop(shops.length - 1);
    await pricing.setShopPriceList(this.#keyed('default price list'), { shopId, priceListId });
    await pricing.createPromotion(this.#keyed('promotion'), {
      promotion: {
        id: '',
        name: '20 % en librería',
        discount: { $case: 'percentBp', value: 2_000 },
        productIds: [],
        categoryIds: [await this.#category(4)],
        brandIds: [],
        shopIds: [],
        startsAtMs: this.#job.startedAtMs,
      },
    });
  }

  #customer(n: number): Promise<string> {
    return this.#once(`customer ${n}`, async (ctx) => {
      const fields = this.#plan.customers[n];
      const { customer } = await this.#deps.clients.customers.createCustomer(ctx, {
        fields,
        mayNotRead: false,
      });
      return customer!.id;
    });
  }

  async #order(n: number): Promise<void> {
    const { end, ...planned } = this.#plan.orders[n]!;
    const ctx = this.#keyed(`order ${n}`);
    const { id } = orderOfAnswer(await placeOrder(this.#deps, ctx, await this.#requestOf(planned)));
    if (end === 'created') return;
    if (end === 'cancelled') return void (await cancelOrder(this.#deps, this.#keyed(`cancel ${n}`), id));
    await payOrder(this.#deps, this.#keyed(`pay ${n}`), id);
    if (end !== 'paid') await moveOrder(this.#deps, this.#keyed(`move ${n}`), id, end);
  }

  async #requestOf({ source, gateway, shop, customer, lines, shipping }: Omit<PlannedOrder, 'end'>) {
    return {
      source,
      shopId: await this.#shop(shop),
      customerId: customer === undefined ? undefined : await this.#customer(customer),
      lines: await Promise.all(
        lines.map(async ({ product, value, quantity }) => {
          const { id, variantIds } = await this.#product(product);
          return { productId: id, variantId: variantIds[value], quantity };
        }),
      ),
      shipping,
      paymentGateway: gateway,
      payments: [],
      discountCentavos: 0,
    };
  }
}

/** The numbers below `count`, in parts. */
const chunks = (count: number, size: number): number[][] =>
  Array.from({ length: Math.ceil(count / size) }, (_, part) =>
    Array.from({ length: Math.min(size, count - part * size) }, (__, n) => part * size + n),
  );

const step = (part: number[], parallel: number, make: (n: number) => Promise<unknown>): SeedStep => ({
  count: part.length,
  make: () => inParallel(part, parallel, async (n) => void (await make(n))),
});

/** Changes of a product: none. */
const NO_CHANGES: Omit<UpdateProductRequest, 'id'> = UpdateProductRequest.decode(new Uint8Array());

const newProduct = (
  { name, sku, barcode, axis, values }: PlannedProduct,
  category: string,
  brand: string,
): CreateProductRequest => ({
  name,
  description: `${name}. Producto de ejemplo para probar tu app.`,
  ...(axis === undefined && { sku, barcode }),
  images: [],
  categoryIds: [category],
  brandIds: [brand],
  tags: ['ejemplo'],
  shopIds: [],
  variantAxes: axis === undefined ? [] : [axis],
  variants:
    axis === undefined
      ? []
      : values.map((value, n) => ({
          sku: `${sku}-${n + 1}`,
          attributes: [{ name: axis, value }],
          images: [],
        })),
  weight: { milli: 500, unit: 'kg' },
  draft: true,
});
