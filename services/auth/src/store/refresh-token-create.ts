import type { Queryable } from '@commerce/service-kit/db/database.ts';

const STATEMENT = {
  name: 'refresh-token-create',
  text: `insert into refresh_token (token_hash, installation_id, family_id, issued_at, expires_at)
    values ($1, $2, $3, $4, $5)`,
};

/** The first refresh token of a family. */
export async function createRefreshToken(
  tx: Queryable,
  token: { hash: Buffer; installationId: string; familyId: string; issuedAt: Date; expiresAt: Date },
): Promise<void> {
  const { hash, installationId, familyId, issuedAt, expiresAt } = token;
  await tx.rows(STATEMENT, [hash, installationId, familyId, issuedAt, expiresAt]);
}
