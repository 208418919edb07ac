import type { Clock } from '@commerce/service-kit/clock.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import { conflict } from '@commerce/service-kit/fault.ts';
import type { Unit } from '@commerce/service-kit/write/writer.ts';
import { byGoods, goodsKey, type Line } from '../domain/goods.ts';
import { changeOf, comeBack, mustBeThere, type GoodsState } from '../domain/order-stock.ts';
import type { StockedProduct } from '../domain/product.ts';
import { insufficient, shortage } from '../domain/shortage.ts';
import { tellStockChanged } from '../events/publish.ts';
import { productLockMany } from '../store/product-lock.ts';
import { stockItemApplyMany } from '../store/stock-item-apply.ts';
import { stockItemAddMissing, stockItemLockMany } from '../store/stock-item-lock.ts';

/** Most that a column of units can hold. */
const MOST_ON_HAND = 2 ** 31 - 1;

/** Goods of an order that go from one state to another. */
export interface Move {
  orderId: string;
  /** Each named once. */
  lines: Line[];
  from: GoodsState;
  to: GoodsState;
  /** The products of the lines, when they are locked already. */
  products?: ReadonlyMap<string, StockedProduct>;
}

/**
 * Brings the goods of an order, whose reservation is locked, from one state into another: all or none.
 * @param fieldsOf the fields of the request that ask for a line, for the refusal to name
 * @throws Fault `insufficient_stock`
 */
export async function moveGoods(
  unit: Unit,
  ctx: Context,
  clock: Clock,
  { orderId, lines, from, to, products: locked }: Move,
  fieldsOf: (line: Line) => string[] = () => [],
): Promise<void> {
  const storeId = storeOf(ctx);
  const back = comeBack(from, to);
  // Otherwise something is reserved, which a deletion leaves alone.
  const productIds = lines.map(({ productId }) => productId);
  const products =
    back || mustBeThere(from, to)
      ? (locked ?? (await productLockMany(unit, storeId, productIds)))
      : undefined;
  if (back) await stockItemAddMissing(unit, storeId, lines);
  const items = byGoods(await stockItemLockMany(unit, storeId, lines));
  if (mustBeThere(from, to)) {
    const lacking = lines.flatMap((line) => {
      const product = products!.get(line.productId);
      const message = shortage(line, product, items.get(goodsKey(line)), clock.now());
      if (message === undefined) return [];
      const fields = fieldsOf(line);
      return fields.length > 0 ? fields.map((field) => ({ field, message })) : [{ message }];
    });
    if (lacking.length > 0) throw insufficient(lacking);
  }
  const changes = lines.map((line) => changeOf(items.get(goodsKey(line))!, line, from, to));
  if (changes.some(({ onHand }) => onHand > MOST_ON_HAND))
    throw conflict('invalid_transition', 'More would come back than can be on hand.');
  const kind = back ? 'return' : 'sale';
  const changed = await stockItemApplyMany(unit, storeId, changes, {
    kind,
    orderId,
    actor: ctx.actor,
    atMs: clock.now(),
  });
  for (const item of changed) tellStockChanged(unit, item);
}
