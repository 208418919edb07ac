import { createSecretKey, type KeyObject } from 'node:crypto';
import * as z from 'zod';

const KEY_BYTES = 32;
const KEY_FORM = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]{43}=)$/;

/**
 * Keys by id; the first one seals or signs. They are objects, because Node.js would make one of bytes at each use, which takes
 * four times as long as the use.
 */
export type KeyRing = Map<string, KeyObject>;

/** Schema of a key ring setting: `k2:<base64 of 32 bytes>,k1:<base64 of 32 bytes>`, newest first. */
export const keyRingSchema = z.string().transform((text, check): KeyRing => {
  const keys: KeyRing = new Map();
  for (const part of text.split(',')) {
    const [, id, key] = KEY_FORM.exec(part.trim()) ?? [];
    if (id === undefined || key === undefined || keys.has(id)) {
      check.addIssue({
        code: 'custom',
        message: `must be <key id>:<base64 of ${KEY_BYTES} bytes>[,…], each id once`,
      });
      return z.NEVER;
    }
    keys.set(id, createSecretKey(key, 'base64'));
  }
  return keys;
});
