import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement } from '@commerce/service-kit/db/statement.ts';
import type { AuthorizationCode } from '../generated/prisma/client.ts';
import type { Prisma } from './prisma.ts';
import { recordFind } from './records.ts';

/** A code to issue. */
export type NewCode = Omit<AuthorizationCode, 'usedAt' | 'installationId' | 'familyId' | 'forgetAt'>;

/** Issues a code, of which only the hash is stored. */
export async function authorizationCodeInsert(prisma: Prisma, code: NewCode): Promise<void> {
  const data = { ...code, forgetAt: code.expiresAt };
  await prisma.forStore(code.storeId).authorizationCode.create({ data });
}

/** An authorization code that was issued. */
export type CodeRecord = Omit<AuthorizationCode, 'codeHash' | 'createdAt' | 'forgetAt'>;

const LOCK = statement(
  'authorization-code-lock',
  `select app_id, store_id, person_id, redirect_uri, scopes, code_challenge, expires_at, used_at, installation_id, family_id
    from authorization_code where code_hash = $1 for update`,
);

/** The code, locked until the commit, so that it is exchanged once. */
export function authorizationCodeLock(tx: Queryable, codeHash: Buffer): Promise<CodeRecord | undefined> {
  return recordFind<CodeRecord>(tx, LOCK, [codeHash]);
}

const USE = statement(
  'authorization-code-update-used',
  `update authorization_code set used_at = $2, installation_id = $3, family_id = $4, forget_at = $5
    where code_hash = $1`,
);

/** Marks the code as used, and keeps the resulting token family for as long as that may live. */
export async function authorizationCodeUse(
  tx: Queryable,
  use: { codeHash: Buffer; usedAt: Date; installationId: string; familyId: string; forgetAt: Date },
): Promise<void> {
  await tx.rows(USE, [use.codeHash, use.usedAt, use.installationId, use.familyId, use.forgetAt]);
}
