import type { Queryable } from '@commerce/service-kit/db/database.ts';

const STATEMENT = {
  name: 'installation-revoke',
  text: `update installation set state = 'revoked', generation = generation + 1, family_id = null, updated_at = $2
    where id = $1 and state = 'installed'`,
};

/** Ends all tokens of the installation; it stays installed for the plan's count. */
export async function revokeInstallation(tx: Queryable, id: string, at: Date): Promise<void> {
  await tx.rows(STATEMENT, [id, at]);
}
