import { status, type ServiceError } from '@grpc/grpc-js';
import type { Context } from '../context.ts';
import type { Fault } from '../fault.ts';
import { Unanswered } from './repeat.ts';
import { RETRY_PUSHBACK_KEY } from './server.ts';
import { isRead } from './service-config.ts';
import { isUnreached, statusToFault } from './status.ts';

/** When a call may be made again, after its replica is lost: never, if this is absent. */
export type Repeatable = 'always' | 'with a key';

/** An attempt at a call. */
interface Attempt {
  method: { limitMs: number; repeatable: Repeatable | undefined };
  ctx: Context;
}

/** Fault of a failed attempt. @param leftMs time that its caller had: one that ended before leaves time to retry */
export function faultOf(error: ServiceError, { method, ctx }: Attempt, leftMs: number): Fault {
  const fault = statusToFault(error);
  if (!isUnreached(error)) return fault;
  if (error.code === status.DEADLINE_EXCEEDED)
    return method.limitMs < leftMs
      ? new Unanswered('unavailable', 'The service did not answer in time.', { cause: error })
      : fault;
  const { repeatable } = method;
  const isRepeatable =
    repeatable === 'always' || (repeatable === 'with a key' && ctx.idempotency !== undefined);
  return isRepeatable ? new Unanswered(fault.code, fault.message, { cause: error }) : fault;
}

/** Reports whether gRPC retries a call of its own after this error: a read that a service refused as unavailable, unless it is overloaded. */
export const isRetried = (error: ServiceError, path: string): boolean =>
  isRead(path) &&
  error.code === status.UNAVAILABLE &&
  !isUnreached(error) &&
  error.metadata.get(RETRY_PUSHBACK_KEY).length === 0;
