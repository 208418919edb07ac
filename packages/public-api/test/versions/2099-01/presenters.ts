import type { Customer } from '@commerce/proto/commerce/customers/v1/customers.ts';
import type { Product } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { EVENT_SHAPES as old } from '../../../src/2026-10/events/types.ts';
import * as oldCustomer from '../../../src/2026-10/presenters/customer.ts';
import * as oldProduct from '../../../src/2026-10/presenters/product.ts';
import { bare, type EventShape, type EventShapes } from '../../../src/events/event.ts';
import type { Grants, Resource } from '../../../src/route.ts';
import type { CustomerJson, ProductJson } from './schemas.ts';

export function presentCustomer(customer: Customer): CustomerJson {
  const { email, ...json } = oldCustomer.presentCustomer(customer);
  return { ...json, email_address: email };
}

export function presentProduct(product: Product, grants: Grants): ProductJson {
  const { weight, ...json } = oldProduct.presentProduct(product, grants);
  return { ...json, weight_value: weight.value, weight_unit: weight.unit };
}

export const customerResource: Resource<Customer, CustomerJson> = {
  ...oldCustomer.customerResource,
  present: presentCustomer,
};
export const productResource: Resource<Product, ProductJson> = {
  ...oldProduct.productResource,
  present: presentProduct,
};

const product: EventShape = {
  resource: 'product',
  data: (event, { product: found }, grants) => (found ? presentProduct(found, grants) : bare(event)),
};
const customer: EventShape = {
  resource: 'customer',
  data: (event, { customer: found }) => (found ? presentCustomer(found) : bare(event)),
};

export const eventShapes: EventShapes = {
  ...old,
  'order.paid': {
    ...old['order.paid']!,
    meta(event) {
      const { paid_via: via, ...meta } = old['order.paid']!.meta!(event) as Record<string, unknown>;
      return { ...meta, payment: { via } };
    },
  },
  'product.created': product,
  'product.updated': product,
  'customer.created': customer,
  'customer.updated': customer,
};
