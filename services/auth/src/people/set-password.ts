import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { enqueueMail } from '@commerce/service-kit/mail/outbox.ts';
import { PASSWORD_CHANGED } from '../mails/kinds.ts';
import { setPasswordHash } from '../store/person-set-password.ts';
import { deleteSessionsOfPerson } from '../store/session-delete-of-person.ts';

/** Gives a person another password: whoever came in by the old one is signed out, and the person is told by mail. */
export async function setPassword(
  tx: Queryable,
  person: { id: string; passwordHash: string; exceptSession?: string },
  nowMs: number,
): Promise<void> {
  await setPasswordHash(tx, person.id, person.passwordHash);
  await deleteSessionsOfPerson(tx, person.id, person.exceptSession);
  await enqueueMail(tx, {
    kind: PASSWORD_CHANGED,
    recipient: person.id,
    facts: { atMs: nowMs },
    createdAtMs: nowMs,
  });
}
