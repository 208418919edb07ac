import type { AddImagePartResponse } from '@commerce/proto/commerce/catalog/v1/image.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { contextOf, type TestService } from './service.ts';

const PART_BYTES = 512 * 1024;

/** Uploads an image in parts, like the pages. */
export async function uploadImage(
  { client }: Pick<TestService, 'client'>,
  store: string,
  file: Buffer,
  partBytes = PART_BYTES,
): Promise<AddImagePartResponse> {
  const uploadId = newId('upl');
  let answer: AddImagePartResponse = { image: undefined };
  for (let number = 0; number * partBytes < Math.max(file.length, 1); number++) {
    const data = file.subarray(number * partBytes, (number + 1) * partBytes);
    const isLast = (number + 1) * partBytes >= file.length;
    answer = await client.addImagePart(contextOf(store), { uploadId, number, data, isLast });
  }
  return answer;
}

/** A stored image in one size; undefined when there is none. */
export async function downloadImage(
  { client }: Pick<TestService, 'client'>,
  store: string,
  imageId: string,
  size: number,
): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = [];
  for (let offset = 0, total = 1; offset < total;) {
    const request = { imageId, size, offset };
    const part = await client.getImagePart(contextOf(store), request).catch(() => undefined);
    if (part === undefined) return undefined;
    parts.push(part.data);
    offset += part.data.length;
    total = part.totalBytes;
  }
  return Buffer.concat(parts);
}
