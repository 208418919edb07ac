import type { ClaimedMail } from '@commerce/service-kit/mail/outbox.ts';
import type { WrittenMail } from '@commerce/service-kit/mail/send.ts';
import type { Deps } from '../deps.ts';
import { appReviewedMail } from '../domain/mails/app-reviewed-mail.ts';
import { findReview } from '../store/app-review-find.ts';
import { findPerson } from '../store/person-find-by-id.ts';

/** Tells somebody of a developer how a review of its app ended. */
export async function writeAppReviewed(
  { database, rules }: Deps,
  { recipient, facts }: ClaimedMail,
): Promise<WrittenMail | { unsendable: string }> {
  const { reviewId } = facts as { reviewId: string };
  const [person, review] = await Promise.all([
    findPerson(database, recipient),
    findReview(database, reviewId),
  ]);
  if (!person || !review) return { unsendable: 'the person or the review does not exist' };
  const { app_name: appName, kind, state, reason, developer_id: developerId, app_id: appId } = review;
  const appUrl = `${rules.issuer}/developers/${developerId}/apps/${appId}`;
  const content = appReviewedMail(person, { appName, kind, approved: state === 'approved', reason, appUrl });
  return { to: [{ name: person.name, address: person.email }], ...content };
}
