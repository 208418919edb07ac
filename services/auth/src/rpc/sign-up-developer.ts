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
import { SIGN_UP } from '../domain/mails/kinds.ts';
import { languageOf, nameOf } from '../domain/profile.ts';
import { signUpInsert } from '../store/sign-up.ts';
import { countMailRequest } from '../use-cases/count-mail-request.ts';

const MIN_DEVELOPER_NAME = 2;

/** Stores a sign-up until its mailed link is used. The account lookup happens at send time (no user enumeration). */
export const signUpDeveloper =
  (deps: Deps): Handler<SignUpDeveloperRequest, SignUpDeveloperResponse> =>
  async (_ctx, given) => {
    const email = normalizeEmail(given.email);
    if (!isMailAddress(email)) throw invalid('email', 'Must be an email address.');
    const fields = {
      email,
      name: nameOf(given.name, 'name'),
      developerName: nameOf(given.developerName, 'developer_name', MIN_DEVELOPER_NAME),
      language: languageOf(given.language),
    };
    const { retryAfterS, mayMail } = await countMailRequest(deps, 'sign-up', { email, ip: given.ip });
    if (mayMail) await store(deps, fields);
    return { retryAfterS };
  };

async function store(
  { db, prisma, clock }: Deps,
  fields: { email: string; name: string; developerName: string; language: string },
): Promise<void> {
  const createdAtMs = clock.now();
  const id = newId('sup');
  await db.transaction(async (tx) => {
    await signUpInsert(prisma, { id, ...fields, expiresAt: new Date(createdAtMs + SIGN_UP_MS) });
    await enqueueMail(tx, { kind: SIGN_UP, recipient: id, facts: {}, createdAtMs });
  });
}
