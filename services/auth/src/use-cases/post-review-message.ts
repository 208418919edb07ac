import type { Context } from '@commerce/service-kit/context.ts';
import { conflict, notFound } from '@commerce/service-kit/fault.ts';
import { FieldErrors } from '@commerce/service-kit/fields.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { enqueueMail } from '@commerce/service-kit/mail/outbox.ts';
import type { Unit } from '@commerce/service-kit/write/unit.ts';
import type { Deps } from '../deps.ts';
import { personOf } from '../domain/actor.ts';
import { REVIEW_MESSAGE } from '../domain/mails/kinds.ts';
import type { ReviewRecord } from '../domain/review.ts';
import { appLock } from '../store/app.ts';
import { developerMemberList } from '../store/developer-member.ts';
import {
  MAX_MESSAGES,
  reviewMessageCount,
  reviewMessageInsert,
  reviewStaffList,
} from '../store/review-message.ts';

const MAX_LENGTH = 2_000;

/**
 * Adds a message to the conversation about a review, and mails it to the other side.
 * @throws Fault `invalid_request`; conflict `too_many_messages`
 */
export async function postReviewMessage(
  { prisma, clock }: Deps,
  ctx: Context,
  unit: Unit,
  review: ReviewRecord,
  { text, fromStaff }: { text: string; fromStaff: boolean },
): Promise<{ id: string }> {
  const errors = new FieldErrors();
  const content = errors.lines('text', text.trim(), 1, MAX_LENGTH);
  errors.throwIfAny();
  const authorId = personOf(ctx);
  if (authorId === null) throw notFound();
  // One after the other, so that the bound holds.
  await appLock(unit, review.appId);
  if ((await reviewMessageCount(prisma, review.id)) >= MAX_MESSAGES)
    throw conflict('too_many_messages', `A review has at most ${MAX_MESSAGES} messages.`);
  const id = newId('msg');
  const createdAtMs = clock.now();
  const createdAt = new Date(createdAtMs);
  const readers = fromStaff
    ? (await developerMemberList(prisma, review.developerId)).map(({ personId }) => personId)
    : await reviewStaffList(prisma, review.id);
  await reviewMessageInsert(prisma, { id, reviewId: review.id, authorId, fromStaff, content, createdAt });
  for (const recipient of readers)
    if (recipient !== authorId)
      await enqueueMail(unit, { kind: REVIEW_MESSAGE, recipient, facts: { messageId: id }, createdAtMs });
  return { id };
}
