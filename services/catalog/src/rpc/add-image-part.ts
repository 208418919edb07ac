import type { AddImagePartRequest, AddImagePartResponse } from '@commerce/proto/commerce/catalog/v1/image.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { conflict, invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import { MAX_IMAGE_BYTES } from '../domain/image.ts';
import { uploadPartDeleteAll, uploadPartList, uploadPartSave } from '../store/image-upload.ts';
import { storeImage } from '../use-cases/images/store-image.ts';
import type { Deps } from '../deps.ts';

/** Maximum size of a part, in bytes: small enough that copying it does not block other work. */
const MAX_PART_BYTES = 1024 * 1024;
const MAX_PARTS = 1_000;

export const addImagePart =
  (deps: Deps): Handler<AddImagePartRequest, AddImagePartResponse> =>
  async (ctx, { uploadId, number, data, isLast }) => {
    const { db, prisma, clock, imageSlots, imageUrls } = deps;
    const storeId = storeOf(ctx);
    if (!isId('upl', uploadId)) throw invalid('upload_id', 'Must be the id of an upload.');
    if (data.length > MAX_PART_BYTES) throw invalid('data', 'Must be at most 1 MiB.');
    if (number < 0 || number >= MAX_PARTS) throw invalid('number', `Must be 0 to ${MAX_PARTS - 1}.`);
    const part = { uploadId, number, data };
    const { parts, bytes } = await uploadPartSave(db, storeId, part, new Date(clock.now()));
    try {
      if (bytes > MAX_IMAGE_BYTES)
        throw invalid('file', 'The file is larger than 20 MiB.', 'image_too_large');
      if (!isLast) return { image: undefined };
      // A part is missing, or the upload was completed already and its response was lost.
      if (parts !== number + Math.min(1, data.length))
        throw conflict('upload_incomplete', 'Parts of the file are missing.');
      const { id, width, height } = await imageSlots(async () =>
        storeImage(deps, storeId, await uploadPartList(prisma, storeId, uploadId, parts)),
      );
      return { image: { id, url: imageUrls.of(storeId, id), width, height } };
    } finally {
      if (isLast || bytes > MAX_IMAGE_BYTES) await uploadPartDeleteAll(prisma, storeId, uploadId);
    }
  };
