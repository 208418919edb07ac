import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { keyRingSchema, type KeyRing } from './key-ring.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A sealed string could not be opened: unknown key, different purpose, or modified bytes. */
export class SealError extends Error {
  override name = 'SealError';
}

/**
 * Encryption of stored secrets (AES-256-GCM). Keys rotate: the first key of the ring seals, every key opens.
 * A sealed string is `<key id>.<base64url of nonce, ciphertext and tag>`.
 */
export class SecretBox {
  readonly #keys: KeyRing;
  readonly #current: string;

  /** @param keys by key id; the first one seals */
  constructor(keys: KeyRing) {
    const [current] = keys.keys();
    if (current === undefined) throw new RangeError('a secret box needs at least one key');
    this.#keys = keys;
    this.#current = current;
  }

  /** @param purpose kind and owner of the secret, e.g. `signing-key:<kid>`; required again to open it */
  seal(plain: string, purpose: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#keys.get(this.#current)!, nonce);
    cipher.setAAD(Buffer.from(purpose));
    const sealed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${this.#current}.${sealed.toString('base64url')}`;
  }

  /** @throws SealError when it was not sealed by this ring for this purpose */
  open(sealed: string, purpose: string): string {
    const dot = sealed.indexOf('.');
    const key = this.#keys.get(sealed.slice(0, dot));
    const bytes = Buffer.from(sealed.slice(dot + 1), 'base64url');
    if (key === undefined) throw new SealError('sealed with a key that is not in the ring');
    if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new SealError('not a sealed string');
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES));
    decipher.setAAD(Buffer.from(purpose));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      const plain = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([plain, decipher.final()]).toString('utf8');
    } catch {
      throw new SealError('sealed for another purpose, or modified');
    }
  }

  /** Reports whether it was sealed with an older key of the ring and should be sealed again. */
  isStale(sealed: string): boolean {
    return !sealed.startsWith(`${this.#current}.`);
  }
}

/** Schema of a key ring setting that yields a secret box. */
export const secretBoxSchema = keyRingSchema.transform((keys) => new SecretBox(keys));
