import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

const ROTATE: Statement = {
  name: 'endpoint-rotate-secret',
  text: `update endpoint set previous_secret = secret, previous_until = $3, secret = $2, updated_at = $4
    where app_id = $1 returning 1`,
};

/** Gives an endpoint a new secret; the old one still counts until then. @returns false when the app has no endpoint */
export async function endpointRotateSecret(
  db: Queryable,
  appId: string,
  sealedSecret: string,
  previousUntilMs: number,
  nowMs: number,
): Promise<boolean> {
  const values = [appId, sealedSecret, new Date(previousUntilMs), new Date(nowMs)];
  return (await db.rows(ROTATE, values)).length > 0;
}

const ACTIVATE: Statement = {
  name: 'endpoint-activate',
  text: `update endpoint set state = 'active', first_failure_at = null, last_failure_at = null, disabled_at = null, updated_at = $2
    where app_id = $1 and state = 'disabled' returning 1`,
};

/** Makes a disabled endpoint active. @returns false when it was not disabled, or the app has none */
export async function endpointActivate(tx: Queryable, appId: string, nowMs: number): Promise<boolean> {
  return (await tx.rows(ACTIVATE, [appId, new Date(nowMs)])).length > 0;
}
