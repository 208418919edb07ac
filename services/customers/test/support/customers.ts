import {
  CustomerType,
  type Customer,
  type CustomerFields,
} from '@commerce/proto/commerce/customers/v1/customers.ts';
import type { CustomerRecord } from '../../src/domain/customer.ts';

/** 2026-01-01, in ms: the first timestamp of test customers. */
export const T0 = Date.UTC(2026, 0, 1);

/** A valid customer id for a number. */
export const customerId = (n: number): string => `cus_0${String(n).padStart(25, '0')}`;

/** A test customer with a DNI and the given overrides. */
export function customerRecord(
  storeId: string,
  n: number,
  fields: Partial<Customer> = {},
  inside: Partial<Pick<CustomerRecord, 'kind' | 'documentType' | 'documentNumber'>> = {},
): CustomerRecord {
  const customer: Customer = {
    id: customerId(n),
    name: `Ana "La Ñata" Gómez ${n}`,
    email: `ana${n}@example.com`,
    phone: '+54 11 5555-0001',
    dni: '30111222',
    customerType: CustomerType.INDIVIDUAL,
    tags: ['vip', 'may,or', '{x}'],
    shippingAddresses: [
      {
        street: 'Av. Corrientes',
        streetNumber: '1234',
        apartment: '5° B',
        city: 'Buenos Aires',
        state: 'CABA',
        postalCode: 'C1043',
        notes: undefined,
      },
    ],
    createdAtMs: T0,
    updatedAtMs: T0,
    ...fields,
  };
  return { storeId, kind: 'customer', customer, documentType: 'DNI', documentNumber: '30111222', ...inside };
}

/** Fields of a write; the others are not given. */
export const fieldsOf = (fields: Partial<CustomerFields>): CustomerFields => ({
  shippingAddresses: undefined,
  ...fields,
});
