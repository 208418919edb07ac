import { enumName } from '@commerce/proto/enum.ts';
import { OrderSource } from '@commerce/proto/commerce/orders/v1/values.ts';
import { Actor_Kind, type Actor } from '@commerce/proto/commerce/common/v1/context.ts';
import {
  columnList,
  fromColumns,
  toColumns,
  type Columns,
  type Fields,
} from '@commerce/service-kit/db/columns.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { PaymentEntry } from '../domain/ledger.ts';
import type { OrderRecord } from '../domain/order.ts';
import type { GatewayName, PaidViaName } from '../domain/payment.ts';
import { Prisma as Schema, type OrderPayment } from '../generated/prisma/client.ts';
import type { Prisma } from './prisma.ts';

/** The columns of `order_payment`. */
export const PAYMENT_COLUMNS = columnList(Schema.OrderPaymentScalarFieldEnum);

/** A row of `order_payment`, as far as changes of an order need it. */
export type PaymentRow = Columns<Pick<OrderPayment, 'kind' | 'gateway' | 'amountCentavos' | 'paidVia'>>;

/** The payments of an order. */
export const LIST_PAYMENTS = storeStatement(
  'order_payment-list-by_order',
  `select kind, gateway, amount_centavos, paid_via from order_payment
   where store_id = $1 and order_id = $2 order by position`,
);
const INSERT = storeStatement(
  'order_payment-insert-many',
  `insert into order_payment (${PAYMENT_COLUMNS})
   select ${PAYMENT_COLUMNS} from json_populate_recordset(null::order_payment, $2) r where r.store_id = $1`,
);

/** Lists the payments of an order whose row this transaction has locked. */
export async function orderPaymentLockedList(
  tx: Queryable,
  storeId: string,
  orderId: string,
): Promise<PaymentEntry[]> {
  const rows = await tx.rows<PaymentRow>(LIST_PAYMENTS, [storeId, orderId]);
  return rows.map((row) => entryOf(fromColumns(row)));
}

/** Author and time of a change of an order. */
export interface PaymentOrigin {
  actor: Actor;
  at: Date;
}

/** The rows of the payments of an order from an index on. */
export const paymentsToRows = (
  { storeId, order, payments }: Pick<OrderRecord, 'storeId' | 'order' | 'payments'>,
  { actor, at }: PaymentOrigin,
  from = 0,
): object[] =>
  payments.slice(from).map(({ kind, gateway, amountCentavos, paidVia }, index) => {
    const row: Fields<OrderPayment> = {
      storeId,
      orderId: order.id,
      position: from + index + 1,
      kind,
      gateway,
      amountCentavos,
      paidVia: paidVia ?? null,
      actorKind: enumName(Actor_Kind, actor.kind),
      actorId: actor.id,
      at,
      cashShopId: gateway === 'cash' && order.source === OrderSource.POS ? order.shopId : null,
    };
    return toColumns(row);
  });

/** Inserts what a change appended to the payments of an order, whose row this transaction has locked. */
export async function orderPaymentAppend(
  tx: Queryable,
  before: OrderRecord,
  after: OrderRecord,
  origin: PaymentOrigin,
): Promise<void> {
  const rows = paymentsToRows(after, origin, before.payments.length);
  if (rows.length > 0) await tx.rows(INSERT, [after.storeId, JSON.stringify(rows)]);
}

/** A payment of an order with its origin. */
export type ListedPayment = PaymentEntry & Pick<OrderPayment, 'actorKind' | 'actorId' | 'at'>;

/** Lists the payments of an order, oldest first. */
export async function orderPaymentList(
  prisma: Prisma,
  storeId: string,
  orderId: string,
): Promise<ListedPayment[]> {
  const rows = await prisma
    .forStore(storeId)
    .orderPayment.findMany({ where: { orderId }, orderBy: { position: 'asc' } });
  return rows.map(({ actorKind, actorId, at, ...row }) => ({
    ...entryOf(row),
    actorKind,
    actorId,
    at,
  }));
}

/** Lists the payments of orders, by order. */
export async function orderPaymentListByOrder(
  prisma: Prisma,
  storeId: string,
  orderIds: string[],
): Promise<Map<string, PaymentEntry[]>> {
  const rows = await prisma.forStore(storeId).orderPayment.findMany({ where: { orderId: { in: orderIds } } });
  const byOrder = Map.groupBy(rows, ({ orderId }) => orderId);
  return new Map([...byOrder].map(([orderId, ofOrder]) => [orderId, ofOrder.map(entryOf)]));
}

const entryOf = ({
  kind,
  gateway,
  amountCentavos,
  paidVia,
}: Pick<OrderPayment, 'kind' | 'gateway' | 'paidVia'> & {
  amountCentavos: number | bigint;
}): PaymentEntry => ({
  kind: kind as PaymentEntry['kind'],
  gateway: gateway as GatewayName,
  amountCentavos: Number(amountCentavos),
  paidVia: (paidVia as PaidViaName | null) ?? undefined,
});
