import type { Turn } from '@commerce/service-kit/jobs/turns.ts';

/** Bytes of a file that are examined to detect its encoding. */
const SAMPLE_BYTES = 4_096;

/** Decodes a file part by part, without its byte order mark. */
export async function* textOf(file: Uint8Array[], turn: Turn): AsyncGenerator<string> {
  const decoder = new TextDecoder(await encodingOf(file, turn));
  for (const part of file) {
    yield decoder.decode(part, { stream: true });
    await turn();
  }
  yield decoder.decode();
}

/**
 * Detects the encoding of a file: that of its byte order mark; else UTF-16 when many bytes at even or odd offsets are
 * 0, UTF-8 when it is valid, and otherwise the Latin-1 of Windows, which older spreadsheets write.
 */
async function encodingOf(file: Uint8Array[], turn: Turn): Promise<string> {
  const beginning = file[0]?.subarray(0, SAMPLE_BYTES) ?? new Uint8Array();
  const [first, second] = beginning;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const zeros = zerosOf(beginning);
  if (zeros.odd > 0.3) return 'utf-16le';
  if (zeros.even > 0.3) return 'utf-16be';
  const strict = new TextDecoder('utf-8', { fatal: true });
  try {
    for (const part of file) {
      strict.decode(part, { stream: true });
      await turn();
    }
    strict.decode();
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** Share of zeros among the bytes at even and at odd offsets. */
function zerosOf(bytes: Uint8Array): { even: number; odd: number } {
  const half = Math.max(1, bytes.length / 2);
  let even = 0;
  let odd = 0;
  for (const [offset, byte] of bytes.entries())
    if (byte === 0) {
      if (offset % 2 === 0) even++;
      else odd++;
    }
  return { even: even / half, odd: odd / half };
}
