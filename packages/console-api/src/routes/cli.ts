import * as z from 'zod';
import { answers, consoleRoute } from '../route.ts';
import type { Session } from './session.ts';

/** How `mostrador login` gets a session of its own (RFC 8252, 7.3; RFC 7636): the browser fetches a code, the command line exchanges it. */
export const cliRoutes = {
  /** Creates a code for the command line that derived the challenge; valid for 60 seconds and one use. */
  createCode: consoleRoute({
    method: 'POST',
    path: '/console/api/cli-codes',
    access: 'person',
    body: z.strictObject({ codeChallenge: z.string().regex(/^[A-Za-z0-9_-]{43}$/) }),
    answer: answers<{ code: string }>(),
  }),
  /** Opens a session, whose token is sent as `Authorization: Bearer`; it opens the developer portal only. 400 for an expired or used code. */
  start: consoleRoute({
    method: 'POST',
    path: '/console/api/cli-sessions',
    access: 'anyone',
    body: z.strictObject({ code: z.string().min(1).max(1_000), codeVerifier: z.string().min(43).max(128) }),
    answer: answers<{ token: string; expiresAt: string; session: Session }>(),
  }),
};
