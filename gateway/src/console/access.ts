import { roleMay, type Access, type Permission } from '@commerce/console-api/access.ts';
import type { Session } from '@commerce/console-api/routes/session.ts';
import { conflict, Fault, notFound } from '@commerce/service-kit/fault.ts';

/** Reports whether a person has a permission in a store. */
export function mayIn(session: Session | undefined, storeId: string, permission: Permission): boolean {
  const store = session?.stores.find(({ id }) => id === storeId);
  return store !== undefined && roleMay(store.role, permission);
}

/**
 * Requires access to a route.
 * @throws Fault 401 without a session; 404 for a store or developer of others, as for one that does not exist, and for
 *   routes of the staff; 403 in a suspended store, if the role lacks the permission, or for a command line outside of the portal
 */
export function requireAccess(
  access: Access,
  session: Session | undefined,
  params: Record<string, string>,
): void {
  if (access === 'anyone') return;
  if (session === undefined) throw signedOut();
  if (access === 'person') {
    if (session.cli) throw cliSession();
    return;
  }
  if (access === 'staff') {
    if (!session.staff) throw notFound();
  } else if ('store' in access) {
    const store = session.stores.find(({ id }) => id === params['store']);
    if (store === undefined) throw notFound();
    if (store.suspension !== null) throw storeSuspended();
    if (!mayIn(session, params['store']!, access.store)) throw forbidden();
  } else {
    const developer = session.developers.find(({ id }) => id === params['developer']);
    if (developer === undefined) throw notFound();
    if (access.developer === 'owner' && developer.role !== 'owner') throw ownersOnly();
  }
}

/**
 * Rejects a request of a page that was loaded for another person: someone else has signed in with this browser since.
 * @param expected the person of the page; undefined for a page without one
 * @throws Fault 409 `other_person`
 */
export function requireSamePerson(
  expected: string | string[] | undefined,
  session: Session | undefined,
): void {
  if (expected === undefined || session === undefined || session.person.id === expected) return;
  throw conflict('other_person', 'Another person has signed in with this browser. Reload the page.');
}

const refusal = (code: 'invalid_token' | 'insufficient_scope', reason: string, message: string): Fault =>
  new Fault(code, message, { details: [{ reason, message }] });

const signedOut = (): Fault => refusal('invalid_token', 'signed_out', 'Sign in to continue.');

const cliSession = (): Fault =>
  refusal('insufficient_scope', 'cli_session', 'The command line can use the developer portal only.');

const storeSuspended = (): Fault =>
  refusal('insufficient_scope', 'store_suspended', 'The platform has suspended this store.');

/** Rejection of a person whose role lacks the permission. */
export const forbidden = (): Fault =>
  refusal('insufficient_scope', 'forbidden', 'Your role in this store does not include this permission.');

/** Rejection of a member of a developer account who is not an owner. */
export const ownersOnly = (): Fault =>
  refusal('insufficient_scope', 'owners_only', 'Only an owner of the developer account can do this.');

/** Rejection of a request that was not made by a page of this site. */
export const crossSite = (): Fault =>
  refusal('insufficient_scope', 'cross_site', 'The request does not come from a page of this site.');
