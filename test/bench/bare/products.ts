import { afterUpdate, time, type Answer } from './sql.ts';

interface ProductRow extends Record<string, unknown> {
  price: number;
  cost: number | null;
  iva_rate: number;
  weight_milli: number;
  weight_unit: string;
  variants: VariantRow[] | null;
}

/** As an array: PostgreSQL writes it, and JSON.parse reads it, faster than an object. */
type VariantRow = [
  id: string,
  sku: string | null,
  barcode: string | null,
  name: string,
  attributes: { name: string; value: string }[],
  images: string[],
  price: number,
  compareAtPrice: number | null,
  isActive: boolean,
  position: number,
  cost: number | null,
];

// float8, because pg returns an int8 as a string.
const COLUMNS = `p.id, p.name, p.slug, p.description, p.short_description, p.sku, p.barcode, p.type, to_json(p.images) as images,
  to_json(p.category_ids) as category_ids, to_json(p.brand_ids) as brand_ids, to_json(p.tags) as tags,
  to_json(p.shop_ids) as shop_ids, p.visibility, p.is_active, p.price_centavos::float8 as price,
  to_json(p.variant_axes) as variant_axes, p.iva_rate_bp as iva_rate, p.weight_milli::float8 as weight_milli, p.weight_unit,
  p.cost_centavos::float8 as cost, ${time('p.created_at')} as created_at, ${time('p.updated_at')} as updated_at,
  (select json_agg(json_build_array(v.id, v.sku, v.barcode, v.name, v.attributes, v.images, v.price_centavos,
     v.compare_at_price_centavos, v.is_active, v.position, v.cost_centavos) order by v.position)
   from variant v where v.store_id = p.store_id and v.product_id = p.id) as variants`;

const PRODUCT_LIST = `select ${COLUMNS} from product p
  where store_id = $1 and not is_draft and (p.updated_at, id) > ($2, $3) order by p.updated_at, id limit 50`;

const PRODUCT_BY_ID = `select ${COLUMNS} from product p where store_id = $1 and id = $2 and not is_draft`;

const pesos = (centavos: number | null): number | null => (centavos === null ? null : centavos / 100);

const presentVariant = ([
  id,
  sku,
  barcode,
  name,
  attributes,
  images,
  price,
  compareAtPrice,
  is_active,
  position,
  cost,
]: VariantRow) => ({
  id,
  sku,
  barcode,
  name,
  attributes: Object.fromEntries(attributes.map((attribute) => [attribute.name, attribute.value])),
  images,
  price: price / 100,
  compare_at_price: pesos(compareAtPrice),
  is_active,
  position,
  cost: pesos(cost),
});

function present({ price, cost, iva_rate, weight_milli, weight_unit, variants, ...rest }: ProductRow) {
  return {
    ...rest,
    price: price / 100,
    currency: 'ARS',
    iva_rate: iva_rate / 100,
    weight: { value: weight_milli / 1000, unit: weight_unit },
    cost: pesos(cost),
    has_variants: variants !== null,
    variants: variants?.map(presentVariant) ?? [],
  };
}

/** A page of 50 products after a given one. Building the JSON here costs a third less than in PostgreSQL. */
export const products: Answer = async (pool, storeId, url) => {
  const values = [storeId, ...afterUpdate(url)];
  const { rows } = await pool.query<ProductRow>({ name: 'products', text: PRODUCT_LIST, values });
  return JSON.stringify({ data: rows.map(present) });
};

/** The product named in the path. */
export const product: Answer = async (pool, storeId, { pathname }) => {
  const values = [storeId, pathname.slice('/products/'.length)];
  const { rows } = await pool.query<ProductRow>({ name: 'product', text: PRODUCT_BY_ID, values });
  return JSON.stringify({ data: present(rows[0]!) });
};
