import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

/** A use of a secret by a person. */
export interface SecretUse {
  kind: 'revealed' | 'rotated';
  personId: string;
  requestId: string;
}

const INSERT: Statement = {
  name: 'secret_use-insert',
  text: 'insert into secret_use (app_id, used_at, kind, person_id, request_id) values ($1, $2, $3, $4, $5)',
};

/** Records that a person saw or rotated the secret of an app's endpoint. */
export async function secretUseInsert(
  tx: Queryable,
  appId: string,
  { kind, personId, requestId }: SecretUse,
  nowMs: number,
): Promise<void> {
  await tx.rows(INSERT, [appId, new Date(nowMs), kind, personId, requestId]);
}

interface SecretUseRow {
  used_at: Date;
  kind: SecretUse['kind'];
  person_id: string;
}

const LIST: Statement = {
  name: 'secret_use-list',
  text: 'select used_at, kind, person_id from secret_use where app_id = $1 order by used_at desc, id limit $2',
};

/** The last uses of an app's secret, newest first. */
export async function secretUseList(
  db: Queryable,
  appId: string,
  limit: number,
): Promise<{ usedAtMs: number; kind: SecretUse['kind']; personId: string }[]> {
  const rows = await db.rows<SecretUseRow>(LIST, [appId, limit]);
  return rows.map(({ used_at, kind, person_id }) => ({
    usedAtMs: used_at.getTime(),
    kind,
    personId: person_id,
  }));
}
