import { ReserveStockResponse } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import type { Transaction } from '@commerce/service-kit/db/database.ts';
import { unlessRefused, type GroupedWrite, type Outcome } from '@commerce/service-kit/write/group-writer.ts';
import type { StoredAnswer } from '@commerce/service-kit/write/stored-answer.ts';
import type { Unit } from '@commerce/service-kit/write/unit.ts';
import type { Deps } from '../deps.ts';
import { changeOf } from '../domain/order-stock.ts';
import { requireStock, type ReservableStock } from '../domain/shortage.ts';
import { byKey, keyString, type StockLine } from '../domain/stock-key.ts';
import type { LockedStockItem } from '../domain/stock.ts';
import { publishStockChanged } from '../events/publish.ts';
import { productLockMany } from '../store/product.ts';
import { reservationDeleteMany, reservationAddMany } from '../store/reservation.ts';
import { stockItemApplyMany, stockItemLockMany } from '../store/stock-item.ts';
import { refreshProducts } from './refresh-projection.ts';
import {
  fieldsByKey,
  reserveOrderStock,
  stockedLines,
  type OrderReservation,
} from './reserve-order-stock.ts';

/**
 * Reserves the items of an order, all or none; once per order.
 * @throws Fault `insufficient_stock`, naming each line that lacks stock
 */
export type ReserveStock = (
  ctx: Context,
  reservation: OrderReservation,
) => Promise<ReserveStockResponse | StoredAnswer>;

/** Maximum lines of an order that shares a transaction, so that one holds neither locks nor the event loop for long. */
const MAX_GROUPED_LINES = 50;

/** Reservations of a store that arrive together share a transaction. */
export function reserveStockWith(deps: Omit<Deps, 'adjustStock' | 'reserveStock'>): ReserveStock {
  const group = deps.writer.grouped<OrderReservation, ReserveStockResponse>({
    answer: ReserveStockResponse,
    runMany: (tx, writes) => reserveMany(tx, deps, writes),
    async runAlone(ctx, reservation) {
      await refreshProducts(
        deps,
        ctx,
        reservation.lines.map(({ productId }) => productId),
      );
      await deps.writer.change(ctx, (unit) => reserveOrderStock(unit, ctx, deps.clock, reservation));
      return {};
    },
    isAlone: (_, { lines }) => lines.length > MAX_GROUPED_LINES,
  });
  return (ctx, reservation) => group.write(ctx, reservation);
}

type Write = GroupedWrite<OrderReservation>;

/** Reserves the items of orders that have no reservation and whose products are known. The others have to run alone. */
async function reserveMany(
  tx: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  writes: readonly Write[],
): Promise<Outcome<ReserveStockResponse>[]> {
  const storeId = storeOf(writes[0]!.ctx);
  const productIds = writes.flatMap(({ request }) => request.lines.map(({ productId }) => productId));
  const products = await productLockMany(tx, storeId, productIds);
  const wanted = firstOfEachOrder(writes)
    .filter(({ request }) => request.lines.every(({ productId }) => products.has(productId)))
    .map((write) => ({ write, lines: stockedLines(write.request.lines, products) }));
  const added = await reservationAddMany(
    tx,
    storeId,
    wanted.map(({ write: { request }, lines }) => ({ ...request, lines })),
  );
  const reserving = wanted.filter(({ write }) => added.has(write.request.orderId));
  const locked = await stockItemLockMany(tx, storeId, distinctKeys(reserving.flatMap(({ lines }) => lines)));
  const stock = new RemainingStock({ products, items: byKey(locked), nowMs: clock.now() });
  const outcomes = new Map(reserving.map(({ write, lines }) => [write, stock.reserve(write, lines)]));
  const refused = reserving.filter(({ write }) => outcomes.get(write) !== RESERVED);
  await reservationDeleteMany(
    tx,
    storeId,
    refused.map(({ write }) => write.request.orderId),
  );
  await stock.save(tx, storeId);
  return writes.map((write) => outcomes.get(write) ?? 'alone');
}

const firstOfEachOrder = (writes: readonly Write[]): Write[] => [
  ...new Map(writes.toReversed().map((write) => [write.request.orderId, write])).values(),
];

const distinctKeys = (lines: StockLine[]): StockLine[] => [...byKey(lines).values()];

const RESERVED: Outcome<ReserveStockResponse> = { response: {} };

/** Locked stock, of which the orders of a group reserve one after the other. */
class RemainingStock {
  readonly #stock: ReservableStock;
  /** Items after the reservations so far, by `keyString`. */
  readonly #items: Map<string, LockedStockItem>;
  /** The last order that reserved units of each changed item, by `keyString`: its event has the actor of that order. */
  readonly #reservedBy = new Map<string, Unit>();

  constructor({ items, ...stock }: ReservableStock) {
    this.#items = new Map(items);
    this.#stock = { ...stock, items: this.#items };
  }

  /** Reserves the items of an order. @returns the refusal when one of them lacks stock, and then reserves none */
  reserve({ request, unit }: Write, lines: StockLine[]): Outcome<ReserveStockResponse> {
    return unlessRefused(() => {
      requireStock(lines, this.#stock, fieldsByKey(request.lines));
      for (const line of lines) {
        const key = keyString(line);
        const { item, reserved } = changeOf(this.#items.get(key)!, line, 'released', 'reserved');
        this.#items.set(key, { ...item, reserved });
        this.#reservedBy.set(key, unit);
      }
      return RESERVED;
    });
  }

  /** Writes the changed items, and publishes each once. */
  async save(tx: Transaction, storeId: string): Promise<void> {
    const changes = [...this.#reservedBy.keys()].map((key) => {
      const item = this.#items.get(key)!;
      return { item, onHand: item.onHand, reserved: item.reserved };
    });
    for (const item of await stockItemApplyMany(tx, storeId, changes, undefined))
      publishStockChanged(this.#reservedBy.get(keyString(item))!, item);
  }
}
