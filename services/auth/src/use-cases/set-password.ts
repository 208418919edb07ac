import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { enqueueMail } from '@commerce/service-kit/mail/outbox.ts';
import { PASSWORD_CHANGED } from '../domain/mails/kinds.ts';
import { personSetPassword } from '../store/person.ts';
import type { Prisma } from '../store/prisma.ts';
import { sessionDeleteAllOfPerson } from '../store/session.ts';

/**
 * Sets the password of a person, ends the sessions opened with the old one, and enqueues a notification.
 * @param person.currentHash hash of the password to replace; without it, any
 * @returns false when the person has another password by now, which stays
 */
export async function setPassword(
  tx: Queryable,
  prisma: Prisma,
  person: { id: string; passwordHash: string; currentHash?: string },
  nowMs: number,
): Promise<boolean> {
  if (!(await personSetPassword(tx, person.id, person.passwordHash, person.currentHash))) return false;
  await sessionDeleteAllOfPerson(prisma, person.id);
  await enqueueMail(tx, {
    kind: PASSWORD_CHANGED,
    recipient: person.id,
    facts: { atMs: nowMs },
    createdAtMs: nowMs,
  });
  return true;
}
