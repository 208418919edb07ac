import type { Context } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';

/** A part of a file. */
interface FilePart {
  chunk: Uint8Array;
  /** Position of the next part; empty after the last. */
  nextPageToken: Uint8Array;
}

/** Reads the part at a position; empty for the first. */
type ReadPart = (ctx: Context, pageToken: Buffer) => Promise<FilePart>;

/**
 * The parts of a file, each requested once the browser has received the previous one. Resolves with the first part, so that a refusal is
 * answered before the file starts.
 * @param timeoutMs time limit for producing a part
 */
export async function fileParts(
  ctx: Context,
  timeoutMs: number,
  readPart: ReadPart,
): Promise<AsyncGenerator<Uint8Array>> {
  const read = (pageToken: Buffer) => readPart({ ...ctx, deadlineMs: deadlineIn(timeoutMs) }, pageToken);
  return partsFrom(await read(Buffer.alloc(0)), read);
}

async function* partsFrom(
  first: FilePart,
  read: (pageToken: Buffer) => Promise<FilePart>,
): AsyncGenerator<Uint8Array> {
  for (let part = first; ; part = await read(Buffer.from(part.nextPageToken))) {
    yield part.chunk;
    if (part.nextPageToken.length === 0) return;
  }
}
