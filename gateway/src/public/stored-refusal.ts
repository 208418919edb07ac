import type { KeyClaim, Refusal } from '@commerce/proto/commerce/auth/v1/admission.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { Fault, type FaultCode } from '@commerce/service-kit/fault.ts';
import { isStored } from '@commerce/service-kit/write/idempotency.ts';
import type { Services } from '../grpc/services.ts';

/** The key of a write in progress. */
export interface ClaimedKey {
  installationId: string;
  claim: KeyClaim;
  presentation: string;
}

/** Stores what a keyed write was refused with. @returns the fault to answer: that of an earlier refusal, if there is one */
export type RecordRefusal = (ctx: Context, key: ClaimedKey, fault: Fault) => Promise<Fault>;

/** Refusals kept with their keys by the auth service, whatever layer refused; what passes by itself is not kept. */
export function refusalsIn(service: Services['admission']): RecordRefusal {
  return async (ctx, { installationId, claim, presentation }, fault) => {
    if (!isStored(fault)) return fault;
    const { code, message } = fault;
    const details = fault.details.map((detail) => ({ field: '', ...detail }));
    const refusal = { code, message, details, presentation };
    const { earlier } = await service.recordRefusal(ctx, { installationId, claim, refusal });
    return earlier === undefined ? fault : asReplay(earlier);
  };
}

/** A stored refusal as the replay that answers it. */
export function asReplay({ code, message, details, presentation }: Refusal): Fault {
  return new Fault(code as FaultCode, message, {
    details: details.map(({ field, ...detail }) => (field === '' ? detail : { ...detail, field })),
    replayOf: presentation,
  });
}
