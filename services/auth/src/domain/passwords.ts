import { randomToken } from '@commerce/service-kit/crypto/hash.ts';
import { PasswordGate } from './password-gate.ts';
import { hashPassword, passwordMatches } from './password.ts';

const MAX_RUNNING = 2;
const MAX_WAITING = 100;

/** Hashes and checks passwords, a few at a time: see PasswordGate. */
export class Passwords {
  readonly #gate = new PasswordGate(MAX_RUNNING, MAX_WAITING);
  /** The hash to compare with when the email has no account. */
  readonly #dummyHash = hashPassword(randomToken());

  /** @throws Fault `unavailable` when too many wait already */
  hash(password: string): Promise<string> {
    return this.#gate.run(() => hashPassword(password));
  }

  /**
   * Compares a password with a hash. Without a hash the result is false after the same time: an unknown email takes as long as a
   * wrong password.
   * @throws Fault `unavailable` when too many wait already
   */
  async matches(password: string, hash: string | undefined): Promise<boolean> {
    const against = hash ?? (await this.#dummyHash);
    const matches = await this.#gate.run(() => passwordMatches(password, against));
    return matches && hash !== undefined;
  }
}
