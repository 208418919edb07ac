import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

/** What somebody did with a secret. */
export interface SecretUse {
  kind: 'revealed' | 'rotated';
  personId: string;
  requestId: string;
}

const INSERT: Statement = {
  name: 'secret_use-insert',
  text: 'insert into secret_use (app_id, used_at, kind, person_id, request_id) values ($1, $2, $3, $4, $5)',
};

/** Notes that somebody saw or rotated the secret of an app's endpoint. */
export async function secretUseInsert(
  tx: Queryable,
  appId: string,
  { kind, personId, requestId }: SecretUse,
  nowMs: number,
): Promise<void> {
  await tx.rows(INSERT, [appId, new Date(nowMs), kind, personId, requestId]);
}

const LIST: Statement = {
  name: 'secret_use-list',
  text: 'select used_at, kind, person_id from secret_use where app_id = $1 order by used_at desc, id limit $2',
};

/** The last uses of an app's secret, the newest first. */
export function secretUseList(
  db: Queryable,
  appId: string,
  limit: number,
): Promise<{ used_at: Date; kind: SecretUse['kind']; person_id: string }[]> {
  return db.rows(LIST, [appId, limit]);
}

const SECRET: Statement = {
  name: 'endpoint-find-secret',
  text: 'select secret from endpoint where app_id = $1',
};

/** The sealed secret of an app's endpoint; undefined when it has none. */
export async function endpointFindSecret(tx: Queryable, appId: string): Promise<string | undefined> {
  return (await tx.rows<{ secret: string }>(SECRET, [appId]))[0]?.secret;
}
