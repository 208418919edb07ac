import type { Refusal } from '@commerce/proto/commerce/common/v1/refusal.ts';
import { Fault, type FaultCode } from '../fault.ts';

/** The message of a refused write. @param presentation of the request that was refused */
export const toRefusal = ({ code, message, details }: Fault, presentation: string): Refusal => ({
  code,
  message,
  details: details.map((detail) => ({ field: '', ...detail })),
  presentation,
});

/** The fault of a refusal, as a replay of it. */
export const fromRefusal = ({ code, message, details, presentation }: Refusal): Fault =>
  new Fault(code as FaultCode, message, {
    details: details.map(({ field, ...detail }) => (field === '' ? detail : { ...detail, field })),
    replayOf: presentation,
  });
