import type {
  RetryImageCopiesRequest,
  RetryImageCopiesResponse,
} from '@commerce/proto/commerce/catalog/v1/image.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { copyRetry } from '../store/image-copy.ts';
import type { Deps } from '../deps.ts';

export const retryImageCopies =
  ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Handler<RetryImageCopiesRequest, RetryImageCopiesResponse> =>
  async (ctx, { productId }) => ({
    retried: await copyRetry(db, storeOf(ctx), productId, new Date(clock.now())),
  });
