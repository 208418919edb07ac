import { argon2Sync, randomBytes } from 'node:crypto';

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** The hash of a password with the least cost that argon2 allows, because tests sign in often. */
export function cheapHash(password: string): string {
  const nonce = randomBytes(16);
  const cost = { memory: 8, passes: 1, parallelism: 1 };
  const tag = argon2Sync('argon2id', { message: password, nonce, tagLength: 32, ...cost });
  return `$argon2id$v=19$m=8,t=1,p=1$${unpadded(nonce)}$${unpadded(tag)}`;
}

const password = 'correct horse battery staple';

/** A password and its hash, for `createPerson`. */
export const KNOWN_PASSWORD = { password, passwordHash: cheapHash(password) };
