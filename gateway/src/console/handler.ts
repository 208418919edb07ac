import type { Permission } from '@commerce/console-api/access.ts';
import type { AnswerOf } from '@commerce/console-api/route.ts';
import type { ApiEvent, ApiOperation } from '@commerce/console-api/routes/explorer.ts';
import type { Session } from '@commerce/console-api/routes/session.ts';
import type { ApiVersionChoice } from '@commerce/console-api/routes/webhooks.ts';
import type { InputOf } from '@commerce/http-contract/route.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import type { Services } from '../grpc/services.ts';
import type { CursorBox } from '../edge/cursor.ts';
import type { CallPublicApi } from './public-api-client.ts';

/** Browser of a call; only handlers of sessions need it. */
export interface Browser {
  /** Network of the client, by which attempts are limited. */
  ip: string;
  /** User-Agent header; empty if missing. */
  userAgent: string;
  /** Secret of the session, from the cookie, or of the command line; empty without a session. */
  sessionToken: string;
  /** Sets the cookie of a session. */
  startSession(session: { token: string; expiresAtMs: number }): void;
  /** Removes the cookie. */
  endSession(): void;
}

/** Call of a route: its context and its parsed input. */
export type ConsoleCall<R> = CallContext & InputOf<R>;

/** Context of a call, the same for every route. */
export interface CallContext {
  /** Store of the path, if any, the person as actor, and the Idempotency-Key. */
  ctx: Context;
  services: Services;
  /** Undefined only on a route with access `anyone`. */
  session: Session | undefined;
  /** Reports whether the person has a permission in the store of the path. */
  may: (permission: Permission) => boolean;
  /** Converts page tokens of services to cursors and back. */
  cursor: CursorBox;
  browser: Browser;
  /** Calls the public API as an app would; for the explorer. */
  callPublicApi: CallPublicApi;
  /** Operations of the newest version of the public API. */
  apiOperations: ApiOperation[];
  /** Events of the newest version of the public API. */
  apiEvents: ApiEvent[];
  /** Versions of the public API, oldest first. */
  apiVersions: ApiVersionChoice[];
  /** Uploaded file as a stream; empty on a route without upload. */
  upload: AsyncIterable<Buffer>;
}

/** Handlers of the routes of an area; a route without a handler does not compile. */
export type HandlersOf<Routes> = {
  [Name in keyof Routes]: (call: ConsoleCall<Routes[Name]>) => Promise<AnswerOf<Routes[Name]>>;
};
