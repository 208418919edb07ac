import type {
  ListImageCopiesRequest,
  ListImageCopiesResponse,
} from '@commerce/proto/commerce/catalog/v1/image.ts';
import { ImageCopyState } from '@commerce/proto/commerce/catalog/v1/values.ts';
import { enumValue } from '@commerce/proto/enum.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { copyListUnfinished } from '../store/image-copy.ts';
import type { Deps } from '../deps.ts';

export const listImageCopies =
  ({ db }: Pick<Deps, 'db'>): Handler<ListImageCopiesRequest, ListImageCopiesResponse> =>
  async (ctx, { productId }) => {
    const { copies, ...counts } = await copyListUnfinished(db, storeOf(ctx), productId);
    return {
      ...counts,
      copies: copies.map((copy) => ({ ...copy, state: enumValue(ImageCopyState, copy.state) })),
    };
  };
