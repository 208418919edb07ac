import { noQuery } from '../../params.ts';
import { NO_GRANTS, route } from '../../route.ts';
import { exampleOrder } from '../examples/order.ts';
import { encodedOne, encodedPage, presentOne } from '../presenters/common.ts';
import { presentOrder, orderResource } from '../presenters/order.ts';
import { pages, single } from '../schemas/components.ts';
import { listOrdersQuery, setOrderStatusBody, setOrderTrackingBody } from '../schemas/order.ts';

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
    'Returns sales, least recently changed first; purchases from suppliers are not included. A `status` that is not in the status ' +
    'flow of the store is answered with 400, an unknown `shop` with 404.',
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
  description: 'Returns a sale by `id` or `order_number`.',
  tag: 'Orders',
  ...encodedOne(orderResource),
});

/** `POST /orders/:id/status` (contract, sections 3 and 4). */
export const setOrderStatus = route({
  method: 'POST',
  path: '/orders/:id/status',
  scope: 'write_orders',
  query: noQuery,
  body: setOrderStatusBody,
  idempotency: 'optional',
  success: { status: 200, schema: single.order, example: { data: presentOrder(exampleOrder, NO_GRANTS) } },
  errors: ['not_found', 'conflict'],
  summary: 'Change the status of an order',
  description:
    'Moves an order, by `id` or `order_number`, forward in the status flow of the store; steps may be skipped. If the order already has ' +
    'the status, it is returned unchanged: `notes` are stored, `updated_at` stays the same, and no webhook is sent. Errors with 409: ' +
    '`status_not_in_flow`, `invalid_transition` (backward, or from a final status), and `payment_confirmation_required` for an order ' +
    'that the store hands over itself and whose payment the merchant must confirm first. You cannot cancel, reject or return orders here.',
  tag: 'Orders',
  present: presentOne(presentOrder),
});

/** `POST /orders/:id/fulfillment` (contract, section 4). */
export const setOrderTracking = route({
  method: 'POST',
  path: '/orders/:id/fulfillment',
  scope: 'write_orders',
  query: noQuery,
  body: setOrderTrackingBody,
  idempotency: 'optional',
  success: { status: 200, schema: single.order, example: { data: presentOrder(exampleOrder, NO_GRANTS) } },
  errors: ['not_found', 'conflict'],
  summary: 'Store tracking data of an order',
  description:
    'Stores the tracking number, the tracking URL, or both. Works in every status of the order, and does not change the status. ' +
    'An order without `shipping` is rejected with 409 `no_shipping`.',
  tag: 'Orders',
  present: presentOne(presentOrder),
});
