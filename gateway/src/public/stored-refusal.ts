import type { KeyClaim } from '@commerce/proto/commerce/auth/v1/admission.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import type { Fault } from '@commerce/service-kit/fault.ts';
import { isStored } from '@commerce/service-kit/write/idempotency.ts';
import { fromRefusal, toRefusal } from '@commerce/service-kit/write/refusal.ts';
import type { Services } from '../grpc/services.ts';

/** Claimed key of a write in progress. */
export interface ClaimedKey {
  installationId: string;
  claim: KeyClaim;
  presentation: string;
}

/** Stores the refusal of a keyed write. @returns the fault to answer: that of an earlier refusal, if there is one */
export type RecordRefusal = (ctx: Context, key: ClaimedKey, fault: Fault) => Promise<Fault>;

/** Stores refusals with their keys in the auth service, from any layer; transient errors are not stored. */
export function refusalsIn(service: Services['admission']): RecordRefusal {
  return async (ctx, { installationId, claim, presentation }, fault) => {
    if (!isStored(fault)) return fault;
    const refusal = toRefusal(fault, presentation);
    const { earlier } = await service.recordRefusal(ctx, { installationId, claim, refusal });
    return earlier === undefined ? fault : fromRefusal(earlier);
  };
}
