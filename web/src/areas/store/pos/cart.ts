import type { Sellable } from '@commerce/console-api/routes/pos.ts';
import { priceFor, type ItemPrice } from './item-prices.ts';

/** Line of the cart. */
export interface CartLine extends Omit<Sellable, 'refusal'> {
  quantity: number;
  /** Discount of each unit. */
  discount?: Discount | null | undefined;
  /** Reason why the last attempt to sell it was refused. */
  problem?: string | undefined;
}

/** Discount: an amount, or hundredths of a percent of the price or of the lines. */
export type Discount = { centavos: number } | { percentBp: number };

/** Sale being prepared. */
export interface Cart {
  shopId: string;
  buyer: { id: string; name: string } | null;
  discount: Discount | null;
  lines: CartLine[];
  /** Key of the last attempt to sell it. While that sale waits, the cart must not be sold again. */
  sendingKey?: string | undefined;
}

/** Action on a cart. */
export type CartAct =
  | { kind: 'add'; item: Sellable }
  | { kind: 'quantity'; index: number; quantity: number }
  | { kind: 'lineDiscount'; index: number; discount: Discount | null }
  | { kind: 'remove'; index: number }
  | { kind: 'buyer'; buyer: Cart['buyer'] }
  | { kind: 'discount'; discount: Discount | null }
  | { kind: 'shop'; shopId: string }
  | { kind: 'prices'; shopId: string; prices: ItemPrice[]; unsold: string }
  | { kind: 'problems'; problems: Map<number, string> }
  | { kind: 'replace'; cart: Cart }
  | { kind: 'sending'; key: string }
  | { kind: 'sold'; key: string }
  | { kind: 'clear' };

/** Maximum units of a line. More is a typing error, such as a scan into the quantity field. */
export const MAX_UNITS = 9_999;

export const emptyCart = (shopId: string): Cart => ({ shopId, buyer: null, discount: null, lines: [] });

/** Reducer of the cart. A discount requires lines. */
export function cartAfter(before: Cart, act: CartAct): Cart {
  const cart = changed(before, act);
  return cart.lines.length === 0 ? { ...cart, discount: null } : cart;
}

function changed(cart: Cart, act: CartAct): Cart {
  const { lines } = cart;
  switch (act.kind) {
    case 'add':
      return { ...cart, lines: withItem(lines, act.item) };
    case 'quantity': {
      const line = lines[act.index]!;
      const quantity = Math.min(Math.max(act.quantity, 1), MAX_UNITS);
      return { ...cart, lines: lines.with(act.index, { ...line, quantity, problem: undefined }) };
    }
    case 'lineDiscount': {
      const line = lines[act.index]!;
      return {
        ...cart,
        lines: lines.with(act.index, { ...line, discount: act.discount, problem: undefined }),
      };
    }
    case 'remove':
      return { ...cart, lines: lines.toSpliced(act.index, 1) };
    case 'buyer':
      return { ...cart, buyer: act.buyer };
    case 'discount':
      return { ...cart, discount: act.discount };
    case 'shop':
      return { ...cart, shopId: act.shopId };
    case 'prices':
      // Another shop was chosen since the prices were requested.
      if (cart.shopId !== act.shopId) return cart;
      return { ...cart, lines: lines.map((line) => withPrice(line, act.prices, act.unsold)) };
    case 'problems':
      return { ...cart, lines: lines.map((line, n) => ({ ...line, problem: act.problems.get(n) })) };
    case 'replace':
      return act.cart;
    case 'sending':
      return { ...cart, sendingKey: act.key };
    case 'sold':
      return cart.sendingKey === act.key ? emptyCart(cart.shopId) : cart;
    case 'clear':
      return emptyCart(cart.shopId);
  }
}

function withItem(lines: CartLine[], item: Sellable): CartLine[] {
  const index = lines.findIndex(
    ({ productId, variantId }) => productId === item.productId && variantId === item.variantId,
  );
  if (index === -1) return [...lines, { ...item, quantity: 1 }];
  const line = lines[index]!;
  return lines.with(index, {
    ...line,
    ...item,
    quantity: Math.min(line.quantity + 1, MAX_UNITS),
    problem: undefined,
  });
}

/** A line with its current price. A line that was added after the prices were requested stays as it is. */
function withPrice(line: CartLine, prices: readonly ItemPrice[], unsold: string): CartLine {
  const price = priceFor(line, prices);
  if (price === undefined) return line;
  if (price === null) return { ...line, problem: unsold };
  return { ...line, ...price, problem: line.problem === unsold ? undefined : line.problem };
}

/** Amount of a discount. A percentage is computed as the platform does, half a centavo rounded up. */
export function discountFrom(discount: Discount | null | undefined, centavos: number): number {
  if (!discount) return 0;
  if ('centavos' in discount) return discount.centavos;
  return Number((BigInt(centavos) * BigInt(discount.percentBp) + 5_000n) / 10_000n);
}

/** Discount of a unit, at most its price. */
export const unitDiscountOf = ({ priceCentavos, discount }: CartLine): number =>
  Math.min(discountFrom(discount, priceCentavos), priceCentavos);

/** Total of a line, after the discounts of its units. */
export const lineTotalOf = (line: CartLine): number =>
  (line.priceCentavos - unitDiscountOf(line)) * line.quantity;

/** Total of the lines before the discount of the sale. */
export const subtotalOf = ({ lines }: Cart): number =>
  lines.reduce((sum, line) => sum + lineTotalOf(line), 0);

/** Amount of the discount of the sale. */
export const discountOf = (cart: Cart): number => discountFrom(cart.discount, subtotalOf(cart));

/** Reports whether a line or the whole sale is discounted by more than a limit in hundredths of a percent. */
export function isOverLimit(cart: Cart, percentBp: number): boolean {
  const limits = cart.lines.map(
    ({ priceCentavos, quantity }) => discountFrom({ percentBp }, priceCentavos) * quantity,
  );
  const full = cart.lines.reduce((sum, { priceCentavos, quantity }) => sum + priceCentavos * quantity, 0);
  const limit = Math.max(
    discountFrom({ percentBp }, full),
    limits.reduce((sum, each) => sum + each, 0),
  );
  return (
    cart.lines.some((line, n) => unitDiscountOf(line) * line.quantity > limits[n]!) ||
    full - subtotalOf(cart) + discountOf(cart) > limit
  );
}

/** Amount to pay; never negative. */
export const totalOf = (cart: Cart): number => Math.max(subtotalOf(cart) - discountOf(cart), 0);

/** Number of units in the cart. */
export const unitsOf = ({ lines }: Cart): number => lines.reduce((sum, { quantity }) => sum + quantity, 0);

/** Owner of a cart: several people may sell in one browser, one after the other. */
export interface CartOwner {
  store: string;
  person: string;
}

const cartKey = ({ store, person }: CartOwner) => `pos cart ${store} ${person}`;
const shopKey = (store: string) => `pos shop ${store}`;

/** Cart stored in the browser for a person: reloading the page loses nothing. */
export function loadCart(owner: CartOwner): Cart | undefined {
  try {
    const cart = JSON.parse(localStorage.getItem(cartKey(owner)) ?? 'null') as Cart | null;
    return cart === null ? undefined : { ...emptyCart(cart.shopId), ...cart };
  } catch {
    return undefined;
  }
}

/** Stores the cart, and the shop for the next time. */
export function saveCart(owner: CartOwner, cart: Cart): void {
  localStorage.setItem(cartKey(owner), JSON.stringify(cart));
  localStorage.setItem(shopKey(owner.store), cart.shopId);
}

/** Shop last used for sales in this browser. */
export const lastShop = (store: string): string | null => localStorage.getItem(shopKey(store));
