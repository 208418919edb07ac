import type { Queryable } from '@commerce/service-kit/db/database.ts';

const STATEMENT = {
  name: 'installation-begin-generation',
  text: `update installation set generation = generation + 1, version = version + 1, updated_at = $2 where id = $1`,
};

/** Ends the access tokens given so far; the family of refresh tokens goes on. */
export async function beginGeneration(tx: Queryable, id: string, at: Date): Promise<void> {
  await tx.rows(STATEMENT, [id, at]);
}
