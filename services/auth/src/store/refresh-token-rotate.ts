import type { Queryable } from '@commerce/service-kit/db/database.ts';

/** A rotation: the token used up, the one that follows, and the answer to keep when an Idempotency-Key came along. */
export interface Rotation {
  usedHash: Buffer;
  newHash: Buffer;
  installationId: string;
  familyId: string;
  at: Date;
  expiresAt: Date;
  replay?: { keyHash: Buffer; answerSealed: string; expiresAt: Date };
}

const STATEMENT = {
  name: 'refresh-token-rotate',
  text: `with used as (update refresh_token set used_at = $5 where token_hash = $1),
    replay as (
      insert into refresh_replay (token_hash, key_hash, answer_sealed, expires_at)
      select $1, $7, $8, $9 where $7::bytea is not null)
    insert into refresh_token (token_hash, installation_id, family_id, issued_at, expires_at)
    values ($2, $3, $4, $5, $6)`,
};

/** Uses a refresh token up and adds the next of its family. */
export async function rotateRefreshToken(tx: Queryable, rotation: Rotation): Promise<void> {
  const { usedHash, newHash, installationId, familyId, at, expiresAt, replay } = rotation;
  await tx.rows(STATEMENT, [
    usedHash,
    newHash,
    installationId,
    familyId,
    at,
    expiresAt,
    replay?.keyHash ?? null,
    replay?.answerSealed ?? null,
    replay?.expiresAt ?? null,
  ]);
}
