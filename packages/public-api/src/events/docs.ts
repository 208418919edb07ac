import type * as z from 'zod';
import { EVENT_EXAMPLES } from '../2026-10/examples/events.ts';
import type { Scope } from '../scopes.ts';
import type { EventDoc } from '../versions.ts';
import { presentEvent } from './body.ts';
import type { EventShapes } from './event.ts';

const SCOPES: Record<string, Scope> = {
  order: 'read_orders',
  product: 'read_products',
  products: 'read_products',
  stock: 'read_stock',
  customer: 'read_customers',
};

/** Schema of an event type. */
type EventSchema = z.ZodObject<{ type: z.ZodLiteral<string> }>;

/** Events of a version by type, with their schemas and example bodies as rendered. */
export function eventDocs(
  schemas: Readonly<Record<string, EventSchema>>,
  shapes: EventShapes,
): Record<string, EventDoc> {
  return Object.fromEntries(
    Object.values(schemas).map((schema) => {
      const type = schema.shape.type.value;
      const { event, resources, grants } = EVENT_EXAMPLES[type]!;
      const scope = SCOPES[type.split('.', 1)[0]!] ?? null;
      return [type, { schema, scope, example: presentEvent(shapes, event, resources, grants) }];
    }),
  );
}
