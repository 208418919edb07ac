import type {
  ListAppReviewMessagesRequest,
  ListAppReviewMessagesResponse,
} from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { reviewMessageList } from '../store/review-message.ts';
import { findOwnReview } from '../use-cases/find-review.ts';

/** The conversation about a review, for its developer: without the names of the staff. */
export const listAppReviewMessages =
  ({ db, prisma }: Deps): Handler<ListAppReviewMessagesRequest, ListAppReviewMessagesResponse> =>
  async (_ctx, own) => {
    const { id } = await findOwnReview(db, own);
    const messages = await reviewMessageList(prisma, id);
    return { messages: messages.map((one) => (one.fromStaff ? { ...one, authorName: '' } : one)) };
  };
