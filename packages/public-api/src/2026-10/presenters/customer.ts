import { Customer, CustomerType } from '@commerce/proto/commerce/customers/v1/customers.ts';
import { enumName } from '@commerce/proto/enum.ts';
import type { Resource } from '../../route.ts';
import type { CustomerJson } from '../schemas/customer.ts';
import { iso, presentPostalAddress } from './common.ts';

/** Contract, section 2, "Customer". */
export const presentCustomer = (customer: Customer): CustomerJson => ({
  id: customer.id,
  name: customer.name,
  email: customer.email,
  phone: customer.phone,
  document: customer.dni === undefined ? null : { type: 'DNI', number: customer.dni },
  customer_type: enumName(CustomerType, customer.customerType),
  tags: customer.tags,
  shipping_addresses: customer.shippingAddresses.map(presentPostalAddress),
  created_at: iso(customer.createdAtMs),
  updated_at: iso(customer.updatedAtMs),
});

/** Customers as encoded by the customers service. */
export const customerResource: Resource<Customer, CustomerJson> = {
  decode: (bytes) => Customer.decode(bytes),
  present: presentCustomer,
};
