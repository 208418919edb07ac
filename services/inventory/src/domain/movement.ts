import type { MovementKind } from '@commerce/proto/commerce/inventory/v1/values.ts';
import type { EnumName } from '@commerce/proto/enum.ts';
import type { Actor } from '@commerce/proto/commerce/common/v1/context.ts';

/** Cause of a movement by name. */
export type MovementKindName = EnumName<typeof MovementKind>;

/** Reason of a movement, as the ledger keeps it. */
export interface Cause {
  kind: Exclude<MovementKindName, 'initial'>;
  reason?: string | undefined;
  /** The order of a sale or return. */
  orderId?: string | undefined;
  actor: Actor;
  atMs: number;
}
