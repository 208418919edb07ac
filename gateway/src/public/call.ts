import type { HandlerInput, HandlerResult, Operation } from '@commerce/public-api/versions.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import type { Services } from '../grpc/services.ts';
import type { CursorBox } from '../edge/cursor.ts';

/** What a handler works with: who asks and what they may, the services, and the cursors of its list. */
export interface Call {
  ctx: Context;
  /** What the token was given. */
  scopes: ReadonlySet<string>;
  services: Services;
  cursor: CursorBox;
}

/** Answers an operation in any version of the API: versions differ in schemas and presenters only. */
export type PublicHandler<Op extends Operation> = (
  call: Call,
  input: HandlerInput<Op>,
) => Promise<HandlerResult<Op>>;
