import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import type { RegisterTotals, RegisterRecord } from '../domain/register.ts';
import type { Prisma } from './prisma.ts';

/** The sums of an open session are computed from an index; those of a closed one are kept, and its payments are not read. */
const SESSIONS = `select s.id, s.shop_id as "shopId", s.opened_by as "openedBy", s.opened_at as "openedAt",
     s.float_centavos as "floatCentavos", s.closed_by as "closedBy", s.closed_at as "closedAt",
     s.counted_centavos as "countedCentavos",
     coalesce(s.sales_centavos, cash.sales, 0) as "salesCentavos",
     coalesce(s.refunds_centavos, cash.refunds, 0) as "refundsCentavos",
     coalesce(s.pay_ins_centavos, moved.ins, 0) as "payInsCentavos",
     coalesce(s.pay_outs_centavos, moved.outs, 0) as "payOutsCentavos"
   from register_session s
   left join lateral (
     select (sum(p.amount_centavos) filter (where p.kind = 'payment'))::bigint as sales,
       (sum(p.amount_centavos) filter (where p.kind = 'refund'))::bigint as refunds
     from order_payment p
     where s.closed_at is null and p.store_id = $1 and p.cash_shop_id = s.shop_id and p.at > s.opened_at
   ) cash on true
   left join lateral (
     select (sum(m.amount_centavos) filter (where m.kind = 'pay_in'))::bigint as ins,
       (sum(m.amount_centavos) filter (where m.kind = 'pay_out'))::bigint as outs
     from cash_movement m where s.closed_at is null and m.store_id = $1 and m.session_id = s.id
   ) moved on true`;

const FIND = storeStatement('register_session-find-by_id', `${SESSIONS} where s.store_id = $1 and s.id = $2`);
/** The open session of a shop. */
export const FIND_OPEN = storeStatement(
  'register_session-find-open',
  `${SESSIONS} where s.store_id = $1 and s.shop_id = $2 and s.closed_at is null`,
);
/** $3 is a shop, $4 a person, each null for all. */
export const LIST = storeStatement(
  'register_session-list',
  `${SESSIONS} where s.store_id = $1 and s.opened_at < $2 and ($3::text is null or s.shop_id = $3)
     and ($4::text is null or s.opened_by = $4)
   order by s.opened_at desc limit $5`,
);

type Row = Omit<RegisterRecord, 'closed'> & {
  closedBy: string | null;
  closedAt: Date | null;
  countedCentavos: number | null;
};

/** Finds a session with its sums. */
export async function registerSessionFind(
  db: Queryable,
  storeId: string,
  id: string,
): Promise<RegisterRecord | undefined> {
  if (!isId('reg', id)) return undefined;
  return (await db.rows<Row>(FIND, [storeId, id])).map(recordOf)[0];
}

/** Finds the open session of a shop with its sums. */
export async function registerSessionFindOpen(
  db: Queryable,
  storeId: string,
  shopId: string,
): Promise<RegisterRecord | undefined> {
  if (!isId('shp', shopId)) return undefined;
  return (await db.rows<Row>(FIND_OPEN, [storeId, shopId])).map(recordOf)[0];
}

/** Lists sessions that were opened before a time, the last opened first. */
export async function registerSessionList(
  db: Queryable,
  storeId: string,
  {
    before,
    shopId,
    openedBy,
    limit,
  }: { before: Date; shopId: string | undefined; openedBy: string | undefined; limit: number },
): Promise<RegisterRecord[]> {
  if (shopId !== undefined && !isId('shp', shopId)) return [];
  const rows = await db.rows<Row>(LIST, [storeId, before, shopId ?? null, openedBy ?? null, limit]);
  return rows.map(recordOf);
}

const recordOf = ({ closedBy, closedAt, countedCentavos, ...row }: Row): RegisterRecord => ({
  ...row,
  closed: closedAt === null ? undefined : { by: closedBy!, at: closedAt, countedCentavos: countedCentavos! },
});

/** Inserts an open session. */
export async function registerSessionInsert(
  prisma: Prisma,
  storeId: string,
  session: Pick<RegisterRecord, 'id' | 'shopId' | 'openedBy' | 'openedAt' | 'floatCentavos'>,
): Promise<void> {
  await prisma.forStore(storeId).registerSession.create({ data: { storeId, ...session } });
}

/** Closes an open session with its sums. */
export async function registerSessionClose(
  prisma: Prisma,
  storeId: string,
  id: string,
  {
    closed: { by, at, countedCentavos },
    ...totals
  }: RegisterTotals & { closed: NonNullable<RegisterRecord['closed']> },
): Promise<void> {
  const data = { ...totals, closedBy: by, closedAt: at, countedCentavos };
  await prisma.forStore(storeId).registerSession.updateMany({ where: { id, closedAt: null }, data });
}
