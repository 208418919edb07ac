import type { AnyRoute, InputOf, ResultOf } from '@commerce/public-api/route.ts';
import type { routes } from '@commerce/public-api/2026-10/routes/index.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import type { Services } from '../grpc/services.ts';
import type { CursorBox } from './cursor.ts';

/** What a handler works with: who asks, the services, and the cursors of its list. */
export interface Call {
  ctx: Context;
  services: Services;
  cursor: CursorBox;
}

/** The operations of the public API. */
export type Operation = keyof typeof routes;

/** Answers an operation in any version of the API: versions differ in schemas and presenters only. */
export type PublicHandler<Op extends Operation> = (
  call: Call,
  input: InputOf<(typeof routes)[Op]>,
) => Promise<ResultOf<(typeof routes)[Op]>>;

/** A handler for each operation. */
export type PublicHandlers = { [Op in Operation]: PublicHandler<Op> };

/** A route with the name of its operation. */
export interface NamedRoute {
  operation: Operation;
  route: AnyRoute;
}
