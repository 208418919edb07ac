import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import type { DeveloperStoreRecord } from '../domain/developer.ts';
import type { Plan } from '../domain/plan.ts';
import type { StoreOnPlanRecord } from '../domain/store-plan.ts';
import { likePattern } from './like-pattern.ts';

export interface StoreRecord {
  id: string;
  name: string;
  plan: Plan;
}

const FIND: Statement = { name: 'store-find', text: 'select id, name, plan from store where id = $1' };
// NO KEY: rows that only refer to the store need not wait.
const LOCK: Statement = { name: 'store-lock', text: `${FIND.text} for no key update` };
const FIND_DEVELOPER: Statement = {
  name: 'store-find-developer',
  text: 'select developer_id from store where id = $1',
};

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
export async function storeFindDeveloper(db: Queryable, storeId: string): Promise<string | null> {
  const [row] = await db.rows<{ developer_id: string | null }>(FIND_DEVELOPER, [storeId]);
  return row?.developer_id ?? null;
}

/** The number of installed apps and the email of the first owner, of the store `s`. */
const USAGE = `(select count(*)::int from installation i where i.store_id = s.id and i.state <> 'uninstalled')
        as "installedApps",
      (select min(p.email) from membership m join person p on p.id = m.person_id
        where m.store_id = s.id and m.role = 'owner') as "ownerEmail"`;

/** Selects StoreOnPlanRecords, over the store `s`. */
const SELECT_ON_PLAN = `select s.id, s.name, s.plan, s.created_at as "createdAt", s.developer_id as "developerId",
      ${USAGE} from store s`;

const FIND_ON_PLAN: Statement = { name: 'store-find-on-plan', text: `${SELECT_ON_PLAN} where s.id = $1` };
const LIST_ON_PLANS: Statement = {
  name: 'store-list-on-plans',
  text: `${SELECT_ON_PLAN}
    where s.id < $1 and ($2::text is null or s.plan = $2) and ($3::text is null or s.name ilike $3 or s.id = $4)
    order by s.id desc limit $5`,
};
const LIST_OF_DEVELOPER: Statement = {
  name: 'store-list-of-developer',
  text: `select s.id, s.name, s.created_at as "createdAt", ${USAGE}
    from store s where s.developer_id = $1
    order by s.id`,
};

/** The store with its plan and its usage of it. */
export async function storeFindOnPlan(db: Queryable, id: string): Promise<StoreOnPlanRecord | undefined> {
  const [store] = await db.rows<StoreOnPlanRecord>(FIND_ON_PLAN, [id]);
  return store;
}

/** Stores, newest first. @param beforeId id of the last store of the previous page, or a value above all ids */
export function storeListOnPlans(
  db: Queryable,
  { plan, search }: { plan: Plan | undefined; search: string | undefined },
  beforeId: string,
  limit: number,
): Promise<StoreOnPlanRecord[]> {
  return db.rows(LIST_ON_PLANS, [beforeId, plan ?? null, likePattern(search), search ?? null, limit]);
}

/** The test stores of a developer, oldest first; bounded by the maximum per developer. */
export function storeListOfDeveloper(db: Queryable, developerId: string): Promise<DeveloperStoreRecord[]> {
  return db.rows(LIST_OF_DEVELOPER, [developerId]);
}

const INSERT_FOR_DEVELOPER: Statement = {
  name: 'store-insert-for-developer',
  text: `with made as (
      insert into store (id, name, plan, developer_id, created_at) values ($1, $2, 'developer', $3, $5) returning id)
    insert into membership (person_id, store_id, role, created_at) select $4, id, 'owner', $5 from made`,
};
const SET_PLAN: Statement = { name: 'store-update-plan', text: 'update store set plan = $2 where id = $1' };

/** Adds a test store that the person owns. @returns its id */
export async function storeInsertForDeveloper(
  tx: Queryable,
  store: { name: string; developerId: string; ownerId: string; at: Date },
): Promise<string> {
  const id = newId('sto');
  await tx.rows(INSERT_FOR_DEVELOPER, [id, store.name, store.developerId, store.ownerId, store.at]);
  return id;
}

/** Sets the plan of a store. */
export async function storeSetPlan(tx: Queryable, id: string, plan: Plan): Promise<void> {
  await tx.rows(SET_PLAN, [id, plan]);
}
