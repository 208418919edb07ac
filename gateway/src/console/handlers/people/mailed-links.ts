import { TeamRole, type Joined, type NewcomerProof } from '@commerce/proto/commerce/auth/v1/people.ts';
import { enumName } from '@commerce/proto/enum.ts';
import type { peopleRoutes } from '@commerce/console-api/routes/people.ts';
import type { Session } from '@commerce/console-api/routes/session.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import type { Services } from '../../../grpc/services.ts';
import type { Browser, HandlersOf } from '../../handler.ts';
import { sessionOf } from '../../session.ts';
import { TooManyAttempts } from '../../too-many-attempts.ts';
import { createFirstShop } from './first-shop.ts';
import { wrongCredentials } from '../../wrong-credentials.ts';

type MailedLinkRoutes = Pick<
  typeof peopleRoutes,
  | 'requestPasswordReset'
  | 'resetPassword'
  | 'getInvitation'
  | 'acceptInvitation'
  | 'signUpDeveloper'
  | 'signUpMerchant'
  | 'getSignUp'
  | 'completeSignUp'
>;

/** Flows that use mailed links, and the requests for such mails. */
export const mailedLinkHandlers: HandlersOf<MailedLinkRoutes> = {
  requestPasswordReset: async ({ ctx, services, browser, body }) => {
    const { retryAfterS } = await services.people.requestPasswordReset(ctx, { ...body, ip: browser.ip });
    if (retryAfterS > 0) throw new TooManyAttempts(retryAfterS);
    return { sent: true };
  },

  resetPassword: async ({ ctx, services, body }) => {
    await services.people.resetPassword(ctx, body);
    return { done: true };
  },

  getInvitation: async ({ ctx, services, session, body }) => {
    const { storeId, teamName, invitation, personExists } = await services.people.getInvitation(ctx, body);
    const { email, role, invitedBy, expiresAtMs } = invitation!;
    return {
      teamName,
      isDeveloper: storeId === '',
      email,
      role: enumName(TeamRole, role),
      invitedBy,
      expiresAt: new Date(expiresAtMs).toISOString(),
      personExists,
      isSignedIn: session?.person.email === email,
    };
  },

  acceptInvitation: async ({ ctx, services, browser, body }) => {
    const { token, ...newcomer } = body;
    const request = { token, proof: proofOf(newcomer, browser) };
    const { result, storeId, developerId } = await services.people.acceptInvitation(ctx, request);
    return { session: await signInVisitor(ctx, services, browser, result), team: storeId || developerId };
  },

  signUpDeveloper: async ({ ctx, services, browser, body }) => {
    const { retryAfterS } = await services.people.signUpDeveloper(ctx, { ...body, ip: browser.ip });
    if (retryAfterS > 0) throw new TooManyAttempts(retryAfterS);
    return { sent: true };
  },

  signUpMerchant: async ({ ctx, services, browser, body }) => {
    const { retryAfterS } = await services.people.signUpMerchant(ctx, { ...body, ip: browser.ip });
    if (retryAfterS > 0) throw new TooManyAttempts(retryAfterS);
    return { sent: true };
  },

  getSignUp: async ({ ctx, services, session, body }) => {
    const signUp = await services.people.getSignUp(ctx, body);
    return { ...signUp, isSignedIn: session?.person.email === signUp.email };
  },

  completeSignUp: async ({ ctx, services, browser, body }) => {
    const { token, shop, ...newcomer } = body;
    const request = { token, proof: proofOf(newcomer, browser) };
    const { result, developerId, storeId } = await services.people.completeSignUp(ctx, request);
    const session = await signInVisitor(ctx, services, browser, result);
    if (storeId !== '' && shop !== undefined) await createFirstShop(ctx, services, session, storeId, shop);
    return { session, developer: developerId, store: storeId };
  },
};

function proofOf(
  { name = '', password = '', language }: { name?: string; password?: string; language: string },
  { sessionToken, ip, userAgent }: Browser,
): NewcomerProof {
  return { name, password, language, sessionToken, ip, userAgent };
}

/** Result of a proof of identity. */
type Outcome =
  | { $case: 'joined'; value: Joined }
  | { $case: 'wrongCredentials'; value: boolean }
  | { $case: 'retryAfterS'; value: number };

/**
 * Signs in the visitor of a link.
 * @throws TooManyAttempts, or Fault `wrong_credentials`
 */
async function signInVisitor(
  ctx: Context,
  { people }: Services,
  browser: Browser,
  result: Outcome | undefined,
): Promise<Session> {
  if (result?.$case === 'retryAfterS') throw new TooManyAttempts(result.value);
  if (result?.$case !== 'joined') throw wrongCredentials();
  const opened = result.value.session;
  if (opened !== undefined) {
    // Every sign-in creates a new session and ends the previous one.
    if (browser.sessionToken !== '') await people.signOut(ctx, { token: browser.sessionToken });
    browser.startSession(opened);
  }
  const token = opened?.token ?? browser.sessionToken;
  return sessionOf(await people.getSession(ctx, { token }))!;
}
