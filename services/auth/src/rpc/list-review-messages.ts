import type {
  ListReviewMessagesRequest,
  ListReviewMessagesResponse,
} from '@commerce/proto/commerce/auth/v1/platform.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { reviewMessageList } from '../store/review-message.ts';
import { findReview } from '../use-cases/find-review.ts';

/** The conversation about a review, for staff. */
export const listReviewMessages =
  ({ db, prisma }: Deps): Handler<ListReviewMessagesRequest, ListReviewMessagesResponse> =>
  async (_ctx, { reviewId }) => {
    const { id } = await findReview(db, reviewId);
    return { messages: await reviewMessageList(prisma, id) };
  };
