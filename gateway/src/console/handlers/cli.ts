import type { cliRoutes } from '@commerce/console-api/routes/cli.ts';
import type { HandlersOf } from '../handler.ts';
import { sessionOf } from '../session.ts';

export const cliHandlers: HandlersOf<typeof cliRoutes> = {
  createCode: ({ ctx, services, browser: { sessionToken }, body }) =>
    services.people.createCliCode(ctx, { ...body, sessionToken }),

  start: async ({ ctx, services, browser, body }) => {
    const { session } = await services.people.startCliSession(ctx, { ...body, userAgent: browser.userAgent });
    const { token, expiresAtMs } = session!;
    return {
      token,
      expiresAt: new Date(expiresAtMs).toISOString(),
      session: sessionOf(await services.people.getSession(ctx, { token }))!,
    };
  },
};
