import { typeIdAt } from './ids.ts';
import type { ProductCores } from './product-core.ts';
import type { PromotionDiscount, PromotionRecord } from './records.ts';
import type { StoreModel } from './store-model.ts';
import { DAY_MS, HOUR_MS } from './timeline.ts';

/** Source data of a promotion; days are counted from now. */
interface PromotionSeed {
  name: string;
  discount: PromotionDiscount;
  categories?: string[];
  brands?: string[];
  /** Number of products that it names. */
  products?: number;
  /** Indexes in the store's list; none means all. */
  shops?: number[];
  fromDays: number;
  toDays: number | null;
}

const percent = (whole: number): PromotionDiscount => ({ kind: 'percentage', percentBp: whole * 100 });
const amount = (pesos: number): PromotionDiscount => ({ kind: 'amount', amountCentavos: pesos * 100 });

const general: PromotionSeed[] = [
  {
    name: 'Semana del hogar',
    discount: percent(15),
    categories: ['Baño', 'Sábanas'],
    fromDays: -4,
    toDays: 6,
  },
  { name: '10 % en Tenazo', discount: percent(10), brands: ['Tenazo'], fromDays: -20, toDays: 25 },
  { name: 'Ahorrá $ 5.000', discount: amount(5000), products: 25, fromDays: -10, toDays: 12 },
  {
    name: 'Pinturas en Rosario',
    discount: percent(12),
    categories: ['Pintura interior'],
    shops: [0],
    fromDays: -15,
    toDays: null,
  },
  {
    name: 'Sólo Palermo',
    discount: percent(20),
    brands: ['Marlenka', 'Punto Sur'],
    shops: [2],
    fromDays: -2,
    toDays: 9,
  },
  {
    name: 'Liquidación de botas',
    discount: percent(35),
    categories: ['Calzado de seguridad'],
    fromDays: -30,
    toDays: 5,
  },
  { name: 'Selección de la semana', discount: percent(25), products: 40, fromDays: -1, toDays: 6 },
  {
    name: 'Centavos menos',
    discount: amount(150),
    categories: ['Galletitas y golosinas'],
    fromDays: -6,
    toDays: 40,
  },
  {
    name: 'Día del Padre',
    discount: percent(15),
    categories: ['Herramientas manuales'],
    fromDays: -140,
    toDays: -125,
  },
  { name: 'Hot Sale', discount: percent(30), products: 60, fromDays: -175, toDays: -172 },
  { name: 'Fin de invierno', discount: percent(40), categories: ['Abrigos'], fromDays: -80, toDays: -50 },
  { name: 'Cyber', discount: percent(25), brands: ['Kolver', 'Voltia'], fromDays: 14, toDays: 17 },
  { name: 'Navidad', discount: amount(8000), products: 30, shops: [0, 1], fromDays: 40, toDays: 66 },
];

const hardware: PromotionSeed[] = [
  {
    name: 'Mes del gremio',
    discount: percent(8),
    categories: ['Tornillos', 'Cables'],
    fromDays: -12,
    toDays: 18,
  },
  { name: 'Aniversario Ombú', discount: amount(3000), products: 12, fromDays: -90, toDays: -60 },
  { name: 'Verano', discount: percent(18), categories: ['Riego'], shops: [1], fromDays: 20, toDays: 80 },
];

function productIdsOf(model: StoreModel, coreOf: ProductCores, wanted: number, at: number): string[] {
  const rng = model.stream('promotion-product')(at);
  const ids = new Set<string>();
  for (let attempt = 0; attempt < wanted * 3 && ids.size < wanted; attempt++) {
    const core = coreOf(rng.below(model.counts.products));
    if (!core.draft) ids.add(core.id);
  }
  return [...ids];
}

function makePromotion(
  model: StoreModel,
  coreOf: ProductCores,
  seed: PromotionSeed,
  at: number,
): PromotionRecord {
  const startsAtMs = model.now + seed.fromDays * DAY_MS;
  // Upcoming promotions were created some time ago.
  const createdAtMs = Math.min(startsAtMs, model.now) - 3 * DAY_MS - at * HOUR_MS;
  return {
    storeId: model.record.id,
    id: typeIdAt('prm', createdAtMs, at, model.stream('promotion')(at)),
    name: seed.name,
    discount: { ...seed.discount },
    productIds: seed.products ? productIdsOf(model, coreOf, seed.products, at) : [],
    categoryIds: (seed.categories ?? []).map(
      (name) => model.taxonomy.pathByName.get(name)?.at(-1)?.id as string,
    ),
    brandIds: (seed.brands ?? []).map((name) => model.brandIds.get(name) as string),
    shopIds: (seed.shops ?? []).map((shopAt) => model.shops[shopAt]?.id as string),
    startsAtMs,
    endsAtMs: seed.toDays === null ? null : model.now + seed.toDays * DAY_MS,
    createdAtMs,
    updatedAtMs: createdAtMs + HOUR_MS,
  };
}

/** The promotions of a store: past, running and upcoming. */
export function makePromotions(model: StoreModel, coreOf: ProductCores): PromotionRecord[] {
  const seeds = model.seed.isGeneral ? general : hardware;
  return seeds.map((seed, at) => makePromotion(model, coreOf, seed, at));
}
