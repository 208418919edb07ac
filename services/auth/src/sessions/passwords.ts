import { randomToken } from '@commerce/service-kit/crypto/hash.ts';
import { hashPassword, passwordMatches } from '../domain/password.ts';
import { PasswordGate } from './password-gate.ts';

const AT_ONCE = 2;
const WAITING = 100;

/** Hashes and checks passwords, a few at a time: see PasswordGate. */
export class Passwords {
  readonly #gate = new PasswordGate(AT_ONCE, WAITING);
  readonly #nobody = hashPassword(randomToken());

  /** @throws Fault `unavailable` when too many wait already */
  hash(password: string): Promise<string> {
    return this.#gate.run(() => hashPassword(password));
  }

  /**
   * Whether the password is the one that was hashed. Without a hash it is not, after as long a time: an unknown e-mail takes as long as
   * a wrong password.
   * @throws Fault `unavailable` when too many wait already
   */
  async matches(password: string, hash: string | undefined): Promise<boolean> {
    const against = hash ?? (await this.#nobody);
    const matches = await this.#gate.run(() => passwordMatches(password, against));
    return matches && hash !== undefined;
  }
}
