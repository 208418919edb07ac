import type { IdPrefix } from '@commerce/service-kit/ids.ts';
import type { Rng } from './random.ts';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const DIGITS: readonly string[] = ALPHABET.split('');
const UUID_VERSION = 7;
const UUID_VARIANT = 0b10;

/** 20 bits as four digits of TypeID's base32. */
function digits20(bits: number): string {
  return (
    (DIGITS[(bits >>> 15) & 31] as string) +
    (DIGITS[(bits >>> 10) & 31] as string) +
    (DIGITS[(bits >>> 5) & 31] as string) +
    (DIGITS[bits & 31] as string)
  );
}

/** The 48 bits of the time and TypeID's two leading zero bits: exactly ten digits. */
function timeDigits(timeMs: number): string {
  const high = Math.floor(timeMs / 2 ** 20);
  return (
    (DIGITS[(high >>> 25) & 31] as string) +
    (DIGITS[(high >>> 20) & 31] as string) +
    digits20(high & 0xfffff) +
    digits20(timeMs % 2 ** 20)
  );
}

/**
 * The TypeID of a UUIDv7 of that time. The counter (up to 4095) replaces the 12 bits after the time, so
 * that ids of the same millisecond sort by it.
 */
export function typeIdAt(prefix: IdPrefix, timeMs: number, counter: number, rng: Rng): string {
  const random = rng.next();
  const head = (UUID_VERSION << 16) | ((counter & 0xfff) << 4) | (UUID_VARIANT << 2) | (random >>> 30);
  const tail = digits20(random & 0xfffff) + digits20(rng.next() >>> 12) + digits20(rng.next() >>> 12);
  return `${prefix}_${timeDigits(timeMs)}${digits20(head)}${tail}`;
}
