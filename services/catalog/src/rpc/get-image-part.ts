import type { GetImagePartRequest, GetImagePartResponse } from '@commerce/proto/commerce/catalog/v1/image.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { imageFileName } from '../domain/image.ts';
import { withStorage } from '../use-cases/images/store-image.ts';
import type { Deps } from '../deps.ts';

const PART_BYTES = 512 * 1024;

export const getImagePart =
  ({ imageFiles }: Pick<Deps, 'imageFiles'>): Handler<GetImagePartRequest, GetImagePartResponse> =>
  async (ctx, { imageId, size, offset }) => {
    const name = imageFileName(storeOf(ctx), imageId, size);
    if (name === undefined || offset < 0) throw notFound();
    const part = await withStorage(() => imageFiles.read(name, offset, PART_BYTES));
    if (part === undefined) throw notFound();
    return { data: Buffer.from(part.data), totalBytes: part.totalBytes };
  };
