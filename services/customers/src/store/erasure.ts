import { Actor } from '@commerce/proto/commerce/common/v1/context.ts';
import type { OrderReference } from '@commerce/proto/commerce/common/v1/resource.ts';
import { columnList, type Columns, fromColumns } from '@commerce/service-kit/db/columns.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement, storeStatement } from '@commerce/service-kit/db/statement.ts';
import { Prisma as Schema, type Erasure } from '../generated/prisma/client.ts';
import type { Prisma } from './prisma.ts';

/** Progress of the erasure of a customer over all services. */
export interface ErasureRecord {
  storeId: string;
  customerId: string;
  requestedAtMs: number;
  actor: Actor;
  requestId: string;
  /** Hash of the customer's email; undefined without an email, and once `customers.redact` is published. */
  emailHash: string | undefined;
  ordersDoneAtMs: number | undefined;
  logDoneAtMs: number | undefined;
  /** Orders that still have delivery data of the person, or whose log is not cleaned yet. */
  openOrders: OrderReference[];
  redactedAtMs: number | undefined;
  completedAtMs: number | undefined;
  /** When the next step is due. */
  nextAtMs: number;
}

const LOCK = storeStatement(
  'erasure-lock',
  `select ${columnList(Schema.ErasureScalarFieldEnum)} from erasure
   where store_id = $1 and customer_id = $2 for update`,
);
/** Across stores: due erasures, longest due first. */
const LIST_DUE = statement(
  'erasure-list-due',
  `select store_id as "storeId", customer_id as "customerId" from erasure
   where completed_at is null and next_at <= $1 order by next_at limit $2`,
);
const CLAIM = storeStatement(
  'erasure-claim',
  `update erasure set next_at = $4
   where store_id = $1 and customer_id = $2 and completed_at is null and next_at <= $3 returning 1`,
);

const msOf = (at: Date | null): number | undefined => at?.getTime();
const dateOf = (ms: number | undefined): Date | null => (ms === undefined ? null : new Date(ms));

const fromRow = (row: Erasure): ErasureRecord => ({
  storeId: row.storeId,
  customerId: row.customerId,
  requestedAtMs: row.requestedAt.getTime(),
  actor: Actor.decode(row.actor),
  requestId: row.requestId,
  emailHash: row.emailHash ?? undefined,
  ordersDoneAtMs: msOf(row.ordersDoneAt),
  logDoneAtMs: msOf(row.logDoneAt),
  openOrders: row.openOrders as unknown as OrderReference[],
  redactedAtMs: msOf(row.redactedAt),
  completedAtMs: msOf(row.completedAt),
  nextAtMs: row.nextAt.getTime(),
});

const toRow = (erasure: ErasureRecord) => ({
  storeId: erasure.storeId,
  customerId: erasure.customerId,
  requestedAt: new Date(erasure.requestedAtMs),
  actor: new Uint8Array(Actor.encode(erasure.actor).finish()),
  requestId: erasure.requestId,
  emailHash: erasure.emailHash ?? null,
  ordersDoneAt: dateOf(erasure.ordersDoneAtMs),
  logDoneAt: dateOf(erasure.logDoneAtMs),
  openOrders: erasure.openOrders.map(({ id, orderNumber }) => ({ id, orderNumber })),
  redactedAt: dateOf(erasure.redactedAtMs),
  completedAt: dateOf(erasure.completedAtMs),
  nextAt: new Date(erasure.nextAtMs),
});

/** The erasure of a customer; undefined when the customer was not erased. */
export async function erasureFind(
  prisma: Prisma,
  storeId: string,
  customerId: string,
): Promise<ErasureRecord | undefined> {
  const row = await prisma.forStore(storeId).erasure.findFirst({ where: { customerId } });
  return row === null ? undefined : fromRow(row);
}

/** Locks the erasure of a customer until the end of the transaction. */
export async function erasureLock(
  tx: Queryable,
  storeId: string,
  customerId: string,
): Promise<ErasureRecord | undefined> {
  const [row] = await tx.rows<Columns<Erasure>>(LOCK, [storeId, customerId]);
  return row && fromRow(fromColumns<Erasure>(row));
}

/** Adds an erasure. */
export async function erasureInsert(prisma: Prisma, erasure: ErasureRecord): Promise<void> {
  await prisma.forStore(erasure.storeId).erasure.create({ data: toRow(erasure) });
}

/** Writes an erasure that is locked by the transaction. */
export async function erasureUpdate(prisma: Prisma, erasure: ErasureRecord): Promise<void> {
  const { storeId, customerId, ...data } = toRow(erasure);
  await prisma.forStore(storeId).erasure.updateMany({ where: { customerId }, data });
}

/** Sets when the next step is due. */
export async function erasurePostpone(
  prisma: Prisma,
  storeId: string,
  customerId: string,
  nextAt: Date,
): Promise<void> {
  await prisma.forStore(storeId).erasure.updateMany({ where: { customerId }, data: { nextAt } });
}

/** Claims due erasures until `claimedUntil`, when another process may take over. */
export async function erasureClaimDue(
  db: Queryable,
  now: Date,
  claimedUntil: Date,
  limit: number,
): Promise<{ storeId: string; customerId: string }[]> {
  const due = await db.rows<{ storeId: string; customerId: string }>(LIST_DUE, [now, limit]);
  const claimed = await Promise.all(
    due.map(({ storeId, customerId }) => db.rows(CLAIM, [storeId, customerId, now, claimedUntil])),
  );
  // Those that another process has claimed since are left out.
  return due.filter((_, index) => claimed[index]!.length > 0);
}
