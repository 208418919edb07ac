import type { ShopFields } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { PostalAddress } from '@commerce/proto/commerce/common/v1/resource.ts';
import type { CustomerFields } from '@commerce/proto/commerce/customers/v1/customers.ts';
import type { Shipping } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { SeedSize } from '@commerce/proto/commerce/orders/v1/sandbox.ts';
import { OrderSource, PaymentGateway, ShippingMethod } from '@commerce/proto/commerce/orders/v1/values.ts';
import { ADDRESSES, BRANDS, CATEGORIES, FIRST_NAMES, LAST_NAMES, SHOPS } from './words.ts';

/** A product of the sample data; the category and the brand by their indexes. */
export interface PlannedProduct {
  name: string;
  sku: string;
  barcode: string;
  category: number;
  brand: number;
  axis: string | undefined;
  /** Values of the axis; one empty value for a product without variants. */
  values: readonly string[];
  priceCentavos: number;
  costCentavos: number;
}

/** Units of a product or variant at a shop; all by their indexes. */
export interface PlannedStock {
  shop: number;
  product: number;
  value: number;
  onHand: number;
}

/** Last step that is made with an order. */
export type OrderEnd = 'created' | 'paid' | 'preparing' | 'shipped' | 'delivered' | 'cancelled';

/** An order of the sample data; shop, products and customer by their indexes. */
export interface PlannedOrder {
  source: OrderSource;
  gateway: PaymentGateway;
  end: OrderEnd;
  shop: number;
  /** Absent for a sale to an unknown buyer. */
  customer: number | undefined;
  lines: { product: number; value: number; quantity: number }[];
  shipping: Shipping | undefined;
}

/** The sample data of a size. */
export interface SeedPlan {
  shops: ShopFields[];
  products: PlannedProduct[];
  stock: PlannedStock[];
  customers: CustomerFields[];
  orders: PlannedOrder[];
}

const SIZES: Partial<
  Record<SeedSize, { shops: number; products: number; customers: number; orders: number }>
> = {
  [SeedSize.SMALL]: { shops: 2, products: 20, customers: 10, orders: 15 },
  [SeedSize.MEDIUM]: { shops: 3, products: 200, customers: 100, orders: 150 },
};

/** The sample data of a size, always the same. */
export function seedPlan(size: SeedSize): SeedPlan {
  const counts = SIZES[size] ?? { shops: 0, products: 0, customers: 0, orders: 0 };
  const shops = times(counts.shops, shopAt);
  const products = times(counts.products, productAt);
  const customers = times(counts.customers, customerAt);
  const stock = products.flatMap((planned, product) =>
    shops.flatMap((_, shop) =>
      planned.values.map((__, value) => ({ shop, product, value, onHand: onHandAt(shop, product, value) })),
    ),
  );
  const left = stock.map((item) => ({ ...item }));
  const orders = times(counts.orders, (n) => orderAt(n, counts.shops, left, customers));
  return { shops, products, stock, customers, orders };
}

/** Number of the shops, products, customers and orders of a plan. */
export const seedTotal = ({ shops, products, customers, orders }: SeedPlan): number =>
  shops.length + products.length + customers.length + orders.length;

const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

/** A number from 0 to below `below`, which looks random but is always the same for `n`. */
const spread = (n: number, below: number): number => (Math.imul(n + 1, 2_654_435_761) >>> 8) % below;

const wrapped = <T>(list: readonly T[], n: number): T => list[n % list.length]!;

/** Without accents, for email addresses. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[^a-zA-Z]/g, '')
    .toLowerCase();

function shopAt(n: number): ShopFields {
  const [name, street, streetNumber, city, postalCode, area] = wrapped(SHOPS, n);
  const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
  return {
    name,
    phone: `+54 ${area} 4${String(1_000_000 + spread(n, 9_000_000)).slice(0, 9 - area.length)}`,
    email: `${plain(name)}@example.com`,
    address: { street, streetNumber, city, postalCode },
    schedule: weekdays.map((day) => ({ day, open: '09:00', close: '19:00' })),
    isActive: true,
  };
}

/** Kind and brand differ within a category for 25 products of it, so that the names are distinct. */
function productAt(n: number): PlannedProduct {
  const category = n % CATEGORIES.length;
  const inCategory = Math.floor(n / CATEGORIES.length);
  const kinds = CATEGORIES[category]!.kinds;
  const [name, pesos, axis, values = ['']] = wrapped(kinds, inCategory);
  const brand = (category + inCategory + Math.floor(inCategory / kinds.length)) % BRANDS.length;
  const priceCentavos = pesos * 100 + brand * 50_000;
  return {
    name: `${name} ${BRANDS[brand]}`,
    sku: `MST-${String(n + 1).padStart(4, '0')}`,
    barcode: `7790${String(n + 1).padStart(9, '0')}`,
    category,
    brand,
    axis,
    values,
    priceCentavos,
    costCentavos: Math.round(priceCentavos * 0.55),
  };
}

/** Every ninth item is out of stock at a shop, and every seventh almost. */
function onHandAt(shop: number, product: number, value: number): number {
  const n = product * 7 + value * 3 + shop * 5;
  if (n % 9 === 8) return 0;
  return n % 7 === 6 ? 2 : 12 + spread(n, 60);
}

/** A customer; 400 of them are distinct. */
export function customerAt(n: number): CustomerFields {
  const first = wrapped(FIRST_NAMES, n);
  const last = wrapped(LAST_NAMES, n * 7 + Math.floor(n / FIRST_NAMES.length));
  return {
    name: `${first} ${last}`,
    email: `${plain(first)}.${plain(last)}@example.com`,
    phone: `+54 11 4${String(1_000_000 + spread(n, 9_000_000))}`,
    dni: String(20_000_000 + spread(n, 25_000_000)),
    shippingAddresses: { addresses: [addressAt(n)] },
  };
}

function addressAt(n: number): PostalAddress {
  const [street, city, state, postalCode] = wrapped(ADDRESSES, n);
  return { street, streetNumber: String(100 + spread(n, 4_900)), city, state, postalCode };
}

/** Sources, payments and ends of the orders, in turns. */
const TURNS: readonly Pick<PlannedOrder, 'source' | 'gateway' | 'end'>[] = [
  { source: OrderSource.ONLINE, gateway: PaymentGateway.CARD_ONLINE, end: 'delivered' },
  { source: OrderSource.POS, gateway: PaymentGateway.CASH, end: 'created' },
  { source: OrderSource.ONLINE, gateway: PaymentGateway.CARD_ONLINE, end: 'shipped' },
  { source: OrderSource.ONLINE, gateway: PaymentGateway.BANK_TRANSFER, end: 'created' },
  { source: OrderSource.ONLINE, gateway: PaymentGateway.CARD_ONLINE, end: 'paid' },
  { source: OrderSource.POS, gateway: PaymentGateway.CARD_TERMINAL, end: 'created' },
  { source: OrderSource.PHONE, gateway: PaymentGateway.BANK_TRANSFER, end: 'preparing' },
  { source: OrderSource.ONLINE, gateway: PaymentGateway.CARD_ONLINE, end: 'cancelled' },
];

function orderAt(n: number, shops: number, left: PlannedStock[], customers: CustomerFields[]): PlannedOrder {
  const turn = wrapped(TURNS, n);
  const shop = n % shops;
  const isPos = turn.source === OrderSource.POS;
  const customer = isPos && n % 3 === 0 ? undefined : spread(n, customers.length);
  const lines = times(1 + (n % 3), (at) => takeLine(left, shop, n * 3 + at, 1 + spread(n + at, 2)));
  const merged = lines.filter(
    ({ product, value }, at) => lines.findIndex((l) => l.product === product && l.value === value) === at,
  );
  const buyer = customers[customer ?? 0]!;
  const address = n % 5 === 3 ? undefined : buyer.shippingAddresses?.addresses[0];
  return { ...turn, shop, customer, lines: merged, shipping: isPos ? undefined : shippingTo(buyer, address) };
}

/** Takes units of an item that the shop still has; cancelled orders keep theirs in this count. */
function takeLine(
  left: PlannedStock[],
  shop: number,
  n: number,
  quantity: number,
): PlannedOrder['lines'][number] {
  const start = spread(n, left.length);
  const order = [...left.slice(start), ...left.slice(0, start)];
  const item = order.find((one) => one.shop === shop && one.onHand >= quantity + 1)!;
  item.onHand -= quantity;
  return { product: item.product, value: item.value, quantity };
}

/** Shipping to a customer: to their first address, or collected at the shop. */
export function shippingTo(
  { name = '', phone = '', dni = '' }: Pick<CustomerFields, 'name' | 'phone' | 'dni'>,
  address: PostalAddress | undefined,
): Shipping {
  const recipient = { recipientName: name, recipientPhone: phone, recipientDocument: dni, address };
  if (address === undefined)
    return {
      ...recipient,
      methodType: ShippingMethod.PICKUP,
      methodName: 'Retiro en el local',
      priceCentavos: 0,
    };
  return {
    ...recipient,
    methodType: ShippingMethod.CARRIER,
    methodName: 'Envío a domicilio',
    priceCentavos: 450_000,
    carrier: 'Correo Argentino',
  };
}
