import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { enqueueMail } from '@commerce/service-kit/mail/outbox.ts';
import { PASSWORD_CHANGED } from '../domain/mails/kinds.ts';
import { personSetPassword } from '../store/person.ts';
import type { Prisma } from '../store/prisma.ts';
import { sessionDeleteAllOfPerson } from '../store/session.ts';

/** Sets the password of a person, ends the sessions opened with the old one, and enqueues a notification. */
export async function setPassword(
  tx: Queryable,
  prisma: Prisma,
  person: { id: string; passwordHash: string; exceptSession?: string },
  nowMs: number,
): Promise<void> {
  await personSetPassword(prisma, person.id, person.passwordHash);
  await sessionDeleteAllOfPerson(prisma, person.id, person.exceptSession);
  await enqueueMail(tx, {
    kind: PASSWORD_CHANGED,
    recipient: person.id,
    facts: { atMs: nowMs },
    createdAtMs: nowMs,
  });
}
