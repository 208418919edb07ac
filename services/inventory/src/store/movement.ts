import { Actor_Kind, type Actor } from '@commerce/proto/commerce/common/v1/context.ts';

/** Kinds of movements. */
export const MOVEMENT_KINDS = ['adjustment', 'sale', 'return', 'transfer', 'initial'] as const;

/** Whether it is the name of a kind. */
export const isMovementKind = (name: string): boolean => MOVEMENT_KINDS.some((kind) => kind === name);

/** Why stock moves, as the ledger keeps it. */
export interface Cause {
  kind: 'adjustment' | 'sale' | 'return' | 'transfer';
  reason?: string | undefined;
  /** The order of a sale or return. */
  orderId?: string | undefined;
  actor: Actor;
  atMs: number;
}

/** Columns of `stock_movement` that a cause fills, in the order of `causeValues`. */
export const CAUSE_COLUMNS = 'kind, reason, order_id, actor_kind, actor_id, created_at';

const KINDS: [Actor['kind'], string][] = [
  [Actor_Kind.SYSTEM, 'system'],
  [Actor_Kind.INSTALLATION, 'installation'],
  [Actor_Kind.PERSON, 'person'],
];

/** The values of a cause's columns. */
export const causeValues = ({ kind, reason, orderId, actor, atMs }: Cause): unknown[] => [
  kind,
  reason ?? null,
  orderId ?? null,
  KINDS.find(([of]) => of === actor.kind)?.[1] ?? 'system',
  actor.id,
  new Date(atMs),
];

/** The actor of a movement; the app is not kept. */
export const actorOf = (kind: string, id: string): Actor => ({
  kind: KINDS.find(([, name]) => name === kind)?.[0] ?? Actor_Kind.SYSTEM,
  id,
  appId: '',
});
