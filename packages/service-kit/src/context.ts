import type { Metadata } from '@grpc/grpc-js';
import {
  Actor_Kind,
  CallContext,
  type Actor,
  type Idempotency,
} from '@commerce/proto/commerce/common/v1/context.ts';
import { Fault } from './fault.ts';

const CONTEXT_KEY = 'context-bin';

/** Who acts, for which store, until when. The first argument of everything that a request causes. */
export interface Context {
  /** Empty for calls that concern no single store; read it with `storeOf`. */
  readonly storeId: string;
  readonly actor: Actor;
  readonly requestId: string;
  /** When the caller stops waiting, in ms since the epoch. */
  readonly deadlineMs: number;
  /** Set on a call that is to take effect at most once. Calls that it causes do not carry it: see `childContext`. */
  readonly idempotency?: Idempotency | undefined;
  /** Told, before the answer, when the answer is that of an earlier call with the same key. */
  readonly onReplay?: (presentation: string) => void;
}

/** The context of a call that a call causes: same store, actor, request and deadline, but a work of its own. */
export function childContext({ storeId, actor, requestId, deadlineMs }: Context): Context {
  return { storeId, actor, requestId, deadlineMs };
}

/** The platform itself as the actor. */
export const systemActor: Actor = { kind: Actor_Kind.SYSTEM, id: '', appId: '' };

/** A context for work that the platform does by itself. */
export function systemContext(requestId: string, deadlineMs: number, storeId = ''): Context {
  return { storeId, actor: systemActor, requestId, deadlineMs };
}

/**
 * The store that a call is about.
 * @throws Fault when the call names none: such a call is a defect of the caller
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
 * @throws Fault when there is none: a service answers nobody who does not say for whom he asks
 */
export function contextFromMetadata(metadata: Metadata, deadlineMs: number): Context {
  const [value] = metadata.get(CONTEXT_KEY);
  if (!Buffer.isBuffer(value))
    throw new Fault('server_error', 'Server error.', { cause: 'call without context' });
  const { storeId, actor, requestId, idempotency } = CallContext.decode(value);
  return { storeId, actor: actor ?? systemActor, requestId, deadlineMs, idempotency };
}
