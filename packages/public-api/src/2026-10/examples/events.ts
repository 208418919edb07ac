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
import type { Grants } from '../../route.ts';
import type { PublicEvent, Resources } from '../../events/event.ts';
import { IDS, TIMES } from './ids.ts';
import { exampleCustomer, exampleOrder, pickupOrder } from './order.ts';
import { bareProduct, bareStockRow, exampleProduct, exampleStockRow } from './product.ts';

/** Event and its resources at send time. */
export interface EventExample {
  event: PublicEvent;
  resources: Resources;
  grants: Grants;
}

const INSTALLATION = 'ins_01m7yc7hvee8ks3x8b2v4q6t8w';
const APP = 'app_01m7yc7hvee8ks3x8g7m9n1p3r';
const EMAIL_HASH = '2f8c3b4a9f0d1e5c7b6a8d9e0f1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c';

const installation: InstallationState = {
  installationId: INSTALLATION,
  appId: APP,
  storeId: IDS.store,
  status: InstallationStatus.UNINSTALLED,
  scopes: ['read_products'],
  uninstalledAtMs: TIMES.updatedMs,
  version: 4,
};

interface ExampleInput {
  subject: string;
  payload?: { finish(): Uint8Array };
  resources?: Resources;
  costs?: boolean;
  storeId?: string;
}

const example = (
  type: string,
  { subject, payload, resources, costs, storeId }: ExampleInput,
): EventExample => ({
  event: {
    id: 'evt_01m7yc7hvee8ks3x8m0c5d7f9h',
    type,
    occurredAtMs: TIMES.updatedMs,
    storeId: storeId ?? IDS.store,
    subjectId: subject,
    payload: payload?.finish() ?? new Uint8Array(),
  },
  resources: resources ?? {},
  grants: { costs: costs ?? false },
});

const updated = (previousStatus?: string) =>
  OrderUpdated.encode({
    status: 'shipped',
    changed: previousStatus === undefined ? ['shipping'] : ['status'],
    previousStatus,
    stock: undefined,
  });

/** Inputs of the files in `golden/events/`, by name without `.json`; every type of the contract has one. */
export const EVENT_EXAMPLES: Record<string, EventExample> = {
  'order.created': example('order.created', {
    subject: IDS.counterOrder,
    payload: OrderCreated.encode({ status: 'pending', stock: undefined }),
    resources: { order: pickupOrder },
  }),
  'order.updated': example('order.updated', {
    subject: IDS.order,
    payload: updated('preparing'),
    resources: { order: exampleOrder },
  }),
  'order.updated-other': example('order.updated', {
    subject: IDS.order,
    payload: updated(),
    resources: { order: exampleOrder },
    costs: true,
  }),
  'order.paid': example('order.paid', {
    subject: IDS.order,
    payload: OrderPaid.encode({ status: 'confirmed', paidVia: PaidVia.ONLINE }),
    resources: { order: exampleOrder },
  }),
  'order.cancelled': example('order.cancelled', {
    subject: IDS.order,
    payload: OrderCancelled.encode({
      status: 'cancelled',
      previousStatus: 'pending',
      changed: ['status'],
      reason: BadEnd.CANCELLED,
      stock: undefined,
    }),
    resources: { order: { ...exampleOrder, status: 'cancelled' } },
  }),
  'product.created': example('product.created', {
    subject: IDS.simpleProduct,
    resources: { product: bareProduct },
  }),
  'product.updated': example('product.updated', {
    subject: IDS.product,
    resources: { product: exampleProduct },
  }),
  'product.updated-costs': example('product.updated', {
    subject: IDS.product,
    resources: { product: exampleProduct },
    costs: true,
  }),
  'product.updated-vanished': example('product.updated', { subject: IDS.product }),
  'product.deleted': example('product.deleted', {
    subject: IDS.product,
    payload: ProductDeleted.encode({ productId: IDS.product, version: 9, sku: 'REM-ALG', wasDraft: false }),
  }),
  'product.deleted-bare': example('product.deleted', {
    subject: IDS.product,
    payload: ProductDeleted.encode({ productId: IDS.product, version: 9, wasDraft: false }),
  }),
  'products.bulk_updated': example('products.bulk_updated', {
    subject: 'job_01m7yc7hvee8ks3x8r1s3t5v7x',
    payload: ProductsBulkUpdated.encode({ count: 12_000, updatedSinceMs: TIMES.createdMs }),
  }),
  'stock.changed': example('stock.changed', {
    subject: IDS.variant,
    payload: StockChanged.encode({ ...exampleStockRow, onHand: 20, available: 20, version: 3 }),
    resources: { stock: exampleStockRow },
  }),
  'stock.changed-vanished': example('stock.changed', {
    subject: IDS.simpleProduct,
    payload: StockChanged.encode({ ...bareStockRow, version: 3 }),
  }),
  'customer.created': example('customer.created', {
    subject: IDS.customer,
    resources: { customer: exampleCustomer },
  }),
  'customer.updated': example('customer.updated', {
    subject: IDS.customer,
    resources: { customer: exampleCustomer },
  }),
  'app.uninstalled': example('app.uninstalled', {
    subject: INSTALLATION,
    payload: AppUninstalled.encode({ installation, uninstalledBy: UninstalledBy.MERCHANT }),
  }),
  'store.redact': example('store.redact', {
    subject: INSTALLATION,
    payload: StoreRedact.encode({ installation }),
  }),
  'customers.redact': example('customers.redact', {
    subject: IDS.customer,
    payload: CustomerRedact.encode({ emailHash: EMAIL_HASH }),
    resources: { customer: exampleCustomer },
  }),
  'customers.redact-anonymized': example('customers.redact', {
    subject: IDS.customer,
    payload: CustomerRedact.encode({}),
    resources: { customer: exampleCustomer },
  }),
  'customers.redact-vanished': example('customers.redact', {
    subject: IDS.customer,
    payload: CustomerRedact.encode({ emailHash: EMAIL_HASH }),
  }),
  'customers.data_request': example('customers.data_request', {
    subject: IDS.customer,
    payload: CustomerDataRequest.encode({
      emailHash: EMAIL_HASH,
      requestId: 'job_01m7yc7hvee8ks3x8w9y2z4b6d',
      requestedAtMs: TIMES.updatedMs,
    }),
    resources: { customer: exampleCustomer },
  }),
  ping: example('ping', { subject: APP, storeId: '' }),
};
