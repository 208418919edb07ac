import * as z from 'zod';
import { answers, consoleRoute } from '../route.ts';
import type { ImageCopies, UploadedImage } from './product-messages.ts';

/** Maximum size of an image, in bytes. */
export const MAX_IMAGE_BYTES = 20 * 1024 * 1024;
/** Maximum size of a part of an image, in bytes. */
export const MAX_IMAGE_PART_BYTES = 1024 * 1024;
/** Media types of images that can be uploaded. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const;

const STORE = '/console/api/stores/:store';
const edit = { store: 'editProducts' } as const;
const id = z.string().min(1).max(64);

/** Routes of images; part of those of products. */
export const imageRoutes = {
  /**
   * Uploads a part of an image, so that slow connections have time for it; the last one answers the image, whose URL can then be
   * given to products. An image that no product uses is deleted after a week. 409 `upload_incomplete`: start again.
   */
  uploadImage: consoleRoute({
    method: 'POST',
    path: `${STORE}/images`,
    access: edit,
    query: z.strictObject({
      /** Made by the caller for each file. */
      upload: id,
      /** Number of the part, from 0. */
      number: z.coerce.number().int().min(0).max(999),
      last: z.enum(['true', 'false']).transform((value) => value === 'true'),
    }),
    upload: { types: ['application/octet-stream'], maxBytes: MAX_IMAGE_PART_BYTES },
    answer: answers<{ image: UploadedImage | null }>(),
  }),
  /** Copies of external images that are not finished, of a product or of the whole store. */
  imageCopies: consoleRoute({
    method: 'GET',
    path: `${STORE}/image-copies`,
    access: edit,
    query: z.strictObject({ product: id.optional() }),
    answer: answers<ImageCopies>(),
  }),
  /** Retries failed copies, of a product or of the whole store. */
  retryImageCopies: consoleRoute({
    method: 'POST',
    path: `${STORE}/image-copies/retry`,
    access: edit,
    body: z.strictObject({ product: id.optional() }),
    answer: answers<{ retried: number }>(),
  }),
};
