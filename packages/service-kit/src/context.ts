import type { Metadata } from '@grpc/grpc-js';
import {
  Actor_Kind,
  CallContext,
  type Actor,
  type Idempotency,
} from '@commerce/proto/commerce/common/v1/context.ts';
import { Fault } from './fault.ts';

const CONTEXT_KEY = 'context-bin';

/** Store, actor and deadline of a request. The first argument of everything that the request causes. */
export interface Context {
  /** Empty for calls that are not about a single store; read it with `storeOf`. */
  readonly storeId: string;
  readonly actor: Actor;
  readonly requestId: string;
  /** Time at which the caller stops waiting: see `deadlineIn`. */
  readonly deadlineMs: number;
  /** Set on a call that must take effect at most once. Nested calls do not carry it: see `childContext`. */
  readonly idempotency?: Idempotency | undefined;
  /** Called before the response when it replays the response of an earlier call with the same key. */
  readonly onReplay?: (presentation: string) => void;
}

/** Context of a nested call: same store, actor, request and deadline, without the idempotency key. */
export function childContext({ storeId, actor, requestId, deadlineMs }: Context): Context {
  return { storeId, actor, requestId, deadlineMs };
}

/** The platform as the actor. */
export const systemActor: Actor = { kind: Actor_Kind.SYSTEM, id: '', appId: '' };

/** Context of work that the platform does on its own. */
export function systemContext(requestId: string, deadlineMs: number, storeId = ''): Context {
  return { storeId, actor: systemActor, requestId, deadlineMs };
}

/** Reports whether a context is one of work that the platform does on its own, for no single store. */
export const isUnbound = ({ storeId, actor, idempotency }: Context): boolean =>
  storeId === '' && actor === systemActor && idempotency === undefined;

/**
 * The store of a call.
 * @throws Fault when the call names none, which is a bug in the caller
 */
export function storeOf(ctx: Context): string {
  if (ctx.storeId === '') throw new Fault('server_error', 'Server error.', { cause: 'call without a store' });
  return ctx.storeId;
}

/** Writes the context into the metadata of a call. */
export function contextToMetadata(ctx: Context, metadata: Metadata): void {
  const message = {
    storeId: ctx.storeId,
    actor: ctx.actor,
    requestId: ctx.requestId,
    idempotency: ctx.idempotency,
  };
  metadata.set(CONTEXT_KEY, Buffer.from(CallContext.encode(message).finish()));
}

/**
 * Reads the context of a call.
 * @throws Fault when there is none: calls without a context are rejected
 */
export function contextFromMetadata(metadata: Metadata, deadlineMs: number): Context {
  const [value] = metadata.get(CONTEXT_KEY);
  if (!Buffer.isBuffer(value))
    throw new Fault('server_error', 'Server error.', { cause: 'call without context' });
  const { storeId, actor, requestId, idempotency } = CallContext.decode(value);
  return { storeId, actor: actor ?? systemActor, requestId, deadlineMs, idempotency };
}
