import type { AppSuspensionChanged } from '@commerce/proto/commerce/auth/v1/events.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement } from '@commerce/service-kit/db/statement.ts';

/** Condition: the app `a` of the developer `d` was suspended or restored after its last event. */
const IS_UNPUBLISHED = 'a.published_suspended <> (a.suspended_at is not null or d.suspended_at is not null)';

const PUBLISH = statement(
  'app-update-published_suspended',
  `update app a
    set published_suspended = not a.published_suspended, suspension_version = a.suspension_version + 1
    from developer d
    where a.developer_id = $1 and d.id = $1 and ${IS_UNPUBLISHED}
    returning a.id as "appId", a.published_suspended as suspended, a.suspension_version as version`,
);

/**
 * Marks the suspensions and restorations of a developer's apps as published. The caller has locked the developer, and
 * publishes them in the same transaction.
 */
export function appSuspensionTakeUnpublished(
  tx: Queryable,
  developerId: string,
): Promise<(AppSuspensionChanged & { appId: string })[]> {
  return tx.rows(PUBLISH, [developerId]);
}

const LIST_DEVELOPERS = statement(
  'app-list-developers-with_unpublished_suspension',
  `select distinct d.id from app a join developer d on d.id = a.developer_id where ${IS_UNPUBLISHED}`,
);

/** Developers with apps whose suspension or restoration is not published. */
export async function appSuspensionListDevelopers(db: Queryable): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(LIST_DEVELOPERS, []);
  return rows.map(({ id }) => id);
}
