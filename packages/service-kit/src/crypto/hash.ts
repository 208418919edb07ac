import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** SHA-256. Enough for secrets of 256 random bits; a password needs argon2. */
export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Whether two byte strings are equal, in a time that does not tell where they differ. */
export function safeEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** A new unguessable token, URL-safe: 32 bytes make 43 characters. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}
