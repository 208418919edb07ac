import type { ClaimedMail } from '@commerce/service-kit/mail/outbox.ts';
import type { WrittenMail } from '@commerce/service-kit/mail/send.ts';
import type { Deps } from '../../deps.ts';
import { reviewMessageMail } from '../../domain/mails/review-message-mail.ts';
import { appReviewFind } from '../../store/app-review.ts';
import { personFind } from '../../store/person.ts';
import { reviewMessageFind } from '../../store/review-message.ts';

/** Writes the mail with a message about a review. */
export async function writeReviewMessage(
  { db, prisma, rules }: Deps,
  { recipient, facts }: ClaimedMail,
): Promise<WrittenMail | { unsendable: string }> {
  const { messageId } = facts as { messageId: string };
  const [person, message] = await Promise.all([
    personFind(prisma, recipient),
    reviewMessageFind(prisma, messageId),
  ]);
  if (!person || !message) return { unsendable: 'the person or the message does not exist' };
  const { id, appName, appId, developerId } = (await appReviewFind(db, message.reviewId))!;
  const { fromStaff, author, content: text } = message;
  const path = fromStaff ? `/developers/${developerId}/apps/${appId}/reviews` : `/platform/reviews/${id}`;
  const authorName = fromStaff ? null : author.name;
  const content = reviewMessageMail(person, { appName, authorName, text, url: `${rules.issuer}${path}` });
  return { to: [{ name: person.name, address: person.email }], ...content };
}
