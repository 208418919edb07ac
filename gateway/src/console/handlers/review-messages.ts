import type { reviewMessageRoutes } from '@commerce/console-api/routes/review-messages.ts';
import type { HandlersOf } from '../handler.ts';
import { toJson } from '../to-json.ts';

interface OwnReview {
  developer: string;
  app: string;
  review: string;
}

const ownReview = ({ developer: developerId, app: appId, review: reviewId }: OwnReview) => ({
  developerId,
  appId,
  reviewId,
});

export const reviewMessageHandlers: HandlersOf<typeof reviewMessageRoutes> = {
  list: async ({ ctx, services, params }) => {
    const { messages } = await services.apps.listAppReviewMessages(ctx, ownReview(params));
    return { items: toJson(messages), nextCursor: null };
  },

  post: ({ ctx, services, params, body }) =>
    services.apps.postAppReviewMessage(ctx, { ...ownReview(params), ...body }),

  listForStaff: async ({ ctx, services, params }) => {
    const { messages } = await services.platform.listReviewMessages(ctx, { reviewId: params.review });
    return { items: toJson(messages), nextCursor: null };
  },

  postAsStaff: ({ ctx, services, params, body }) =>
    services.platform.postReviewMessage(ctx, { reviewId: params.review, ...body }),
};
