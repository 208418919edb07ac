import type { Joined, NewcomerProof } from '@commerce/proto/commerce/auth/v1/people.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { conflict } from '@commerce/service-kit/fault.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import type { Deps } from '../deps.ts';
import { passwordProblem } from '../domain/password-rules.ts';
import { languageOf, nameOf } from '../domain/profile.ts';
import { beginSession } from '../sessions/begin-session.ts';
import { openSession } from '../sessions/open-session.ts';
import { provePassword, type NotProved } from '../sessions/prove-password.ts';
import { addPerson, type NewPerson } from '../store/person-add.ts';

/** Somebody at a mailed link who has proved who they are. */
export interface Arrived {
  personId: string;
  /** Who is to be made, when the e-mail is new. */
  newPerson?: NewPerson;
  /** Whether the session that was given is theirs. */
  hasSession: boolean;
}

/** Whom the link was mailed to. */
export interface Addressee {
  email: string;
  /** What they are called so far; empty when that is not known. */
  name: string;
  /** Null for an e-mail that nobody has. */
  personId: string | null;
}

/**
 * Who comes by a mailed link. The link proves the e-mail: enough for a new person, who chooses a password here and not before, so that
 * nobody can prepare an account for somebody else's e-mail. A person who exists has a session or knows the password.
 * @throws Fault `invalid_request` for a name, a language or a password that a new person cannot have
 */
export async function arrive(
  deps: Deps,
  proof: NewcomerProof,
  { email, name, personId }: Addressee,
): Promise<Arrived | NotProved> {
  if (personId !== null) {
    const session = await openSession(deps, proof.sessionToken);
    if (session?.person_id === personId) return { personId, hasSession: true };
    const proved = await provePassword(deps, { email, password: proof.password, ip: proof.ip });
    return '$case' in proved ? proved : { personId, hasSession: false };
  }
  const given = { name: nameOf(proof.name || name, 'name'), language: languageOf(proof.language) };
  const problem = passwordProblem(proof.password, email);
  if (problem) throw problem;
  const newPerson: NewPerson = {
    id: newId('per'),
    email,
    ...given,
    passwordHash: await deps.passwords.hash(proof.password),
    createdAt: new Date(deps.clock.now()),
  };
  return { personId: newPerson.id, newPerson, hasSession: false };
}

/**
 * Makes the person, if they are new.
 * @throws Fault `account_exists` when somebody was made with the e-mail meanwhile
 */
export async function admitArrived(tx: Queryable, { newPerson }: Arrived): Promise<void> {
  if (newPerson === undefined || (await addPerson(tx, newPerson))) return;
  throw conflict('account_exists', 'An account with this email now exists. Open the link again.');
}

/** What the newcomer is answered: with a session, unless they have one. */
export async function welcome(
  deps: Deps,
  { personId, hasSession }: Arrived,
  userAgent: string,
): Promise<{ $case: 'joined'; value: Joined }> {
  const session = hasSession ? undefined : await beginSession(deps, personId, userAgent);
  return { $case: 'joined', value: { personId, session } };
}
