import { presentAddress, type Address } from './address.ts';
import { afterUpdate, pesos, time, type Answer } from './sql.ts';

type LineRow = [
  productId: string | null,
  variantId: string | null,
  sku: string | null,
  name: string,
  quantity: number,
  unitPriceCentavos: number,
  totalCentavos: number,
  isCustom: boolean,
  cogsCentavos: number | null,
];

interface OrderRow {
  id: string;
  order_number: string;
  status: string;
  source: string;
  shop_id: string;
  seller_shop_ids: string[];
  customer_id: string | null;
  customer_name: string | null;
  customer_email: string | null;
  customer_phone: string | null;
  lines: LineRow[];
  total: number;
  discount: number;
  payment_gateway: string;
  payment_status: string;
  shipping_method_type: string | null;
  shipping_method_name: string | null;
  shipping_price: number | null;
  shipping_address: Address | null;
  shipping_recipient_name: string | null;
  shipping_recipient_phone: string | null;
  shipping_recipient_document: string | null;
  shipping_carrier: string | null;
  shipping_tracking_number: string | null;
  shipping_tracking_url: string | null;
  created_at: string;
  updated_at: string;
}

const ORDERS = `select o.id, o.order_number, o.status, o.source, o.shop_id, to_json(o.seller_shop_ids) as seller_shop_ids,
    o.customer_id, o.customer_name, o.customer_email, o.customer_phone,
    (select json_agg(json_build_array(l.product_id, l.variant_id, l.sku, l.name, l.quantity, l.unit_price_centavos,
       l.total_centavos, l.is_custom, l.cogs_centavos) order by l.position)
     from order_line l where l.store_id = $1 and l.order_id = o.id) as lines,
    ${pesos('o.total_centavos')} as total, ${pesos('o.discount_centavos')} as discount, o.payment_gateway, o.payment_status,
    o.shipping_method_type, o.shipping_method_name, ${pesos('o.shipping_price_centavos')} as shipping_price, o.shipping_address,
    o.shipping_recipient_name, o.shipping_recipient_phone, o.shipping_recipient_document, o.shipping_carrier,
    o.shipping_tracking_number, o.shipping_tracking_url, ${time('o.created_at')} as created_at, ${time('o.updated_at')} as updated_at
  from "order" o
  where o.store_id = $1 and (o.updated_at, o.id) > ($2, $3) order by o.updated_at, o.id limit 50`;

/** A page of 50 orders after a given one. */
export const orders: Answer = async (pool, storeId, url) => {
  const values = [storeId, ...afterUpdate(url)];
  const { rows } = await pool.query<OrderRow>({ name: 'orders', text: ORDERS, values });
  return JSON.stringify({ data: rows.map(presentOrder) });
};

const presentOrder = (row: OrderRow): object => ({
  id: row.id,
  order_number: row.order_number,
  status: row.status,
  source: row.source,
  shop_id: row.shop_id,
  seller_shop_ids: row.seller_shop_ids,
  customer: presentCustomer(row),
  line_items: row.lines.map(presentLine),
  total: row.total,
  discount: row.discount,
  currency: 'ARS',
  payment: { gateway: row.payment_gateway, status: row.payment_status },
  shipping: presentShipping(row),
  created_at: row.created_at,
  updated_at: row.updated_at,
});

const presentCustomer = (row: OrderRow): object | null =>
  row.customer_id === null
    ? null
    : { id: row.customer_id, name: row.customer_name, email: row.customer_email, phone: row.customer_phone };

const presentLine = ([
  product_id,
  variant_id,
  sku,
  name,
  quantity,
  unit,
  total,
  is_custom,
  cogs,
]: LineRow) => ({
  product_id,
  variant_id,
  sku,
  name,
  quantity,
  unit_price: unit / 100,
  total: total / 100,
  is_custom,
  cogs: cogs === null ? null : cogs / 100,
});

const presentShipping = (row: OrderRow): object | null =>
  row.shipping_method_type === null
    ? null
    : {
        method_type: row.shipping_method_type,
        method_name: row.shipping_method_name,
        price: row.shipping_price,
        address: row.shipping_address && presentAddress(row.shipping_address),
        recipient_name: row.shipping_recipient_name,
        recipient_phone: row.shipping_recipient_phone,
        recipient_document: row.shipping_recipient_document,
        carrier: row.shipping_carrier,
        tracking_number: row.shipping_tracking_number,
        tracking_url: row.shipping_tracking_url,
      };
