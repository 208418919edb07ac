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
    'Returns the customers of the store, least recently changed first. Team members, and contacts that never became customers, are ' +
    'not included.',
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
  description: 'Returns a customer by id.',
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
  errors: ['conflict'],
  summary: 'Create a customer',
  description:
    'Creates a customer. An email that another customer of the store has, in any case, is rejected with 409 `email_taken`. With ' +
    '`read_customers`, an email that belongs to a contact, a person known to the store who has never bought, turns that contact into the ' +
    'customer: the fields that you send overwrite its data, the rest is kept. Strings are trimmed, the phone number is stored in E.164 format ' +
    '(`+541155550101`), and the document number as digits.',
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
  errors: ['not_found', 'conflict'],
  summary: 'Update a customer',
  description:
    'Changes the fields that you send; other fields stay unchanged. `null` removes an `email`, a `phone` or a `document`; ' +
    '`shipping_addresses` replaces the whole list. A request that changes nothing keeps `updated_at` and sends no webhook. ' +
    'Tax data cannot be changed: a customer whose document is not a DNI keeps it, and a DNI is rejected.',
  tag: 'Customers',
  present: presentOne(presentCustomer),
});
