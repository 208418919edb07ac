import { noQuery } from '../../params.ts';
import { NO_GRANTS, route } from '../../route.ts';
import { exampleOrder } from '../examples/order.ts';
import { encodedOne, encodedPage } from '../presenters/common.ts';
import { presentOrder, orderResource } from '../presenters/order.ts';
import { pages, single } from '../schemas/components.ts';
import { listOrdersQuery } from '../schemas/order.ts';

/** `GET /orders` (contract, section 4). */
export const listOrders = route({
  method: 'GET',
  path: '/orders',
  scope: 'read_orders',
  query: listOrdersQuery,
  idempotency: 'none',
  success: {
    status: 200,
    schema: pages.orders,
    example: { data: [presentOrder(exampleOrder, NO_GRANTS)], next_cursor: null },
  },
  errors: ['not_found'],
  summary: 'List orders',
  description:
    'Sales, those changed longest ago first; purchases from suppliers are not among them. A `status` that the flow of the store lacks ' +
    'answers 400, a foreign `shop` 404.',
  tag: 'Orders',
  ...encodedPage(orderResource),
});

/** `GET /orders/:id` (contract, section 4). */
export const getOrder = route({
  method: 'GET',
  path: '/orders/:id',
  scope: 'read_orders',
  query: noQuery,
  idempotency: 'none',
  success: {
    status: 200,
    schema: single.order,
    example: { data: presentOrder(exampleOrder, NO_GRANTS) },
  },
  errors: ['not_found'],
  summary: 'Get an order',
  description: 'One sale, by its `id` or by its `order_number`.',
  tag: 'Orders',
  ...encodedOne(orderResource),
});
