import type { Scope } from '../../scopes.ts';
import type { EventDoc } from '../../versions.ts';
import { EVENT_EXAMPLES } from '../examples/events.ts';
import { eventSchemas } from '../schemas/event-types.ts';
import { presentEvent } from './body.ts';

const SCOPES: Record<string, Scope> = {
  order: 'read_orders',
  product: 'read_products',
  products: 'read_products',
  stock: 'read_stock',
  customer: 'read_customers',
};

function docOf(schema: (typeof eventSchemas)[keyof typeof eventSchemas]): [type: string, EventDoc] {
  const [type] = schema.shape.type.values;
  const { event, resources, grants } = EVENT_EXAMPLES[type!]!;
  const scope = SCOPES[type!.split('.', 1)[0]!] ?? null;
  return [type!, { schema, scope, example: presentEvent(event, resources, grants) }];
}

/** Events of the version by type, with their schemas and example bodies from the presenters. */
export const events: Record<string, EventDoc> = Object.fromEntries(Object.values(eventSchemas).map(docOf));
