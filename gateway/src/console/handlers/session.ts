import type { sessionRoutes } from '@commerce/console-api/routes/session.ts';
import type { HandlersOf } from '../handler.ts';
import { sessionOf } from '../session.ts';
import { TooManyAttempts } from '../too-many-attempts.ts';
import { wrongCredentials } from '../wrong-credentials.ts';

export const sessionHandlers: HandlersOf<typeof sessionRoutes> = {
  get: async ({ session }) => ({ session: session ?? null }),

  signIn: async ({ ctx, services, browser, body }) => {
    const { result } = await services.people.signIn(ctx, {
      ...body,
      ip: browser.ip,
      userAgent: browser.userAgent,
    });
    if (result?.$case === 'retryAfterS') throw new TooManyAttempts(result.value);
    if (result?.$case !== 'session') throw wrongCredentials();
    // Every sign-in creates a new session and ends the previous one.
    if (browser.sessionToken !== '') await services.people.signOut(ctx, { token: browser.sessionToken });
    browser.startSession(result.value);
    const session = sessionOf(await services.people.getSession(ctx, { token: result.value.token }));
    return { session: session! };
  },

  signOut: async ({ ctx, services, browser }) => {
    if (browser.sessionToken !== '') await services.people.signOut(ctx, { token: browser.sessionToken });
    browser.endSession();
    return { session: null };
  },
};
