import type { BatchSubscription } from '@commerce/service-kit/events/subscription.ts';
import { FanOut, type FanOutDeps, type Prepared } from '../../use-cases/fan-out-events.ts';

/** The events that are sent to apps, by publishing service. */
const PUBLIC_EVENTS: Record<string, readonly string[]> = {
  catalog: ['product.created', 'product.updated', 'product.deleted', 'products.bulk_updated'],
  inventory: ['stock.changed'],
  orders: ['order.created', 'order.updated', 'order.paid', 'order.cancelled'],
  customers: ['customer.created', 'customer.updated', 'customers.redact', 'customers.data_request'],
  auth: ['app.uninstalled', 'store.redact'],
};

/**
 * Events of auth that hold or release the deliveries of a store or an app, or cancel a `store.redact`; apps do not
 * receive them.
 */
const INTERNAL_EVENTS = [
  'store.suspended',
  'store.restored',
  'app.suspended',
  'app.restored',
  'app.installed',
];

/** Subscribes to the events of every publishing service; all of them are fanned out the same way. */
export function publicEvents(deps: FanOutDeps): BatchSubscription<Prepared>[] {
  const { prepare, settle, handle, committed } = new FanOut(deps);
  return Object.entries(PUBLIC_EVENTS).map(([service, types]) => ({
    service,
    types: service === 'auth' ? [...types, ...INTERNAL_EVENTS] : types,
    prepare,
    settle,
    handle,
    committed,
  }));
}
