import { enumName } from '@commerce/proto/enum.ts';
import { InstallationStatus, UninstalledBy } from '@commerce/proto/commerce/auth/v1/apps.ts';
import {
  AppUninstalled,
  StoreRedact,
  type InstallationState,
} from '@commerce/proto/commerce/auth/v1/events.ts';
import { ProductDeleted, ProductsBulkUpdated } from '@commerce/proto/commerce/catalog/v1/events.ts';
import { CustomerDataRequest, CustomerRedact } from '@commerce/proto/commerce/customers/v1/events.ts';
import { StockChanged } from '@commerce/proto/commerce/inventory/v1/events.ts';
import {
  OrderCancelled,
  OrderCreated,
  OrderPaid,
  OrderUpdated,
} from '@commerce/proto/commerce/orders/v1/events.ts';
import { BadEnd, PaidVia } from '@commerce/proto/commerce/orders/v1/values.ts';
import { bare, type EventShape, type EventShapes, type PublicEvent } from '../../events/event.ts';
import { iso, present } from '../presenters/common.ts';
import { presentCustomer } from '../presenters/customer.ts';
import { presentOrder } from '../presenters/order.ts';
import { presentProduct } from '../presenters/product.ts';
import { presentStockRow } from '../presenters/stock.ts';

const product = {
  resource: 'product',
  data: (event, { product: found }, grants) => (found ? presentProduct(found, grants) : bare(event)),
} satisfies EventShape;

const order = {
  resource: 'order',
  data: (event, { order: found }, grants) => (found ? presentOrder(found, grants) : bare(event)),
} satisfies EventShape;

const customer = {
  resource: 'customer',
  data: (event, { customer: found }) => (found ? presentCustomer(found) : bare(event)),
} satisfies EventShape;

/** Privacy event of a customer; contains only the id if the customer no longer exists (contract, section 6, notes). */
const privacy = {
  resource: 'customer',
  data: (event, { customer: found }) => {
    if (found === undefined) return bare(event);
    // The hash has the same field number in both messages. A data request that is sent after the erasure does not contain it.
    const { emailHash } = CustomerRedact.decode(event.payload);
    if (event.type === 'customers.data_request' && found.erasedAtMs !== undefined)
      return { customer_id: event.subjectId, email_hash: null };
    return { customer_id: event.subjectId, email_hash: emailHash ?? null };
  },
} satisfies EventShape;

function presentInstallation(installation: InstallationState): object {
  const { installationId, appId, storeId, status } = installation;
  return {
    installation_id: installationId,
    app_id: appId,
    store_id: storeId,
    status: enumName(InstallationStatus, status),
    uninstalled_at: uninstalledAt(installation),
  };
}

const uninstalledAt = ({ uninstalledAtMs }: InstallationState): string | null =>
  uninstalledAtMs === undefined ? null : iso(uninstalledAtMs);

const installationOf = (message: { installation: InstallationState | undefined }): InstallationState =>
  present(message.installation, 'installation');

function orderUpdatedMeta({ payload }: PublicEvent): object {
  const { status, previousStatus, changed } = OrderUpdated.decode(payload);
  return previousStatus === undefined
    ? { status, changed }
    : { status, previous_status: previousStatus, changed };
}

function orderCancelledMeta({ payload }: PublicEvent): object {
  const { status, previousStatus, changed, reason } = OrderCancelled.decode(payload);
  return { status, previous_status: previousStatus, changed, reason: enumName(BadEnd, reason) };
}

/** Event types in the order of the contract. */
export const EVENT_SHAPES: EventShapes = {
  'order.created': { ...order, meta: ({ payload }) => ({ status: OrderCreated.decode(payload).status }) },
  'order.updated': { ...order, meta: orderUpdatedMeta },
  'order.paid': {
    ...order,
    meta({ payload }) {
      const { status, paidVia } = OrderPaid.decode(payload);
      return { status, paid_via: enumName(PaidVia, paidVia) };
    },
  },
  'order.cancelled': { ...order, meta: orderCancelledMeta },
  'product.created': product,
  'product.updated': product,
  'product.deleted': {
    data: bare,
    meta({ payload }) {
      const { sku } = ProductDeleted.decode(payload);
      return sku === undefined ? undefined : { sku };
    },
  },
  'products.bulk_updated': {
    data({ payload }) {
      const { count, updatedSinceMs } = ProductsBulkUpdated.decode(payload);
      return { count, updated_since: iso(updatedSinceMs) };
    },
  },
  'stock.changed': {
    resource: 'stock',
    // A row only disappears with its product; then the payload is used.
    data: ({ payload }, { stock }) => presentStockRow(stock ?? StockChanged.decode(payload)),
  },
  'customer.created': customer,
  'customer.updated': customer,
  'app.uninstalled': {
    data: ({ payload }) => presentInstallation(installationOf(AppUninstalled.decode(payload))),
    meta({ payload }) {
      const message = AppUninstalled.decode(payload);
      const installation = installationOf(message);
      return {
        app_id: installation.appId,
        uninstalled_at: uninstalledAt(installation),
        uninstalled_by: enumName(UninstalledBy, message.uninstalledBy),
      };
    },
  },
  'store.redact': {
    data: ({ payload }) => presentInstallation(installationOf(StoreRedact.decode(payload))),
    meta({ payload }) {
      const installation = installationOf(StoreRedact.decode(payload));
      return { app_id: installation.appId, uninstalled_at: uninstalledAt(installation) };
    },
  },
  'customers.redact': privacy,
  'customers.data_request': {
    ...privacy,
    meta({ payload }) {
      const { requestId, requestedAtMs } = CustomerDataRequest.decode(payload);
      return { request_id: requestId, requested_at: iso(requestedAtMs) };
    },
  },
  ping: { data: ({ subjectId }) => ({ app_id: subjectId }) },
};
