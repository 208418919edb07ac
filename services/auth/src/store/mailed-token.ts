import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement } from '@commerce/service-kit/db/statement.ts';
import type { MailedToken } from '../generated/prisma/client.ts';
import type { Prisma } from './prisma.ts';

/** Purpose of a mailed link. */
export type TokenPurpose = 'password_reset' | 'invitation' | 'sign_up';

/** Stores the hash of a mailed link's secret. */
export async function mailedTokenInsert(
  prisma: Prisma,
  token: MailedToken & { purpose: TokenPurpose },
): Promise<void> {
  await prisma.acrossStores.mailedToken.create({ data: token });
}

/** The id of the subject of a mailed link; undefined when the link is unknown, used or expired. */
export async function mailedTokenFind(
  prisma: Prisma,
  token: string,
  purpose: TokenPurpose,
  now: Date,
): Promise<string | undefined> {
  const where = { tokenHash: sha256(token), purpose, expiresAt: { gt: now } };
  const found = await prisma.acrossStores.mailedToken.findFirst({ where, select: { subjectId: true } });
  return found?.subjectId;
}

const DELETE_OF_SUBJECT = statement(
  'mailed-token-delete-of-subject',
  'delete from mailed_token where subject_id = $1 returning token_hash',
);

/**
 * Invalidates every mailed link of that subject.
 * @returns the hashes of their secrets; a caller whose hash is among them was the first to use its link
 */
export async function mailedTokenDeleteOfSubject(tx: Queryable, subjectId: string): Promise<Buffer[]> {
  const rows = await tx.rows<{ token_hash: Buffer }>(DELETE_OF_SUBJECT, [subjectId]);
  return rows.map((row) => row.token_hash);
}
