import type { ClaimedMail } from '@commerce/service-kit/mail/outbox.ts';
import type { WrittenMail } from '@commerce/service-kit/mail/send.ts';
import type { Deps } from '../../deps.ts';
import { storeSuspensionMail } from '../../domain/mails/store-suspension-mail.ts';
import { personFind } from '../../store/person.ts';
import { storeFind } from '../../store/store.ts';

/** Facts of a waiting mail about a suspension. */
export interface StoreSuspensionFacts extends Record<string, unknown> {
  storeId: string;
  suspended: boolean;
  reason: string;
}

/** Writes the notification that a store was suspended or restored, to one of its owners. */
export async function writeStoreSuspension(
  { db, prisma, rules }: Deps,
  { recipient, facts }: ClaimedMail,
): Promise<WrittenMail | { unsendable: string }> {
  const { storeId, suspended, reason } = facts as StoreSuspensionFacts;
  const [person, store] = await Promise.all([personFind(prisma, recipient), storeFind(db, storeId)]);
  if (!person || !store) return { unsendable: 'the person or the store does not exist' };
  const content = storeSuspensionMail(person, {
    storeName: store.name,
    suspended,
    reason,
    supportEmail: rules.supportEmail,
    storeUrl: `${rules.issuer}/stores/${storeId}`,
  });
  return { to: [{ name: person.name, address: person.email }], ...content };
}
