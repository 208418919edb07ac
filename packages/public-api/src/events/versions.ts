import { EVENT_SHAPES } from '../2026-10/events/types.ts';
import type { EventShapes } from './event.ts';

/** Events of a version of the API. */
export interface EventVersion {
  /** Last segment of the base URL. */
  prefix: string;
  /** Rendering of the events, for webhooks and `GET /events`. */
  eventShapes: EventShapes;
}

/** Registry of the events of versions, oldest first. */
export type EventVersions = readonly EventVersion[];

/** Events of the supported versions. Apart from `versions`, so that the webhooks service does not load the schemas of all endpoints. */
export const eventVersions: EventVersions = [{ prefix: '2026-10', eventShapes: EVENT_SHAPES }];
