import type { Actor } from '@commerce/proto/commerce/common/v1/context.ts';

/** Kinds of movements. */
export const MOVEMENT_KINDS = ['adjustment', 'sale', 'return', 'transfer', 'initial'] as const;

export const isMovementKind = (name: string): boolean => MOVEMENT_KINDS.some((kind) => kind === name);

/** Reason of a movement, as the ledger keeps it. */
export interface Cause {
  kind: 'adjustment' | 'sale' | 'return' | 'transfer';
  reason?: string | undefined;
  /** The order of a sale or return. */
  orderId?: string | undefined;
  actor: Actor;
  atMs: number;
}
