import type { Customer } from '@commerce/proto/commerce/customers/v1/customers.ts';
import type { Product } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { StockRow } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import type { Order } from '@commerce/proto/commerce/orders/v1/orders.ts';

/** An event that is told to an app, as the services published it. */
export interface PublicEvent {
  /** `evt_…`, the same in every delivery and replay. */
  id: string;
  /** A type of the contract, section 6. */
  type: string;
  occurredAtMs: number;
  /** Empty for what concerns no store. */
  storeId: string;
  /** Id of what changed. */
  subjectId: string;
  /** The encoded message that belongs to the type. */
  payload: Uint8Array;
}

/** The kinds of resources that an event's `data` is made of at send time. */
export type ResourceKind = 'product' | 'order' | 'customer' | 'stock';

/** What the event is about, as it is at send time; undefined when it exists no longer. */
export interface Resources {
  product?: Product | undefined;
  order?: Order | undefined;
  customer?: Customer | undefined;
  stock?: StockRow | undefined;
}
