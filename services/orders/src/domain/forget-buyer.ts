import type { OrderChange } from './order-change.ts';
import type { OrderRecord } from './order.ts';
import { isOpen } from './status-flow.ts';

/** The name of a buyer who was erased, as the customer has it too. */
export const FORGOTTEN_NAME = 'Anonymized customer';

/**
 * Takes from an order that has come to its end what tells who its buyer is and where they live; what was sold stays. One that goes on keeps
 * it: it is still to be delivered.
 * @returns undefined when there is nothing to take, or not yet
 */
export function forgetBuyer(record: OrderRecord): OrderChange | undefined {
  const { customer, shipping, status } = record.order;
  if (customer === undefined || customer.name === FORGOTTEN_NAME || isOpen(status)) return undefined;
  const order = {
    ...record.order,
    customer: { id: customer.id, name: FORGOTTEN_NAME, email: '', phone: '' },
    shipping: shipping && {
      ...shipping,
      address: undefined,
      recipientName: '',
      recipientPhone: '',
      recipientDocument: '',
    },
  };
  const changed = shipping === undefined ? ['customer' as const] : ['customer' as const, 'shipping' as const];
  return { record: { ...record, order }, changed, history: [] };
}
