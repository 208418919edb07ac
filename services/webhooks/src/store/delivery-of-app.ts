import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

const CANCEL: Statement = {
  name: 'delivery-cancel-of-app',
  // Those that are locked are being finished by others, who will see that the endpoint is disabled.
  text: `update delivery set state = 'cancelled', finished_at = $2, leased_until = null where id = any(array(
      select id from delivery where app_id = $1 and state in ('pending', 'retrying') and type <> all($3)
      order by id for update skip locked))
    returning 1`,
};

/** Cancels what is on its way to an app. @param kept types that are not cancelled @returns how many were */
export async function deliveryCancelOfApp(
  tx: Queryable,
  appId: string,
  nowMs: number,
  kept: readonly string[],
): Promise<number> {
  return (await tx.rows(CANCEL, [appId, new Date(nowMs), kept])).length;
}

const RESUME: Statement = {
  name: 'delivery-resume-of-app',
  text: `update delivery set state = 'pending', attempts = 0, due_at = $2, leased_until = null where id = any(array(
      select id from delivery where app_id = $1 and state in ('pending', 'retrying') order by id for update))
    returning 1`,
};

/** Begins the schedules of what waits for an app anew. @returns how many do */
export async function deliveryResumeOfApp(tx: Queryable, appId: string, nowMs: number): Promise<number> {
  return (await tx.rows(RESUME, [appId, new Date(nowMs)])).length;
}
