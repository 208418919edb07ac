import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { imageBucket } from '../src/store/image-bucket.ts';
import type { ImageFiles } from '../src/store/image-files.ts';
import { imageFolder } from '../src/store/image-folder.ts';

let folder: string;
let server: S3rver;
let storages: Record<'folder' | 'bucket', ImageFiles>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'storage-'));
  const options = { address: '127.0.0.1', port: 0, silent: true, directory: path.join(folder, 's3') };
  server = new S3rver({ ...options, configureBuckets: [{ name: 'images' }] });
  const { port } = await server.run();
  storages = {
    folder: imageFolder(path.join(folder, 'files')),
    bucket: imageBucket({
      name: 'images',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    }),
  };
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const NAME = 'sto_a/0123/640.webp';
const CONTENT = Buffer.from('0123456789');

// A folder and a server that speaks S3 keep the same promises.
describe.each(['folder', 'bucket'] as const)('a %s', (kind) => {
  test('returns parts of a file, with the size of the whole', async () => {
    await storages[kind].save(NAME, CONTENT);
    const read = async (offset: number, length: number) => {
      const { data, totalBytes } = (await storages[kind].read(NAME, offset, length))!;
      return [Buffer.from(data).toString(), totalBytes];
    };
    expect(await read(0, 4)).toEqual(['0123', 10]);
    expect(await read(4, 100)).toEqual(['456789', 10]);
    expect(await read(0, 100)).toEqual(['0123456789', 10]);
  });

  test('replaces a file that is saved again', async () => {
    await storages[kind].save(NAME, Buffer.from('first'));
    await storages[kind].save(NAME, Buffer.from('second'));
    expect(Buffer.from((await storages[kind].read(NAME, 0, 100))!.data).toString()).toBe('second');
  });

  test('has no file that was not saved or was removed, and removing it again is no error', async () => {
    expect(await storages[kind].read('sto_a/none/640.webp', 0, 10)).toBeUndefined();
    await storages[kind].save(NAME, CONTENT);
    await storages[kind].remove(NAME);
    await storages[kind].remove(NAME);
    expect(await storages[kind].read(NAME, 0, 10)).toBeUndefined();
  });
});

test('a server that is down is an error, not a missing file', async () => {
  const down = imageBucket({
    name: 'images',
    region: 'us-east-1',
    endpoint: 'http://127.0.0.1:1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  });
  await expect(down.read(NAME, 0, 10)).rejects.toThrow();
});

test('a bucket that accepts requests and stays silent fails them', async () => {
  const silent = createServer((socket) => void socket.resume());
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  const endpoint = `http://127.0.0.1:${port}`;
  const files = imageBucket({ name: 'images', region: 'us-east-1', endpoint, credentials }, 100);
  await expect(files.read(NAME, 0, 10)).rejects.toThrow(/timed? ?out|timeout/i);
  await expect(files.save(NAME, CONTENT)).rejects.toThrow(/timed? ?out|timeout/i);
  silent.close();
});
