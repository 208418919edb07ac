import {
  CustomerChanged,
  CustomerDataRequest,
  CustomerRedact,
} from '@commerce/proto/commerce/customers/v1/events.ts';
import type { Unit } from '@commerce/service-kit/write/unit.ts';
import type { CustomerKind, CustomerRecord } from '../domain/customer.ts';

/**
 * Publishes the creation or change of a customer. Contacts and team members produce no events.
 * @param before the kind before the change; undefined for a new person
 */
export function publishChange(unit: Unit, before: CustomerKind | undefined, after: CustomerRecord): void {
  if (after.kind !== 'customer') return;
  unit.emit({
    type: before === 'customer' ? 'customer.updated' : 'customer.created',
    subjectId: after.customer.id,
    payload: CustomerChanged.encode({}).finish(),
    occurredAtMs: after.customer.updatedAtMs,
  });
}

/** Publishes `customers.redact` (contract, section 6): a customer was erased in all services. */
export function publishRedact(unit: Unit, customerId: string, emailHash: string | undefined): void {
  unit.emit({
    type: 'customers.redact',
    subjectId: customerId,
    payload: CustomerRedact.encode({ emailHash }).finish(),
  });
}

/** Publishes `customers.data_request` (contract, section 6): a customer wants a copy of their data. */
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
