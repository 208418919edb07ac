import type * as S3 from '@aws-sdk/client-s3';
import type { ImageFiles } from './image-files.ts';

/** Where the files are, in a storage that speaks S3. */
export interface Bucket {
  name: string;
  region: string;
  /** Undefined for Amazon S3. */
  endpoint: string | undefined;
  /** Undefined to take them from where the AWS SDK finds them, such as the role of the pod. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
}

/** Time limits of connecting, and of a request and between parts of its response, in ms. */
const CONNECT_MS = 2_000;
const REQUEST_MS = 8_000;

/**
 * Files in a bucket. The client is loaded with the first use, so that a process without a bucket never loads it.
 * @param requestMs time limit of an attempt at a request, in ms
 */
export function imageBucket(bucket: Bucket, requestMs = REQUEST_MS): ImageFiles {
  const Bucket = bucket.name;
  let opened: Promise<Opened> | undefined;
  const open = () => (opened ??= openClient(bucket, requestMs));
  return {
    async save(Key, Body) {
      const { client, sdk } = await open();
      await client.send(new sdk.PutObjectCommand({ Bucket, Key, Body, ContentType: 'image/webp' }));
    },
    async read(Key, offset, length) {
      const { client, sdk } = await open();
      const Range = `bytes=${offset}-${offset + length - 1}`;
      try {
        const found = await client.send(new sdk.GetObjectCommand({ Bucket, Key, Range }));
        const data = await found.Body!.transformToByteArray();
        return { data, totalBytes: totalOf(found.ContentRange) ?? data.length };
      } catch (error) {
        if (statusOf(error) === 404) return undefined;
        throw error;
      }
    },
    async remove(Key) {
      const { client, sdk } = await open();
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }));
    },
  };
}

interface Opened {
  client: S3.S3Client;
  sdk: typeof S3;
}

async function openClient({ region, endpoint, credentials }: Bucket, requestMs: number): Promise<Opened> {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    region,
    ...(credentials && { credentials }),
    // Servers of one's own have no name for each bucket.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: requestMs,
      socketTimeout: requestMs,
      throwOnRequestTimeout: true,
    },
    // Other servers than Amazon's may not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { client, sdk };
}

/** The size of the whole file in `bytes 0-9/1234`. */
function totalOf(contentRange: string | undefined): number | undefined {
  const total = Number(/\/(\d+)$/.exec(contentRange ?? '')?.[1]);
  return Number.isNaN(total) ? undefined : total;
}

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
