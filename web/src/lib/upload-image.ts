import { imageRoutes } from '@commerce/console-api/routes/product-images.ts';
import { ApiError, newKey } from './call.ts';
import { send } from './signed-out.ts';

/** Small enough that each part arrives in time over a slow connection. */
const PART_BYTES = 256 * 1024;
/** How often a part, and how often a whole file is sent again after a failure that may pass. */
const ATTEMPTS = 3;

/** Id of an upload: unique in the store. */
function newUploadId(): string {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
  const letters = Array.from(crypto.getRandomValues(new Uint8Array(25)), (byte) => alphabet[byte % 32]);
  return `upl_0${letters.join('')}`;
}

/**
 * Uploads an image part by part.
 * @param onProgress receives the share that was sent, up to 1
 * @returns its URL
 * @throws ApiError
 */
export async function uploadImage(
  store: string,
  file: Blob,
  onProgress: (share: number) => void,
): Promise<string> {
  for (let attempt = 1; ; attempt++)
    try {
      return await sendParts(store, file, onProgress);
    } catch (error) {
      // The response of the last part may have been lost: the same file is the same image.
      const mayPass = error instanceof ApiError && (error.unknownOutcome || error.has('upload_incomplete'));
      if (!mayPass || attempt === ATTEMPTS) throw error;
    }
}

async function sendParts(store: string, file: Blob, onProgress: (share: number) => void): Promise<string> {
  const upload = newUploadId();
  const count = Math.max(1, Math.ceil(file.size / PART_BYTES));
  for (let number = 0; number < count; number++) {
    const body = file.slice(number * PART_BYTES, (number + 1) * PART_BYTES, 'application/octet-stream');
    const last = number === count - 1;
    const query = { upload, number, last: last ? ('true' as const) : ('false' as const) };
    const { image } = await send(
      imageRoutes.uploadImage,
      { params: { store }, query, body },
      { key: newKey() },
    );
    onProgress((number + 1) / count);
    if (image !== null) return image.url;
  }
  throw new ApiError(500);
}
