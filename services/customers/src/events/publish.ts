import {
  CustomerChanged,
  CustomerDataRequest,
  CustomerRedact,
} from '@commerce/proto/commerce/customers/v1/events.ts';
import type { Unit } from '@commerce/service-kit/write/writer.ts';
import type { CustomerKind, CustomerRecord } from '../domain/customer.ts';

/**
 * Tells that a customer was made or changed. Who is no customer is nobody's business.
 * @param before what the person was; undefined when not known
 */
export function tellChange(unit: Unit, before: CustomerKind | undefined, after: CustomerRecord): void {
  if (after.kind !== 'customer') return;
  unit.emit({
    type: before === 'customer' ? 'customer.updated' : 'customer.created',
    subjectId: after.customer.id,
    payload: CustomerChanged.encode({}).finish(),
    occurredAtMs: after.customer.updatedAtMs,
  });
}

/** Publishes that a customer was erased everywhere (contract, section 6, `customers.redact`). */
export function publishRedact(unit: Unit, customerId: string, emailHash: string | undefined): void {
  unit.emit({
    type: 'customers.redact',
    subjectId: customerId,
    payload: CustomerRedact.encode({ emailHash }).finish(),
  });
}

/** Publishes that a customer wants a copy of their data (contract, section 6, `customers.data_request`). */
export function publishDataRequest(
  unit: Unit,
  customerId: string,
  request: { emailHash: string | undefined; requestId: string; requestedAtMs: number },
): void {
  unit.emit({
    type: 'customers.data_request',
    subjectId: customerId,
    payload: CustomerDataRequest.encode(request).finish(),
    occurredAtMs: request.requestedAtMs,
  });
}
