import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement } from '@commerce/service-kit/db/statement.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import type { DeveloperStoreRecord } from '../domain/developer.ts';
import type { Plan } from '../domain/plan.ts';
import type { StoreOnPlanRecord } from '../domain/store-plan.ts';
import type { SuspensionColumns } from '../domain/suspension.ts';
import { likePattern } from './like-pattern.ts';
import { developerMemberList } from './developer-member.ts';
import type { Prisma } from './prisma.ts';
import { recordFind, recordList } from './records.ts';

export interface StoreRecord {
  id: string;
  name: string;
  plan: Plan;
  suspended: boolean;
}

const FIND = statement(
  'store-find',
  'select id, name, plan, suspended_at is not null as suspended from store where id = $1',
);
// NO KEY: rows that only refer to the store need not wait.
const LOCK = statement('store-lock', `${FIND.text} for no key update`);

export async function storeFind(db: Queryable, id: string): Promise<StoreRecord | undefined> {
  const [store] = await db.rows<StoreRecord>(FIND, [id]);
  return store;
}

/** The store, locked until the commit: installations of one store are counted and created one at a time. */
export async function storeLock(tx: Queryable, id: string): Promise<StoreRecord> {
  const [store] = await tx.rows<StoreRecord>(LOCK, [id]);
  return store!;
}

/** The developer of a test store; null for a merchant's store, and for one that does not exist. */
export async function storeFindDeveloper(prisma: Prisma, id: string): Promise<string | null> {
  const store = await prisma.acrossStores.store.findFirst({ where: { id }, select: { developerId: true } });
  return store?.developerId ?? null;
}

/** The number of installed apps and the email of the first owner, of the store `s`. */
const USAGE = `(select count(*)::int from installation i where i.store_id = s.id and i.state <> 'uninstalled') as installed_apps,
      (select min(p.email) from membership m join person p on p.id = m.person_id
        where m.store_id = s.id and m.role = 'owner') as owner_email`;

/** Selects StoreOnPlanRecords, over the store `s`. */
const SELECT_ON_PLAN = `select s.id, s.name, s.plan, s.created_at, s.developer_id, s.suspended_at, s.suspended_reason,
      ${USAGE} from store s`;

const FIND_ON_PLAN = statement('store-find-on-plan', `${SELECT_ON_PLAN} where s.id = $1`);
const ON_PLANS = `s.id < $1 and ($2::text is null or s.plan = $2) and ($3::text is null or s.name ilike $3 or s.id = $4)
    order by s.id desc limit $5`;
const LIST_ON_PLANS = statement('store-list-on-plans', `${SELECT_ON_PLAN} where ${ON_PLANS}`);
const LIST_SUSPENDED = statement(
  'store-list-suspended',
  `${SELECT_ON_PLAN} where s.suspended_at is not null and ${ON_PLANS}`,
);
const LIST_OF_DEVELOPER = statement(
  'store-list-of-developer',
  `${SELECT_ON_PLAN} where s.developer_id = $1 order by s.id`,
);

/** The store with its plan and its usage of it. */
export function storeFindOnPlan(db: Queryable, id: string): Promise<StoreOnPlanRecord | undefined> {
  return recordFind<StoreOnPlanRecord>(db, FIND_ON_PLAN, [id]);
}

/** Stores, newest first. @param beforeId id of the last store of the previous page, or a value above all ids */
export function storeListOnPlans(
  db: Queryable,
  { plan, search, suspended }: { plan: Plan | undefined; search: string | undefined; suspended: boolean },
  beforeId: string,
  limit: number,
): Promise<StoreOnPlanRecord[]> {
  const values = [beforeId, plan ?? null, likePattern(search), search ?? null, limit];
  return recordList<StoreOnPlanRecord>(db, suspended ? LIST_SUSPENDED : LIST_ON_PLANS, values);
}

/** The test stores of a developer, oldest first; bounded by the maximum per developer. */
export function storeListOfDeveloper(db: Queryable, developerId: string): Promise<DeveloperStoreRecord[]> {
  return recordList<DeveloperStoreRecord>(db, LIST_OF_DEVELOPER, [developerId]);
}

/** The names of stores; those that do not exist are omitted. */
export function storeListNames(prisma: Prisma, ids: string[]): Promise<{ id: string; name: string }[]> {
  return prisma.acrossStores.store.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
}

/** Adds a test store that the members of its developer own. @returns its id */
export async function storeInsertForDeveloper(
  prisma: Prisma,
  { name, developerId, at }: { name: string; developerId: string; at: Date },
): Promise<string> {
  const id = newId('sto');
  const data = { id, name, plan: 'developer', developerId, createdAt: at };
  await prisma.acrossStores.store.create({ data });
  const members = await developerMemberList(prisma, developerId);
  await prisma.acrossStores.membership.createMany({
    data: members.map(({ personId }) => ({ storeId: id, personId, role: 'owner', createdAt: at })),
  });
  return id;
}

/** Adds the store of a merchant who signed up, on the plan demo. @returns its id */
export async function storeInsertForMerchant(
  prisma: Prisma,
  { name, personId, at }: { name: string; personId: string; at: Date },
): Promise<string> {
  const id = newId('sto');
  await prisma.acrossStores.store.create({ data: { id, name, plan: 'demo', createdAt: at } });
  await prisma
    .forStore(id)
    .membership.create({ data: { storeId: id, personId, role: 'owner', createdAt: at } });
  return id;
}

/** Number of the stores on the plan demo that a person owns. */
export function storeCountDemo(prisma: Prisma, personId: string): Promise<number> {
  return prisma.acrossStores.membership.count({
    where: { personId, role: 'owner', store: { plan: 'demo' } },
  });
}

/** Sets the plan of a store. */
export async function storeSetPlan(prisma: Prisma, id: string, plan: Plan): Promise<void> {
  await prisma.acrossStores.store.updateMany({ where: { id }, data: { plan } });
}

/** Suspends or restores a store. @returns the version of the suspension */
export async function storeSetSuspension(
  prisma: Prisma,
  id: string,
  suspension: SuspensionColumns,
): Promise<number> {
  const data = { ...suspension, suspensionVersion: { increment: 1 } };
  const { suspensionVersion } = await prisma.acrossStores.store.update({ where: { id }, data });
  return Number(suspensionVersion);
}

/** Reports whether a store is suspended. */
export async function storeIsSuspended(prisma: Prisma, id: string): Promise<boolean> {
  return (await prisma.acrossStores.store.count({ where: { id, suspendedAt: { not: null } } })) > 0;
}
