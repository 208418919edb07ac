import { createHash } from 'node:crypto';
import { UninstalledBy } from '@commerce/proto/commerce/auth/v1/apps.ts';
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
import { PaidVia } from '@commerce/proto/commerce/orders/v1/values.ts';
import type { PublicEvent, ResourceKind, Resources } from '@commerce/public-api/events/event.ts';
import { EVENT_EXAMPLES } from '@commerce/public-api/2026-10/examples/events.ts';

/** Subject and payload of a test event. */
export interface TestEvent {
  subjectId: string;
  payload: Uint8Array;
  /** It has the documented example, because the store has no such resource. */
  isExample: boolean;
}

/** The resources of a store that a test event can be of. */
interface Samples extends Resources {
  /** The state after uninstalling now. */
  installation: InstallationState;
  nowMs: number;
}

type Build = (samples: Samples) => Omit<TestEvent, 'isExample'> | undefined;

const EMPTY = Buffer.alloc(0);
const emailHashOf = (email: string | undefined): string | undefined =>
  email ? createHash('sha256').update(email.toLowerCase()).digest('hex') : undefined;

const ofOrder =
  (encode: (status: string) => { finish(): Uint8Array }): Build =>
  ({ order }) =>
    order && { subjectId: order.id, payload: encode(order.status).finish() };
const ofProduct: Build = ({ product }) => product && { subjectId: product.id, payload: EMPTY };
const ofCustomer: Build = ({ customer }) => customer && { subjectId: customer.id, payload: EMPTY };

/** Builders of test events from the resources of a store, by type; their `meta` is as in the documented examples. */
const BUILDERS: Record<string, { kind?: ResourceKind; build: Build }> = {
  'order.created': {
    kind: 'order',
    build: ofOrder((status) => OrderCreated.encode({ status, stock: undefined })),
  },
  'order.updated': {
    kind: 'order',
    build: ofOrder((status) =>
      OrderUpdated.encode({ ...OrderUpdated.decode(exampleOf('order.updated').payload), status }),
    ),
  },
  'order.paid': {
    kind: 'order',
    build: ofOrder((status) => OrderPaid.encode({ status, paidVia: PaidVia.ONLINE })),
  },
  'order.cancelled': {
    kind: 'order',
    build: ofOrder(() => OrderCancelled.encode(OrderCancelled.decode(exampleOf('order.cancelled').payload))),
  },
  'product.created': { kind: 'product', build: ofProduct },
  'product.updated': { kind: 'product', build: ofProduct },
  'product.deleted': {
    kind: 'product',
    build: ({ product }) =>
      product && {
        subjectId: product.id,
        payload: ProductDeleted.encode({
          productId: product.id,
          version: 1,
          sku: product.sku,
          wasDraft: false,
        }).finish(),
      },
  },
  'products.bulk_updated': {
    kind: 'product',
    build: ({ product, nowMs }) =>
      product && {
        subjectId: product.id,
        payload: ProductsBulkUpdated.encode({ count: 1, updatedSinceMs: nowMs }).finish(),
      },
  },
  'stock.changed': {
    kind: 'stock',
    build: ({ stock }) =>
      stock && {
        subjectId: stock.variantId ?? stock.productId,
        payload: StockChanged.encode({ ...stock, version: 1 }).finish(),
      },
  },
  'customer.created': { kind: 'customer', build: ofCustomer },
  'customer.updated': { kind: 'customer', build: ofCustomer },
  'app.uninstalled': {
    build: ({ installation }) => ({
      subjectId: installation.installationId,
      payload: AppUninstalled.encode({ installation, uninstalledBy: UninstalledBy.MERCHANT }).finish(),
    }),
  },
  'store.redact': {
    build: ({ installation }) => ({
      subjectId: installation.installationId,
      payload: StoreRedact.encode({ installation }).finish(),
    }),
  },
  'customers.redact': {
    kind: 'customer',
    build: ({ customer }) =>
      customer && {
        subjectId: customer.id,
        payload: CustomerRedact.encode({ emailHash: emailHashOf(customer.email) }).finish(),
      },
  },
  'customers.data_request': {
    kind: 'customer',
    build: ({ customer, nowMs }) =>
      customer && {
        subjectId: customer.id,
        payload: CustomerDataRequest.encode({
          emailHash: emailHashOf(customer.email),
          requestId: CustomerDataRequest.decode(exampleOf('customers.data_request').payload).requestId,
          requestedAtMs: nowMs,
        }).finish(),
      },
  },
};

const exampleOf = (type: string): PublicEvent => EVENT_EXAMPLES[type]!.event;

/** Checks whether events of a type can be sent as a test; pings have their own method. */
export const isTestable = (type: string): boolean => Object.hasOwn(BUILDERS, type);

/** The kind of resource of a test event; undefined when it is the installation. */
export const testedKind = (type: string): ResourceKind | undefined => BUILDERS[type]?.kind;

/** Builds a test event of a testable type. */
export function testEventOf(type: string, samples: Samples): TestEvent {
  const built = BUILDERS[type]!.build(samples);
  if (built !== undefined) return { ...built, isExample: false };
  const { subjectId, payload } = exampleOf(type);
  return { subjectId, payload, isExample: true };
}

/** The resources of the documented example, for an event that has its subject id, which no resource of a store has. */
export function exampleResources(type: string, subjectId: string): Resources | undefined {
  const example = EVENT_EXAMPLES[type];
  return example?.event.subjectId === subjectId ? example.resources : undefined;
}
