import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** SHA-256. Sufficient for secrets of 256 random bits; passwords need argon2. */
export function sha256(text: string): Buffer<ArrayBuffer> {
  return createHash('sha256').update(text).digest();
}

/** Constant-time comparison of two byte strings. */
export function safeEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** A new unguessable, URL-safe token: 32 bytes yield 43 characters. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}
