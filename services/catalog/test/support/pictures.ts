import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Formats of pictures. */
export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

/** A picture of one color. */
export const picture = (format: PictureFormat, width = 64, height = 48, background = '#c0392b') =>
  sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer();

/** A PNG that says it has these dimensions and has a few bytes of pixels. */
export function bomb(width: number, height: number, isInterlaced = false): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, Number(isInterlaced)], 8);
  const pixels = deflateSync(Buffer.alloc(10 * 1024 * 1024));
  const start = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([start, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}

/** The first half of a file. */
export const cut = (file: Buffer): Buffer => file.subarray(0, Math.floor(file.length / 2));
/** A picture that does not compress. */
export const noise = (format: 'jpeg' | 'png' | 'webp'): Promise<Buffer> =>
  sharp({
    create: {
      width: 400,
      height: 400,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
      background: '#fff',
    },
  })
    .toFormat(format)
    .toBuffer();
