import { invalid } from '@commerce/service-kit/fault.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { enqueueMail } from '@commerce/service-kit/mail/outbox.ts';
import { isMailAddress } from '@commerce/texts/email.ts';
import type { Deps } from '../deps.ts';
import { normalizeEmail } from '../domain/email.ts';
import { SIGN_UP_MS } from '../domain/lifetimes.ts';
import { SIGN_UP } from '../domain/mails/kinds.ts';
import { languageOf, nameOf } from '../domain/profile.ts';
import { signUpInsert } from '../store/sign-up.ts';
import { countMailRequest } from './count-mail-request.ts';

/** Minimum length of the name of a developer or store. */
const MIN_TEAM_NAME = 2;

/** A sign-up as requested. */
export interface RequestedSignUp {
  email: string;
  name: string;
  language: string;
  ip: string;
}

/** Field and name of the team that a sign-up creates. */
type Created = ['developer_name' | 'store_name', string];

/**
 * Stores a sign-up until its mailed link is used. The account lookup happens at send time (no user enumeration).
 * @throws Fault `invalid_request` at the field
 */
export async function requestSignUp(
  deps: Deps,
  given: RequestedSignUp,
  [field, teamName]: Created,
): Promise<{ retryAfterS: number }> {
  const email = normalizeEmail(given.email);
  if (!isMailAddress(email)) throw invalid('email', 'Must be an email address.');
  const created = nameOf(teamName, field, MIN_TEAM_NAME);
  const fields = {
    email,
    name: nameOf(given.name, 'name'),
    developerName: field === 'developer_name' ? created : null,
    storeName: field === 'store_name' ? created : null,
    language: languageOf(given.language),
  };
  const { retryAfterS, mayMail } = await countMailRequest(deps, 'sign-up', { email, ip: given.ip });
  if (mayMail) await store(deps, fields);
  return { retryAfterS };
}

async function store(
  { db, prisma, clock }: Deps,
  fields: Omit<Parameters<typeof signUpInsert>[1], 'id' | 'expiresAt'>,
): Promise<void> {
  const createdAtMs = clock.now();
  const id = newId('sup');
  await db.transaction(async (tx) => {
    await signUpInsert(prisma, { id, ...fields, expiresAt: new Date(createdAtMs + SIGN_UP_MS) });
    await enqueueMail(tx, { kind: SIGN_UP, recipient: id, facts: {}, createdAtMs });
  });
}
