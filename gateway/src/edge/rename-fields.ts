import { Fault } from '@commerce/service-kit/fault.ts';

/** The same refusal with other names of fields. */
export function renameFields(fault: Fault, nameOf: (field: string) => string): Fault {
  const details = fault.details.map((detail) =>
    detail.field === undefined ? detail : { ...detail, field: nameOf(detail.field) },
  );
  const renamed = new Fault(fault.code, fault.message, { details, cause: fault.cause ?? fault });
  renamed.rpc = fault.rpc;
  return renamed;
}
