import type { Permission } from '@commerce/console-api/access.ts';
import type { AnswerOf } from '@commerce/console-api/route.ts';
import type { ApiOperation } from '@commerce/console-api/routes/explorer.ts';
import type { Session } from '@commerce/console-api/routes/session.ts';
import type { InputOf } from '@commerce/http-contract/route.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import type { Services } from '../grpc/services.ts';
import type { CursorBox } from '../edge/cursor.ts';
import type { AskPublicApi } from './ask-public-api.ts';

/** The browser behind a call: what only handlers of sessions need. */
export interface Browser {
  /** The address that attempts are counted by. */
  ip: string;
  /** What it says it is; empty when it says nothing. */
  userAgent: string;
  /** The session's secret from the cookie; empty without one. */
  sessionToken: string;
  /** Gives the browser the cookie of a session. */
  begin(session: { token: string; expiresAtMs: number }): void;
  /** Takes the cookie away. */
  end(): void;
}

/** Call of a route, with everything that its handler needs. */
export type ConsoleCall<R> = CallContext & InputOf<R>;

/** Context of a call, the same for every route. */
export interface CallContext {
  /** The store of the path, if it has one, and the person as actor; carries the Idempotency-Key. */
  ctx: Context;
  services: Services;
  /** Undefined only on a route that anyone may call. */
  session: Session | undefined;
  /** Whether the person may do something in the store of the path. */
  may: (permission: Permission) => boolean;
  /** Turns page tokens of services into cursors and back. */
  cursor: CursorBox;
  browser: Browser;
  /** Asks the public API as an app would: for the explorer only. */
  askPublicApi: AskPublicApi;
  /** Operations of the newest version of the public API. */
  apiOperations: ApiOperation[];
  /** The file that is sent, as it comes; empty on a route without upload. */
  upload: AsyncIterable<Buffer>;
}

/** A handler for each route of an area; one that is missing does not compile. */
export type HandlersOf<Routes> = {
  [Name in keyof Routes]: (call: ConsoleCall<Routes[Name]>) => Promise<AnswerOf<Routes[Name]>>;
};
