import type { Customer } from '@commerce/proto/commerce/customers/v1/customers.ts';
import type { Product } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { StockRow } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import type { Order } from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { Grants } from '../route.ts';

/** Event for an app, as published by a service. */
export interface PublicEvent {
  /** `evt_…`, the same in every delivery and replay. */
  id: string;
  /** Type (contract, section 6). */
  type: string;
  occurredAtMs: number;
  /** Empty for an event without a store. */
  storeId: string;
  /** Id of the changed resource. */
  subjectId: string;
  /** Encoded message of the type. */
  payload: Uint8Array;
}

/** Kinds of resources that are fetched at send time for an event's `data`. */
export type ResourceKind = 'product' | 'order' | 'customer' | 'stock';

/** Resource of the event at send time; undefined if it no longer exists. */
export interface Resources {
  product?: Product | undefined;
  order?: Order | undefined;
  customer?: Customer | undefined;
  stock?: StockRow | undefined;
}

/** Rendering of a type's `data` and `meta` in a version (contract, section 6, "Events"). */
export interface EventShape {
  /** Resource to fetch at send time, the same in all versions; undefined if the payload is sufficient. */
  resource?: ResourceKind;
  data(event: PublicEvent, resources: Resources, grants: Grants): object;
  /** Absent for a type without `meta`; returns undefined for an event without it. */
  meta?(event: PublicEvent): object | undefined;
}

/** Rendering of every event type in a version. A new type is added to all versions. */
export type EventShapes = Readonly<Record<string, EventShape>>;

/** `data` of a resource that no longer exists or is too large. */
export const bare = (event: PublicEvent): { id: string } => ({ id: event.subjectId });
