import { randomUUID } from 'node:crypto';
import type { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import { systemActor } from '@commerce/service-kit/context.ts';
import { newId } from '@commerce/service-kit/ids.ts';

/** The body of a new customer with as many addresses as there may be, about 10 KB. */
export const largestCustomer = () => ({
  name: 'Ana',
  email: `${randomUUID()}@example.com`,
  shipping_addresses: Array.from({ length: 20 }, () => ({
    street: 'Av. Corrientes',
    street_number: '1234',
    city: 'Buenos Aires',
    state: 'Buenos Aires',
    postal_code: 'C1043',
    notes: 'Ring twice. '.repeat(30),
  })),
});

/** An event that only the webhooks service consumes. */
export const customerChanged = (storeId: string, subjectId: string): Event => ({
  id: newId('evt'),
  type: 'customer.updated',
  occurredAtMs: Date.now(),
  storeId,
  actor: systemActor,
  subjectId,
  requestId: 'burst',
  traceparent: '',
  payload: Buffer.alloc(0),
});
