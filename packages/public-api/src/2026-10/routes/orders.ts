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
    'Moves an order, by its `id` or its `order_number`, forward in the flow of the store; steps may be skipped. The status that it has ' +
    'already answers the order as it is: `notes` are kept all the same, `updated_at` stays, and no webhook is sent. Refused with 409: ' +
    '`status_not_in_flow`, `invalid_transition` (backward, or out of an end), and `payment_confirmation_required` for an order that ' +
    'the store hands over itself and whose payment the merchant has to confirm first. Orders are not cancelled, rejected or returned here.',
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
    'Stores the number, the URL or both by which the parcel is followed, in whatever status the order is; it moves the order nowhere. ' +
    'An order without `shipping` is refused with 409 `no_shipping`.',
  tag: 'Orders',
  present: presentOne(presentOrder),
});
