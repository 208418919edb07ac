import { noQuery } from '../../params.ts';
import { route } from '../../route.ts';
import { exampleCustomer } from '../examples/order.ts';
import { encodedOne, encodedPage, presentOne } from '../presenters/common.ts';
import { presentCustomer, customerResource } from '../presenters/customer.ts';
import { pages, single } from '../schemas/components.ts';
import { createCustomerBody, listCustomersQuery, updateCustomerBody } from '../schemas/customer.ts';

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

/** `POST /customers` (contract, section 4). */
export const createCustomer = route({
  method: 'POST',
  path: '/customers',
  scope: 'write_customers',
  query: noQuery,
  body: createCustomerBody,
  idempotency: 'optional',
  success: { status: 201, schema: single.customer, example: { data: presentCustomer(exampleCustomer) } },
  errors: [],
  summary: 'Create a customer',
  description:
    'Adds a customer. An e-mail that another customer of the store has, whatever its case, is refused with 400 for the field `email`. One ' +
    'that belongs to a contact, someone whom the store knows and who never bought, makes that contact the customer: what you give ' +
    'wins, the rest stays. Texts are stored without spaces around them, the phone number in the form of E.164 (`+541155550101`), the ' +
    'number of the document as digits.',
  tag: 'Customers',
  present: presentOne(presentCustomer),
});

/** `PATCH /customers/:id` (contract, section 4). */
export const updateCustomer = route({
  method: 'PATCH',
  path: '/customers/:id',
  scope: 'write_customers',
  query: noQuery,
  body: updateCustomerBody,
  idempotency: 'optional',
  success: { status: 200, schema: single.customer, example: { data: presentCustomer(exampleCustomer) } },
  errors: ['not_found'],
  summary: 'Update a customer',
  description:
    'Changes the fields that are given and leaves the others. `null` takes away an `email`, a `phone` or a `document`; ' +
    '`shipping_addresses` replaces the whole list. A request that changes nothing leaves `updated_at` as it is, and no webhook is sent. ' +
    'Tax data is not managed: a customer whom the store identifies by a document other than a DNI keeps it, and a DNI is refused.',
  tag: 'Customers',
  present: presentOne(presentCustomer),
});
