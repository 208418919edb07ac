import type { Customer } from '@commerce/proto/commerce/customers/v1/customers.ts';
import type { Product } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { StockRow } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import type { Order } from '@commerce/proto/commerce/orders/v1/orders.ts';

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
