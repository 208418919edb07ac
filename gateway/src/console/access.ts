import { roleMay, type Access, type Permission } from '@commerce/console-api/access.ts';
import type { Session } from '@commerce/console-api/routes/session.ts';
import { conflict, Fault, notFound } from '@commerce/service-kit/fault.ts';

/** Whether a person may do something in a store. */
export function mayIn(session: Session | undefined, storeId: string, permission: Permission): boolean {
  const store = session?.stores.find(({ id }) => id === storeId);
  return store !== undefined && roleMay(store.role, permission);
}

/**
 * Lets pass who may call a route.
 * @throws Fault 401 when nobody is signed in; 404 for a store or developer of others, told like one that does not exist, and for
 *   staff's routes; 403 when the role in the store has not the permission
 */
export function requireAccess(
  access: Access,
  session: Session | undefined,
  params: Record<string, string>,
): void {
  if (access === 'anyone') return;
  if (session === undefined) throw signedOut();
  if (access === 'person') return;
  if (access === 'staff') {
    if (!session.staff) throw notFound();
  } else if ('store' in access) {
    if (!session.stores.some(({ id }) => id === params['store'])) throw notFound();
    if (!mayIn(session, params['store']!, access.store)) throw forbidden();
  } else if (!session.developers.some(({ id }) => id === params['developer'])) throw notFound();
}

/**
 * Refuses what a page sends for a person who is no longer the one signed in: somebody else has signed in with this browser since.
 * @param expected the person of the page; undefined when it is of nobody
 * @throws Fault 409 `other_person`
 */
export function requireSamePerson(
  expected: string | string[] | undefined,
  session: Session | undefined,
): void {
  if (expected === undefined || session === undefined || session.person.id === expected) return;
  throw conflict('other_person', 'Another person has signed in with this browser.');
}

const refusal = (code: 'invalid_token' | 'insufficient_scope', reason: string, message: string): Fault =>
  new Fault(code, message, { details: [{ reason, message }] });

const signedOut = (): Fault => refusal('invalid_token', 'signed_out', 'Nobody is signed in.');

/** The person's role has not the permission. */
export const forbidden = (): Fault =>
  refusal('insufficient_scope', 'forbidden', 'Your role in this store does not include this.');

/** A request that no page of ours has made. */
export const crossSite = (): Fault =>
  refusal('insufficient_scope', 'cross_site', 'The request does not come from a page of this site.');
