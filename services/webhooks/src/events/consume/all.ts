import type { BatchSubscription } from '@commerce/service-kit/events/subscription.ts';
import type { FanOut } from '../../use-cases/fan-out.ts';

/** Whose events are told to apps. What else those services publish is told nobody outside. */
const HEARD: Record<string, readonly string[]> = {
  catalog: ['product.created', 'product.updated', 'product.deleted', 'products.bulk_updated'],
  inventory: ['stock.changed'],
  orders: ['order.created', 'order.updated', 'order.paid', 'order.cancelled'],
  customers: ['customer.created', 'customer.updated', 'customers.redact', 'customers.data_request'],
  auth: ['app.uninstalled', 'store.redact'],
};

/** What the webhooks service hears. */
export function subscriptions({
  prepare,
  handle,
  committed,
}: FanOut): BatchSubscription<Awaited<ReturnType<FanOut['prepare']>>>[] {
  return Object.entries(HEARD).map(([service, types]) => ({ service, types, prepare, handle, committed }));
}
