import { noQuery } from '../../params.ts';
import { route } from '../../route.ts';
import { exampleCustomer } from '../examples/order.ts';
import { encodedOne, encodedPage } from '../presenters/common.ts';
import { presentCustomer, customerResource } from '../presenters/customer.ts';
import { pages, single } from '../schemas/components.ts';
import { listCustomersQuery } from '../schemas/customer.ts';

/** `GET /customers` (contract, section 4). */
export const listCustomers = route({
  method: 'GET',
  path: '/customers',
  scope: 'read_customers',
  query: listCustomersQuery,
  idempotency: 'none',
  success: {
    status: 200,
    schema: pages.customers,
    example: { data: [presentCustomer(exampleCustomer)], next_cursor: null },
  },
  errors: [],
  summary: 'List customers',
  description:
    'The customers of the store, those changed longest ago first. Members of the team and contacts that never became customers are ' +
    'left out.',
  tag: 'Customers',
  ...encodedPage(customerResource),
});

/** `GET /customers/:id` (contract, section 4). */
export const getCustomer = route({
  method: 'GET',
  path: '/customers/:id',
  scope: 'read_customers',
  query: noQuery,
  idempotency: 'none',
  success: { status: 200, schema: single.customer, example: { data: presentCustomer(exampleCustomer) } },
  errors: ['not_found'],
  summary: 'Get a customer',
  description: 'One customer by its id.',
  tag: 'Customers',
  ...encodedOne(customerResource),
});
