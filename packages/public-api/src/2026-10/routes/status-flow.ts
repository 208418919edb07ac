import { noQuery } from '../../params.ts';
import { route } from '../../route.ts';
import { exampleStatusFlow } from '../examples/status-flow.ts';
import { presentOne } from '../presenters/common.ts';
import { presentStatusFlow } from '../presenters/status-flow.ts';
import { single } from '../schemas/components.ts';

/** `GET /status-flow` (decisions, "Additions to the contract"). */
export const getStatusFlow = route({
  method: 'GET',
  path: '/status-flow',
  scope: 'read_orders',
  query: noQuery,
  idempotency: 'none',
  success: {
    status: 200,
    schema: single.statusFlow,
    example: { data: presentStatusFlow(exampleStatusFlow) },
  },
  errors: [],
  summary: 'Get the status flow',
  description:
    'Returns the statuses that orders of the store can have, in their order, as the merchant has configured them, with the statuses ' +
    'that can follow each. Apps move orders to those with `is_settable`, by `POST /orders/:id/status`.',
  tag: 'Orders',
  present: presentOne(presentStatusFlow),
});
