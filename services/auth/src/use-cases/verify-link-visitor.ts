import type { Joined, NewcomerProof } from '@commerce/proto/commerce/auth/v1/people.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { conflict } from '@commerce/service-kit/fault.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import type { Deps } from '../deps.ts';
import { checkNewPassword } from '../domain/password-rules.ts';
import { languageOf, nameOf } from '../domain/profile.ts';
import { personInsert, personLock, personLockWithPassword, type NewPerson } from '../store/person.ts';
import type { Prisma } from '../store/prisma.ts';
import { checkPassword, type SignInRefusal } from './check-password.ts';
import { resumeSession } from './resume-session.ts';
import { startSession } from './start-session.ts';

/** A visitor of a mailed link who has proved their identity. */
export interface LinkVisitor {
  personId: string;
  /** The person to create, when the email has no account. */
  newPerson?: NewPerson;
  /** Hash of the password that was checked or chosen; undefined when the given session is the visitor's. */
  passwordHash?: string;
}

/** The recipient of a mailed link. */
export interface LinkRecipient {
  email: string;
  /** The name known so far; may be empty. */
  name: string;
  /** Null when no account has the email. */
  personId: string | null;
}

/**
 * Verifies the visitor of a mailed link. The link proves the email. That is enough for a new person, who chooses a password here
 * and not before, so that an account cannot be prepared for somebody else's email. An existing person has a session or knows the
 * password.
 * @throws Fault `invalid_request` for an invalid name, language or password of a new person
 */
export async function verifyLinkVisitor(
  deps: Deps,
  proof: NewcomerProof,
  { email, name, personId }: LinkRecipient,
): Promise<LinkVisitor | SignInRefusal> {
  if (personId !== null) {
    const session = await resumeSession(deps, proof.sessionToken);
    if (session?.personId === personId) return { personId };
    return checkPassword(deps, { email, password: proof.password, ip: proof.ip });
  }
  const profile = { name: nameOf(proof.name || name, 'name'), language: languageOf(proof.language) };
  await checkNewPassword(proof.password, email);
  const passwordHash = await deps.passwords.hash(proof.password);
  const createdAt = new Date(deps.clock.now());
  const newPerson: NewPerson = { id: newId('per'), email, ...profile, passwordHash, createdAt };
  return { personId: newPerson.id, newPerson, passwordHash };
}

/** Locks an existing person until the commit. @returns false when their password was changed after it was checked */
export async function lockVisitor(
  tx: Queryable,
  { personId, newPerson, passwordHash }: LinkVisitor,
): Promise<boolean> {
  if (newPerson !== undefined) return true;
  if (passwordHash !== undefined) return personLockWithPassword(tx, personId, passwordHash);
  return (await personLock(tx, personId)) !== undefined;
}

/**
 * Adds the person, when the visitor is new.
 * @throws Fault `account_exists` when a concurrent call has created an account with the email
 */
export async function createIfNew(prisma: Prisma, { newPerson }: LinkVisitor): Promise<void> {
  if (newPerson === undefined || (await personInsert(prisma, newPerson))) return;
  throw conflict('account_exists', 'An account with this email now exists. Open the link again.');
}

/** Opens a session of the visitor, unless they have one. */
export async function signInVisitor(
  deps: Deps,
  tx: Queryable,
  { personId, passwordHash }: LinkVisitor,
  userAgent: string,
): Promise<{ $case: 'joined'; value: Joined }> {
  const session =
    passwordHash === undefined
      ? undefined
      : await startSession(deps, tx, { personId, passwordHash }, userAgent);
  return { $case: 'joined', value: { personId, session } };
}
