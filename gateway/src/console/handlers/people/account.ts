import type { peopleRoutes } from '@commerce/console-api/routes/people.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import { deviceOf } from '../../device.ts';
import type { HandlersOf } from '../../handler.ts';
import { sessionOf } from '../../session.ts';
import { TooManyAttempts } from '../../too-many-attempts.ts';

type AccountRoutes = Pick<
  typeof peopleRoutes,
  'updateProfile' | 'changePassword' | 'listSessions' | 'endSession' | 'signOutEverywhere'
>;

/** Account of the signed-in person. */
export const accountHandlers: HandlersOf<AccountRoutes> = {
  updateProfile: async ({ ctx, services, browser, body: { version, ...profile } }) => {
    await services.people.updateProfile(ctx, { ...profile, expectedVersion: version });
    const session = sessionOf(await services.people.getSession(ctx, { token: browser.sessionToken }));
    return { session: session! };
  },

  changePassword: async ({ ctx, services, browser, body }) => {
    const { ip, userAgent } = browser;
    const { result, session } = await services.people.changePassword(ctx, { ...body, ip, userAgent });
    if (result?.$case === 'retryAfterS') throw new TooManyAttempts(result.value);
    if (result?.$case !== 'changed') throw wrongPassword();
    // Absent while a service of an earlier release answers: then the person signs in again.
    if (session !== undefined) browser.startSession(session);
    return { done: true };
  },

  listSessions: async ({ ctx, services, browser }) => {
    const { sessions } = await services.people.listSessions(ctx, { sessionToken: browser.sessionToken });
    const items = sessions.map(({ id, userAgent, createdAtMs, lastSeenAtMs, current }) => ({
      id,
      ...deviceOf(userAgent),
      createdAt: new Date(createdAtMs).toISOString(),
      lastSeenAt: new Date(lastSeenAtMs).toISOString(),
      current,
    }));
    return { items, nextCursor: null };
  },

  endSession: async ({ ctx, services, params }) => {
    await services.people.endSession(ctx, { sessionId: params.session });
    return { ended: true };
  },

  signOutEverywhere: async ({ ctx, services, browser, query }) => {
    const exceptSessionToken = query.which === 'others' ? browser.sessionToken : '';
    const { endedSessions } = await services.people.signOutEverywhere(ctx, { exceptSessionToken });
    if (query.which === 'all') browser.endSession();
    return { ended: endedSessions };
  },
};

function wrongPassword(): Fault {
  const message = 'The current password is incorrect.';
  const details = [{ reason: 'wrong_password', field: 'currentPassword', message }];
  return new Fault('invalid_request', message, { details });
}
