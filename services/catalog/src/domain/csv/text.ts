/** Largest file of products, in bytes. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;

/** How much of a file is looked at to tell how it is written, in bytes. */
const SAMPLE_BYTES = 4_096;

/**
 * The text of a file. Its encoding is told by its byte order mark; without one it is UTF-16 when every other byte of its beginning is
 * 0, UTF-8 when it is valid as such, and Windows' Latin-1 otherwise, as older spreadsheets save.
 */
export function decodeText(file: Uint8Array): string {
  const decode = (encoding: string) => new TextDecoder(encoding).decode(file);
  const [first, second] = file;
  if (first === 0xff && second === 0xfe) return decode('utf-16le');
  if (first === 0xfe && second === 0xff) return decode('utf-16be');
  const zeros = zerosOf(file.subarray(0, SAMPLE_BYTES));
  if (zeros.odd > 0.3) return decode('utf-16le');
  if (zeros.even > 0.3) return decode('utf-16be');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return decode('windows-1252');
  }
}

/** The share of zeros among the bytes at even and at odd places. */
function zerosOf(bytes: Uint8Array): { even: number; odd: number } {
  const half = Math.max(1, bytes.length / 2);
  let even = 0;
  let odd = 0;
  for (const [at, byte] of bytes.entries())
    if (byte === 0) {
      if (at % 2 === 0) even++;
      else odd++;
    }
  return { even: even / half, odd: odd / half };
}

/** What separates the cells of a file, by its first line: the one of comma, semicolon and tab that it has most often outside of quotes. */
export function delimiterOf(text: string): string {
  const line = /^[^\r\n]*/.exec(text)![0].replaceAll(/"[^"]*"/g, '');
  const times = (delimiter: string) => line.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, other) => (times(other) > times(best) ? other : best));
}
