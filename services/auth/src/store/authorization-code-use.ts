import type { Queryable } from '@commerce/service-kit/db/database.ts';

const STATEMENT = {
  name: 'authorization-code-use',
  text: `update authorization_code set used_at = $2, installation_id = $3, family_id = $4, forget_at = $5
    where code_hash = $1`,
};

/** Uses the code up, remembering what it gave for as long as that may live. */
export async function useCode(
  tx: Queryable,
  use: { codeHash: Buffer; usedAt: Date; installationId: string; familyId: string; forgetAt: Date },
): Promise<void> {
  await tx.rows(STATEMENT, [use.codeHash, use.usedAt, use.installationId, use.familyId, use.forgetAt]);
}
