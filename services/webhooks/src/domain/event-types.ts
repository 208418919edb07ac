/** An event type of the contract (section 6). */
export interface EventType {
  type: string;
  /** Required scope of the installation; undefined when none is required. */
  scope: string | undefined;
  /** Sent to every app with an endpoint, subscribed or not. */
  mandatory: boolean;
  /** The type whose subscribers receive it; undefined when it is sent without a subscription. */
  subscribedAs: string | undefined;
}

const subscribed = (scope: string, type: string, subscribedAs = type): EventType => ({
  type,
  scope,
  mandatory: false,
  subscribedAs,
});

const mandatoryType = (type: string): EventType => ({
  type,
  scope: undefined,
  mandatory: true,
  subscribedAs: undefined,
});

/** Every event type, in the order of the contract. */
export const EVENT_TYPES: readonly EventType[] = [
  subscribed('read_orders', 'order.created'),
  subscribed('read_orders', 'order.updated'),
  subscribed('read_orders', 'order.paid'),
  subscribed('read_orders', 'order.cancelled'),
  subscribed('read_products', 'product.created'),
  subscribed('read_products', 'product.updated'),
  subscribed('read_products', 'product.deleted'),
  subscribed('read_products', 'products.bulk_updated', 'product.updated'),
  subscribed('read_stock', 'stock.changed'),
  subscribed('read_customers', 'customer.created'),
  subscribed('read_customers', 'customer.updated'),
  mandatoryType('app.uninstalled'),
  mandatoryType('store.redact'),
  mandatoryType('customers.redact'),
  mandatoryType('customers.data_request'),
  // Sent on demand from the portal, to the app that requests it.
  { type: 'ping', scope: undefined, mandatory: false, subscribedAs: undefined },
];

const KNOWN = new Map(EVENT_TYPES.map((event) => [event.type, event]));

/** Splits names into event types, distinct and in the order of the contract, and unknown names. */
export function sortEventTypes(names: string[]): { types: string[]; unknown: string[] } {
  const given = new Set(names);
  return {
    types: EVENT_TYPES.map(({ type }) => type).filter((type) => given.has(type)),
    unknown: [...given].filter((name) => !KNOWN.has(name)),
  };
}

/** The event type of a name. @throws Error when the contract has none: the service does not subscribe to it */
export function eventTypeOf(name: string): EventType {
  const type = KNOWN.get(name);
  if (type === undefined) throw new Error(`unknown event type: ${name}`);
  return type;
}

/** The mandatory types (contract, section 6, "Mandatory events"). */
export const MANDATORY_TYPES = EVENT_TYPES.filter(({ mandatory }) => mandatory).map(({ type }) => type);
