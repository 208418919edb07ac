import { noQuery } from '../../params.ts';
import { route } from '../../route.ts';
import { exampleStore } from '../examples/store.ts';
import { presentOne } from '../presenters/common.ts';
import { presentStore } from '../presenters/store.ts';
import { single } from '../schemas/components.ts';

/** `GET /store` (contract, section 4). */
export const getStore = route({
  method: 'GET',
  path: '/store',
  scope: null,
  query: noQuery,
  idempotency: 'none',
  success: { status: 200, schema: single.store, example: { data: presentStore(exampleStore) } },
  errors: [],
  summary: 'Get the store',
  description: 'Returns the store of the access token.',
  tag: 'Store',
  present: presentOne(presentStore),
});
