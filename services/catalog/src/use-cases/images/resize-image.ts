import type sharpModule from 'sharp';
import type { Sharp } from 'sharp';
import { invalid, type Fault } from '@commerce/service-kit/fault.ts';
import { IMAGE_SIZES } from '../../domain/image.ts';

/** An image in all of its sizes. */
export interface ResizedImage {
  /** Of the largest size, in pixels. */
  width: number;
  height: number;
  /** WebP files, in the order of `IMAGE_SIZES`. */
  files: Buffer[];
}

/** Maximum number of pixels: of files that are decoded in strips or at a smaller scale, and of those that are decoded whole. */
const MAX_PIXELS = 64_000_000;
const MAX_PIXELS_WHOLE = 25_000_000;
/** Maximum width or height in pixels; WebP has no larger ones. */
const MAX_EDGE = 16_383;
/** Time limit of decoding, in seconds. */
const TIMEOUT_S = 15;
const QUALITY = 80;
const WHOLE = ['gif', 'heif'];

/** Loaders of the accepted formats; libvips recognizes formats by the content. Others, such as SVG and PDF, are blocked. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`);

let loading: Promise<typeof sharpModule> | undefined;

/** Loads the library with the first image: most processes of most tests never need it. */
const loadSharp = (): Promise<typeof sharpModule> =>
  (loading ??= import('sharp').then(({ default: sharp }) => {
    // One thread per image: the number of images at once is limited too, and requests need the rest of the processor.
    sharp.concurrency(1);
    sharp.cache(false);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: LOADERS });
    return sharp;
  }));

/**
 * Decodes an image and encodes it in every size, upright, without metadata. Decoding runs in threads, outside of the
 * event loop.
 * @throws Fault `invalid_request` for the field `file` when it is not an acceptable image
 */
export async function resizeImage(file: Uint8Array): Promise<ResizedImage> {
  const sharp = await loadSharp();
  if (file.length === 0) throw broken(new Error('empty'));
  const image = sharp(file, { failOn: 'error', limitInputPixels: MAX_PIXELS });
  await requireAcceptable(image);
  const largest = Math.max(...IMAGE_SIZES);
  const { data, info } = await image
    .autoOrient()
    .resize(largest, largest, { fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: TIMEOUT_S })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw broken(error);
    });
  const { width, height, channels } = info;
  const files: Buffer[] = [];
  for (const size of IMAGE_SIZES)
    files.push(
      await sharp(data, { raw: { width, height, channels } })
        .resize(size, size, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: QUALITY })
        .toBuffer(),
    );
  return { width, height, files };
}

async function requireAcceptable(image: Sharp): Promise<void> {
  const { format, width, height, isProgressive } = await image.metadata().catch((error: unknown) => {
    throw unreadable(error);
  });
  // The lines of a progressive JPEG and of an interlaced PNG come in several passes.
  const maxPixels = isProgressive || WHOLE.includes(format) ? MAX_PIXELS_WHOLE : MAX_PIXELS;
  if (width > MAX_EDGE || height > MAX_EDGE || width * height > maxPixels) throw tooManyPixels(maxPixels);
}

const tooManyPixels = (maxPixels = MAX_PIXELS) =>
  invalid('file', `The image has more than ${maxPixels / 1_000_000} million pixels.`, 'image_dimensions');

function unreadable(error: unknown): Fault {
  const { message } = error as Error;
  if (/pixel limit/i.test(message)) return tooManyPixels();
  if (/unsupported image format|operation is blocked/i.test(message))
    return invalid('file', 'The file is not a JPEG, PNG, WebP, GIF or AVIF image.', 'image_type');
  return broken(error);
}

function broken(error: unknown): Fault {
  if (/pixel limit/i.test((error as Error).message)) return tooManyPixels();
  return invalid('file', 'The image is incomplete or damaged.', 'image_broken');
}
