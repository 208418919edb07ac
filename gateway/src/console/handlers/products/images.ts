import { ImageCopyState } from '@commerce/proto/commerce/catalog/v1/values.ts';
import { enumName } from '@commerce/proto/enum.ts';
import type { imageRoutes } from '@commerce/console-api/routes/product-images.ts';
import { requireId } from '../../../edge/ids.ts';
import type { HandlersOf } from '../../handler.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';

/** Time limit for storing a part of a file, or the image that the last one completes, in ms. */
const PART_TIMEOUT_MS = 30_000;

export const imageHandlers: HandlersOf<typeof imageRoutes> = {
  uploadImage: async ({ ctx, services, query, upload }) => {
    const uploadId = requireId('upl', query.upload);
    const chunks: Buffer[] = [];
    for await (const chunk of upload) chunks.push(chunk);
    const data = Buffer.concat(chunks);
    const { idempotency: _key, ...own } = { ...ctx, deadlineMs: deadlineIn(PART_TIMEOUT_MS) };
    const part = { uploadId, number: query.number, data, isLast: query.last };
    const { image } = await services.catalog.addImagePart(own, part);
    if (image === undefined) return { image: null };
    const { url, width, height } = image;
    return { image: { url, width, height } };
  },

  imageCopies: async ({ ctx, services, query }) => {
    const productId = requireId('prd', query.product);
    const { copies, ...counts } = await services.catalog.listImageCopies(ctx, { productId });
    return {
      ...counts,
      copies: copies.map((copy) => ({ ...copy, state: enumName(ImageCopyState, copy.state) })),
    };
  },

  retryImageCopies: async ({ ctx, services, body }) => {
    const productId = requireId('prd', body.product);
    return services.catalog.retryImageCopies(ctx, { productId });
  },
};
