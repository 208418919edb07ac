import type { Customer, CustomerFields } from '@commerce/proto/commerce/customers/v1/customers.ts';
import type { CustomerRecord } from '../src/domain/customer.ts';

/** 2026-01-01: when the customers of tests begin. */
export const T0 = Date.UTC(2026, 0, 1);

/** A customer id made from a number, in the form of real ones. */
export const customerId = (n: number): string => `cus_0${String(n).padStart(25, '0')}`;

/** A customer for tests, with a DNI; everything may be overridden. */
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
    customerType: 'individual',
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

/** What a write gives; what is not named is not given. */
export const fieldsOf = (fields: Partial<CustomerFields>): CustomerFields => ({
  shippingAddresses: undefined,
  ...fields,
});
