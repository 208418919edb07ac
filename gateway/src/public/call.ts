import type { HandlerInput, HandlerResult, Operation } from '@commerce/public-api/versions.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import type { Services } from '../grpc/services.ts';
import type { CursorBox } from '../edge/cursor.ts';

/** Context of a handler: the caller and its scopes, the services, and the cursors of its list. */
export interface Call {
  ctx: Context;
  /** Prefix of the version of the request. */
  version: string;
  /** Scopes of the token. */
  scopes: ReadonlySet<string>;
  services: Services;
  /** Root of the documentation, which has a page for each problem type. */
  docsUrl: string;
  cursor: CursorBox;
}

/** Handler of an operation in every version of the API: versions differ in schemas and presenters. */
export type PublicHandler<Op extends Operation> = (
  call: Call,
  input: HandlerInput<Op>,
) => Promise<HandlerResult<Op>>;
