import type {
  SignUpDeveloperRequest,
  SignUpDeveloperResponse,
} from '@commerce/proto/commerce/auth/v1/people.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { enqueueMail } from '@commerce/service-kit/mail/outbox.ts';
import { isMailAddress } from '@commerce/texts/email.ts';
import type { Deps } from '../deps.ts';
import { normalizeEmail } from '../domain/email.ts';
import { SIGN_UP_MS } from '../domain/lifetimes.ts';
import { languageOf, nameOf } from '../domain/profile.ts';
import { SIGN_UP } from '../mails/kinds.ts';
import { askForMail } from '../people/mail-limit.ts';
import { createSignUp } from '../store/sign-up-create.ts';

const MIN_DEVELOPER_NAME = 2;

/** Keeps a sign-up until its mailed link is used; whether the e-mail is somebody's is not looked up before. */
export function signUpDeveloper(deps: Deps): Handler<SignUpDeveloperRequest, SignUpDeveloperResponse> {
  return async (_ctx, given) => {
    const email = normalizeEmail(given.email);
    if (!isMailAddress(email)) throw invalid('email', 'Must be an e-mail address.');
    const fields = {
      email,
      name: nameOf(given.name, 'name'),
      developerName: nameOf(given.developerName, 'developer_name', MIN_DEVELOPER_NAME),
      language: languageOf(given.language),
    };
    const { retryAfterS, mayMail } = await askForMail(deps, 'sign-up', { email, ip: given.ip });
    if (mayMail) await keep(deps, fields);
    return { retryAfterS };
  };
}

async function keep(
  { database, clock }: Deps,
  fields: { email: string; name: string; developerName: string; language: string },
): Promise<void> {
  const createdAtMs = clock.now();
  const id = newId('sup');
  await database.transaction(async (tx) => {
    await createSignUp(tx, { id, ...fields, expiresAt: new Date(createdAtMs + SIGN_UP_MS) });
    await enqueueMail(tx, { kind: SIGN_UP, recipient: id, facts: {}, createdAtMs });
  });
}
