import type { Answer } from './sql.ts';

type ListRow = [id: string, percentBp: number | null, roundingCentavos: number];
type OfferRow = [targetId: string, percentBp: number | null, amountCentavos: number | null];
type EntryRow = [priceListId: string, productId: string, variantId: string, priceCentavos: number];
type VariantRow = [id: string, priceCentavos: number, isActive: boolean];
/** Promotion targets of the product: all ids by which a promotion can apply to it. */
type ProductRow = [id: string, targetIds: string[], priceCentavos: number, variants: VariantRow[] | null];

interface Page {
  products: ProductRow[];
  /** The shop's price list, then its base list, and so on. */
  lists: ListRow[] | null;
  entries: EntryRow[] | null;
  offers: OfferRow[] | null;
}

// A store has few active promotions: reading all of them and matching here costs less than half of a lookup per
// product.
const PRICES = `with recursive page as materialized (
    select id, category_ids || brand_ids || id as target_ids, price_centavos from product
    where store_id = $1 and id > $3 and not is_draft and not is_deleted and (shop_ids = '{}' or $2 = any(shop_ids))
    order by id limit 25
  ), chain as (
    select l.id, l.percent_bp, l.over_list_id, l.rounding_centavos, 1 as index
    from shop s join price_list l on l.store_id = $1 and l.id = s.default_price_list_id where s.store_id = $1 and s.id = $2
    union all
    select l.id, l.percent_bp, l.over_list_id, l.rounding_centavos, c.index + 1
    from chain c join price_list l on l.store_id = $1 and l.id = c.over_list_id
  )
  select
    (select json_agg(json_build_array(p.id, p.target_ids, p.price_centavos, (
        select json_agg(json_build_array(v.id, v.price_centavos, v.is_active) order by v.position, v.id)
        from variant v where v.store_id = $1 and v.product_id = p.id)) order by p.id) from page p) as products,
    (select json_agg(json_build_array(id, percent_bp, rounding_centavos) order by index) from chain) as lists,
    (select json_agg(json_build_array(e.price_list_id, e.product_id, e.variant_id, e.price_centavos))
     from page p cross join lateral (
       select * from price_list_entry e
       where e.store_id = $1 and e.product_id = p.id and e.price_list_id in (select id from chain) offset 0) e) as entries,
    (select json_agg(json_build_array(t.target_id, p.percent_bp, p.amount_centavos))
     from promotion p join promotion_target t on t.store_id = $1 and t.promotion_id = p.id
     where p.store_id = $1 and p.starts_at <= now() and p.ends_at > now() and (p.shop_ids = '{}' or p.shop_ids @> array[$2])) as offers`;

/** A page of prices at a shop: 25 products after a given one. */
export const prices: Answer = async (pool, storeId, { searchParams }) => {
  const shopId = searchParams.get('shop')!;
  const values = [storeId, shopId, searchParams.get('product') ?? ''];
  const { rows } = await pool.query<Page>({ name: 'prices', text: PRICES, values });
  return JSON.stringify({ data: resolvePage(shopId, rows[0]!) });
};

function resolvePage(shop_id: string, { products, lists, entries, offers }: Page): object[] {
  const chain = lists ?? [];
  const price_list_id = chain[0]?.[0] ?? null;
  const fixed = new Map(
    (entries ?? []).map(([list, product, variant, price]) => [key(list, product, variant), price]),
  );
  const offersOf = Map.groupBy(offers ?? [], ([targetId]) => targetId);
  return products.map(([product_id, targetIds, priceCentavos, variants]) => {
    const its = targetIds.flatMap((id) => offersOf.get(id) ?? []);
    const resolve = (variantId: string, base: number) =>
      promoted(its, listed(chain, fixed, product_id, variantId, base));
    const each = variants?.map(([variant_id, base]) => ({ variant_id, ...resolve(variant_id, base) })) ?? [];
    const price = variants === null ? resolve('', priceCentavos) : lowest(variants, each);
    return { product_id, shop_id, price_list_id, ...price, currency: 'ARS', variants: each };
  });
}

const key = (list: string, product: string, variant: string): string => `${list}/${product}/${variant}`;

/** `amount × bp / 10,000`, rounded half up to a multiple of the step; exact for any price of the demo store. */
const share = (amount: number, bp: number, step = 1): number =>
  Math.floor((amount * bp + step * 5_000) / (step * 10_000)) * step;

function listed(
  chain: ListRow[],
  fixed: Map<string, number>,
  product: string,
  variant: string,
  base: number,
): [centavos: number, source: string] {
  let price = base;
  let source = 'base';
  for (const [list, percentBp, rounding] of chain.toReversed()) {
    const entry = fixed.get(key(list, product, variant)) ?? fixed.get(key(list, product, ''));
    source = entry === undefined && percentBp === null ? 'base' : 'price_list';
    price = entry ?? (percentBp === null ? base : share(price, 10_000 + percentBp, rounding));
  }
  return [price, source];
}

function promoted(offers: OfferRow[], [original, source]: [number, string]) {
  let price = original;
  for (const [, percentBp, amount] of offers) {
    const lowered =
      percentBp === null ? Math.max(original - amount!, 0) : share(original, 10_000 - percentBp);
    price = Math.min(price, lowered);
  }
  return {
    price: price / 100,
    original_price: original / 100,
    source: price < original ? 'promotion' : source,
  };
}

/** Price of a product with variants: that of its cheapest active one, or of all when none is active. */
function lowest(variants: VariantRow[], each: (ReturnType<typeof promoted> & { variant_id: string })[]) {
  const active = each.filter((_, index) => variants[index]![2]);
  const { variant_id: _, ...price } = (active.length > 0 ? active : each).reduce((low, one) =>
    one.price < low.price ? one : low,
  );
  return price;
}
