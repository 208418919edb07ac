import { createHash } from 'node:crypto';
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
import type { PublicEvent, ResourceKind, Resources } from '@commerce/public-api/2026-10/events/event.ts';
import { EVENT_EXAMPLES } from '@commerce/public-api/2026-10/examples/events.ts';

/** What a test event tells. */
export interface TestEvent {
  subjectId: string;
  payload: Uint8Array;
  /** It tells the documented example, as the store has nothing of the kind. */
  isExample: boolean;
}

/** What there is to tell of. */
interface Real extends Resources {
  /** As it is when it is uninstalled now. */
  installation: InstallationState;
  nowMs: number;
}

type Told = Omit<TestEvent, 'isExample'> | undefined;
type Teller = (real: Real) => Told;

const NOTHING = Buffer.alloc(0);
const emailHashOf = (email: string | undefined): string | undefined =>
  email ? createHash('sha256').update(email.toLowerCase()).digest('hex') : undefined;

const ofOrder =
  (encode: (status: string) => { finish(): Uint8Array }): Teller =>
  ({ order }) =>
    order && { subjectId: order.id, payload: encode(order.status).finish() };
const ofProduct: Teller = ({ product }) => product && { subjectId: product.id, payload: NOTHING };
const ofCustomer: Teller = ({ customer }) => customer && { subjectId: customer.id, payload: NOTHING };

/** A test event of each type, of what a store has; what it says beside that (`meta`) is as in the documented examples. */
const TELLERS: Record<string, { kind?: ResourceKind; tell: Teller }> = {
  'order.created': {
    kind: 'order',
    tell: ofOrder((status) => OrderCreated.encode({ status, stock: undefined })),
  },
  'order.updated': {
    kind: 'order',
    tell: ofOrder((status) =>
      OrderUpdated.encode({ ...OrderUpdated.decode(exampleOf('order.updated').payload), status }),
    ),
  },
  'order.paid': {
    kind: 'order',
    tell: ofOrder((status) => OrderPaid.encode({ status, paidVia: 'online' })),
  },
  'order.cancelled': {
    kind: 'order',
    tell: ofOrder(() => OrderCancelled.encode(OrderCancelled.decode(exampleOf('order.cancelled').payload))),
  },
  'product.created': { kind: 'product', tell: ofProduct },
  'product.updated': { kind: 'product', tell: ofProduct },
  'product.deleted': {
    kind: 'product',
    tell: ({ product }) =>
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
    tell: ({ product, nowMs }) =>
      product && {
        subjectId: product.id,
        payload: ProductsBulkUpdated.encode({ count: 1, updatedSinceMs: nowMs }).finish(),
      },
  },
  'stock.changed': {
    kind: 'stock',
    tell: ({ stock }) =>
      stock && {
        subjectId: stock.variantId ?? stock.productId,
        payload: StockChanged.encode({ ...stock, version: 1 }).finish(),
      },
  },
  'customer.created': { kind: 'customer', tell: ofCustomer },
  'customer.updated': { kind: 'customer', tell: ofCustomer },
  'app.uninstalled': {
    tell: ({ installation }) => ({
      subjectId: installation.installationId,
      payload: AppUninstalled.encode({ installation, uninstalledBy: 'merchant' }).finish(),
    }),
  },
  'store.redact': {
    tell: ({ installation }) => ({
      subjectId: installation.installationId,
      payload: StoreRedact.encode({ installation }).finish(),
    }),
  },
  'customers.redact': {
    kind: 'customer',
    tell: ({ customer }) =>
      customer && {
        subjectId: customer.id,
        payload: CustomerRedact.encode({ emailHash: emailHashOf(customer.email) }).finish(),
      },
  },
  'customers.data_request': {
    kind: 'customer',
    tell: ({ customer, nowMs }) =>
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

/** Whether an event of the type can be sent on demand: a ping is sent otherwise. */
export const isTestable = (type: string): boolean => Object.hasOwn(TELLERS, type);

/** What kind of resource a test event of the type tells of; undefined for one of the installation. */
export const testedKind = (type: string): ResourceKind | undefined => TELLERS[type]?.kind;

/** A test event of a type that is testable. */
export function testEventOf(type: string, real: Real): TestEvent {
  const told = TELLERS[type]!.tell(real);
  if (told !== undefined) return { ...told, isExample: false };
  const { subjectId, payload } = exampleOf(type);
  return { subjectId, payload, isExample: true };
}

/** The resources of the documented example, for an event that tells it: no resource of a store has its id. */
export function exampleResources(type: string, subjectId: string): Resources | undefined {
  const example = EVENT_EXAMPLES[type];
  return example?.event.subjectId === subjectId ? example.resources : undefined;
}
