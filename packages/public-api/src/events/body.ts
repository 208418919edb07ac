import type { Grants } from '../route.ts';
import { bare, type EventShape, type EventShapes, type PublicEvent, type Resources } from './event.ts';

/** Maximum size of a body, in bytes (contract, section 8: 256 KB). */
export const MAX_EVENT_BODY_BYTES = 256 * 1024;

/** Rendering of an event's type. @throws Error for a type that is not in the contract */
export function shapeOf(shapes: EventShapes, type: string): EventShape {
  const shape = Object.hasOwn(shapes, type) ? shapes[type] : undefined;
  if (shape === undefined) throw new Error(`no event of the contract: ${type}`);
  return shape;
}

/** Event as returned by `GET /events` and sent by webhooks (contract, section 6, "Body"). */
export function presentEvent(
  shapes: EventShapes,
  event: PublicEvent,
  resources: Resources,
  grants: Grants,
): EventJson {
  const shape = shapeOf(shapes, event.type);
  return envelope(event, shape.data(event, resources, grants), shape.meta?.(event));
}

/**
 * Body of a webhook, as signed and sent. A body that would exceed 256 KB contains only the id of the resource as `data`, and
 * `meta.truncated` (decisions, "Webhooks").
 */
export function eventBody(
  shapes: EventShapes,
  event: PublicEvent,
  resources: Resources,
  grants: Grants,
): Buffer {
  const json = presentEvent(shapes, event, resources, grants);
  const body = Buffer.from(JSON.stringify(json));
  if (body.length <= MAX_EVENT_BODY_BYTES) return body;
  return Buffer.from(JSON.stringify(envelope(event, bare(event), { ...json.meta, truncated: true })));
}

interface EventJson {
  id: string;
  type: string;
  created_at: string;
  store_id: string | null;
  data: object;
  meta?: object;
}

function envelope({ id, type, occurredAtMs, storeId }: PublicEvent, data: object, meta?: object): EventJson {
  const json: EventJson = {
    id,
    type,
    created_at: new Date(occurredAtMs).toISOString(),
    store_id: storeId === '' ? null : storeId,
    data,
  };
  if (meta !== undefined) json.meta = meta;
  return json;
}
