import type { ClaimedMail } from '@commerce/service-kit/mail/outbox.ts';
import type { WrittenMail } from '@commerce/service-kit/mail/send.ts';
import type { Deps } from '../../deps.ts';
import { passwordChangedMail } from '../../domain/mails/password-changed-mail.ts';
import { personFind } from '../../store/person.ts';

/** Writes the password-changed notification. */
export async function writePasswordChanged(
  { prisma, rules }: Deps,
  { recipient, facts }: ClaimedMail,
): Promise<WrittenMail | { unsendable: string }> {
  const person = await personFind(prisma, recipient);
  if (!person) return { unsendable: 'the person does not exist' };
  const { atMs } = facts as { atMs: number };
  const content = passwordChangedMail(person, { atMs, forgotUrl: `${rules.issuer}/forgot-password` });
  return { to: [{ name: person.name, address: person.email }], ...content };
}
