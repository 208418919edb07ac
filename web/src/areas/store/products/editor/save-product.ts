import type { AnswerOf, AnyConsoleRoute, InputOf } from '@commerce/console-api/route.ts';
import type { priceRoutes } from '@commerce/console-api/routes/prices.ts';
import type { productRoutes } from '@commerce/console-api/routes/products.ts';
import { MAX_COUNTS, type stockRoutes } from '@commerce/console-api/routes/stock.ts';
import {
  detailChanges,
  newProductOf,
  priceChanges,
  shapeChanged,
  shapeOf,
  stockChanges,
  withIds,
} from './changes.ts';
import { OWN, stockKey } from './amounts.ts';
import { rowName } from './options.ts';
import type { Loaded, ProductValues } from './values.ts';

type Send<R extends AnyConsoleRoute> = (input: InputOf<R>) => Promise<AnswerOf<R>>;

/** Requests of a save. */
export interface Requests {
  create: Send<typeof productRoutes.create>;
  changeVariants: Send<typeof productRoutes.changeVariants>;
  editPrices: Send<typeof priceRoutes.edit>;
  setCounts: Send<typeof stockRoutes.setCounts>;
  update: Send<typeof productRoutes.update>;
}

/** Parts of a save, in this order: prices and stock are set before buyers see a new product or variant. */
export const PARTS = ['product', 'variants', 'prices', 'stock', 'details'] as const;
export type Part = (typeof PARTS)[number];

/** A product as saved so far, and the values of the form. */
export interface Saving {
  base: Loaded;
  values: ProductValues;
}

/** The parts of a save that have something to send. */
export function pendingParts({ base, values }: Saving): Part[] {
  const isNew = base.product.id === '';
  const needs: Record<Part, boolean> = {
    product: isNew,
    variants: !isNew && shapeChanged(base, values),
    prices: priceChanges(base, values) !== undefined,
    stock: stockChanges(base, values).length > 0,
    details: !isNew && detailChanges(base, values) !== undefined,
  };
  return PARTS.filter((part) => needs[part]);
}

/** Failure of a part of a save. */
export class PartFailed extends Error {
  override name = 'PartFailed';
  readonly part: Part;
  /** As saved up to the failure. */
  readonly saving: Saving;
  /** Names of the entries of `variants` or `items` that the part sent. */
  readonly entries: string[];

  constructor(part: Part, saving: Saving, cause: unknown) {
    super(`Could not save: ${part}.`, { cause });
    this.part = part;
    this.saving = saving;
    this.entries = entriesOf(part, saving);
  }
}

/** Saves what differs from the base, with one request for each part. @throws PartFailed */
export async function saveProduct(store: string, requests: Requests, start: Saving): Promise<Saving> {
  let saving = start;
  for (const part of PARTS) {
    if (!pendingParts(saving).includes(part)) continue;
    try {
      saving = await SAVE[part](store, requests, saving);
    } catch (error) {
      throw new PartFailed(part, saving, error);
    }
  }
  return saving;
}

type Step = (store: string, requests: Requests, saving: Saving) => Promise<Saving>;

const SAVE: Record<Part, Step> = {
  product: async (store, { create }, { values }) => {
    const product = await create({ params: { store }, body: newProductOf(values) });
    const amounts = { version: null, priceCentavos: 0, compareAtCentavos: null, variants: [] };
    return { base: { product, isDraft: true, amounts, stock: [] }, values: withIds(values, product) };
  },
  variants: async (store, { changeVariants }, { base, values }) => {
    const { id, updatedAt: version } = base.product;
    const body = { ...shapeOf(values), version };
    const product = await changeVariants({ params: { store, product: id }, body });
    return { base: { ...base, product }, values: withIds(values, product) };
  },
  prices: async (store, { editPrices }, { base, values }) => {
    const { id, updatedAt } = base.product;
    const body = { ...priceChanges(base, values)!, productVersion: updatedAt };
    const { version, productVersion } = await editPrices({ params: { store, product: id }, body });
    const product = { ...base.product, updatedAt: productVersion ?? updatedAt };
    return { base: { ...base, product, amounts: amountsAfter(values, version) }, values };
  },
  stock: async (store, { setCounts }, { base, values }) => {
    const changes = stockChanges(base, values);
    const items = changes.slice(0, MAX_COUNTS);
    await setCounts({ params: { store }, body: { items } });
    const isSet = new Set(items.map(({ shopId, variantId }) => stockKey(shopId, variantId ?? OWN)));
    const others = base.stock.filter(
      ({ shopId, variantId }) => !isSet.has(stockKey(shopId, variantId ?? OWN)),
    );
    const stock = [...others, ...items.map((item) => ({ ...item, reserved: 0 }))];
    const saving = { base: { ...base, stock }, values };
    return changes.length > MAX_COUNTS ? SAVE.stock(store, { setCounts } as Requests, saving) : saving;
  },
  details: async (store, { update }, { base, values }) => {
    const { id, updatedAt: version } = base.product;
    const body = { ...detailChanges(base, values)!, version };
    const product = await update({ params: { store, product: id }, body });
    return { base: { ...base, product, isDraft: base.isDraft && body.publish !== true }, values };
  },
};

function amountsAfter({ rows, amounts }: ProductValues, version: number | null): Loaded['amounts'] {
  const of = (key: string) => {
    const { priceCentavos = null, compareAtCentavos = null, costCentavos = null } = amounts[key] ?? {};
    return { priceCentavos: priceCentavos ?? 0, compareAtCentavos, costCentavos };
  };
  return {
    version,
    ...of(OWN),
    variants: rows.map(({ key, isActive }) => {
      const { compareAtCentavos, ...rest } = of(key);
      return { variantId: key, isActive, ...rest, compareAtPriceCentavos: compareAtCentavos ?? undefined };
    }),
  };
}

function entriesOf(part: Part, { base, values }: Saving): string[] {
  const names = new Map(values.rows.map((row) => [row.id ?? row.key, rowName(row)]));
  if (part === 'prices')
    return priceChanges(base, values)?.variants.map(({ id }) => names.get(id) ?? '') ?? [];
  if (part === 'stock')
    return stockChanges(base, values).map(({ variantId }) => names.get(variantId ?? '') ?? '');
  if (part === 'details')
    return detailChanges(base, values)?.variants?.map(({ id }) => names.get(id) ?? '') ?? [];
  return values.rows.map(rowName);
}
