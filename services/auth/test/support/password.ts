import { hashPassword } from '../../src/domain/password.ts';

/** The hash of a password with the least cost that argon2 allows, because tests sign in often. */
export const cheapHash = (password: string): Promise<string> =>
  hashPassword(password, { memory: 8, passes: 1, parallelism: 1 });

const password = 'correct horse battery staple';

/** A password and its hash, for `createPerson`. */
export const KNOWN_PASSWORD = { password, passwordHash: await cheapHash(password) };
