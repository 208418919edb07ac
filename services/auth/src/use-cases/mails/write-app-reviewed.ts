import type { ClaimedMail } from '@commerce/service-kit/mail/outbox.ts';
import type { WrittenMail } from '@commerce/service-kit/mail/send.ts';
import type { Deps } from '../../deps.ts';
import { appReviewedMail } from '../../domain/mails/app-reviewed-mail.ts';
import { appReviewFind } from '../../store/app-review.ts';
import { personFind } from '../../store/person.ts';

/** Writes the app-reviewed notification to a developer's member. */
export async function writeAppReviewed(
  { db, prisma, rules }: Deps,
  { recipient, facts }: ClaimedMail,
): Promise<WrittenMail | { unsendable: string }> {
  const { reviewId } = facts as { reviewId: string };
  const [person, review] = await Promise.all([personFind(prisma, recipient), appReviewFind(db, reviewId)]);
  if (!person || !review) return { unsendable: 'the person or the review does not exist' };
  const { appName, kind, state, reason, developerId, appId } = review;
  const appUrl = `${rules.issuer}/developers/${developerId}/apps/${appId}`;
  const content = appReviewedMail(person, { appName, kind, approved: state === 'approved', reason, appUrl });
  return { to: [{ name: person.name, address: person.email }], ...content };
}
