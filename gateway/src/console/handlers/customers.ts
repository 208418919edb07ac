import { enumName } from '@commerce/proto/enum.ts';
import type { Customer, CustomerFields } from '@commerce/proto/commerce/customers/v1/customers.ts';
import { StatusKind } from '@commerce/proto/commerce/orders/v1/values.ts';
import type { CustomerBody, customerRoutes, Person } from '@commerce/console-api/routes/customers.ts';
import { requireId } from '../../edge/ids.ts';
import { required } from '../../edge/required.ts';
import type { HandlersOf } from '../handler.ts';
import { personNames } from '../person-names.ts';
import { toJson } from '../to-json.ts';
import { customerFileHandlers } from './customers-file.ts';
import { dataRequestState, erasureState, privacyHandlers } from './customer-privacy.ts';

export const customerHandlers: HandlersOf<typeof customerRoutes> = {
  list: async ({ ctx, services, cursor, query }) => {
    const page = await services.customers.searchCustomers(ctx, {
      limit: query.limit,
      pageToken: cursor.open(query.cursor),
      contacts: query.kind === 'contact',
      erased: query.kind === 'erased',
      text: query.q ?? '',
      tag: query.tag ?? '',
    });
    return { items: toJson(page.customers), nextCursor: cursor.seal(page.nextPageToken) };
  },

  get: async ({ params, ...call }) => {
    const id = requireId('cus', params.customer);
    const { customer, isContact, erasure, dataRequests, notes } = await call.services.customers.getCustomer(
      call.ctx,
      { id },
    );
    const actors = dataRequests.flatMap(({ requestedBy, downloadedBy }) => [requestedBy, downloadedBy]);
    const authors = notes.map(({ createdBy }) => createdBy);
    const names = await personNames(call, [...actors, ...authors, erasure?.requestedBy ?? '']);
    return {
      ...personOf(customer, isContact),
      erasure: erasure ? erasureState(erasure, names) : null,
      dataRequests: dataRequests.map((request) => dataRequestState(request, names)),
      notes: notes.map(({ id: note, text, createdAtMs, createdBy }) => ({
        id: note,
        text,
        createdAt: new Date(createdAtMs).toISOString(),
        createdBy: names.get(createdBy) ?? null,
      })),
    };
  },

  figures: async ({ ctx, services, params }) => {
    const customerId = requireId('cus', params.customer);
    const [{ last, ...figures }] = await Promise.all([
      services.buyers.getBuyerFigures(ctx, { customerId }),
      services.customers.getCustomer(ctx, { id: customerId }),
    ]);
    return {
      orders: figures.orders,
      totalCentavos: figures.totalCentavos,
      balanceCentavos: figures.accountBalanceCentavos,
      unpaidOrders: figures.unpaidOrders,
      last:
        last === undefined
          ? null
          : {
              id: last.id,
              orderNumber: last.orderNumber,
              createdAt: new Date(last.createdAtMs).toISOString(),
            },
    };
  },

  addNote: ({ ctx, services, params, body }) =>
    services.customers.addCustomerNote(ctx, { customerId: requireId('cus', params.customer), ...body }),

  removeNote: async ({ ctx, services, params }) => {
    const customerId = requireId('cus', params.customer);
    await services.customers.removeCustomerNote(ctx, { customerId, id: params.note });
    return {};
  },

  orders: async ({ ctx, services, params, cursor, query }) => {
    const customerId = requireId('cus', params.customer);
    const search = { limit: query.limit, pageToken: cursor.open(query.cursor), customerId };
    // Checks that the customer exists: one of another store must not look like one without orders.
    const [page, { steps }] = await Promise.all([
      services.orders.searchOrders(ctx, search),
      services.orders.getStatusFlow(ctx, {}),
      services.customers.getCustomer(ctx, { id: customerId }),
    ]);
    const flow = new Map(steps.map((step) => [step.status, step]));
    const items = page.orders.map(({ id, orderNumber, status, totalCentavos, createdAtMs }) => ({
      id,
      orderNumber,
      status: flow.get(status)?.label ?? status,
      statusKind: enumName(StatusKind, flow.get(status)?.kind ?? StatusKind.OPEN),
      totalCentavos,
      createdAt: new Date(createdAtMs).toISOString(),
    }));
    return { items, nextCursor: cursor.seal(page.nextPageToken) };
  },

  create: async ({ ctx, services, body: { isContact, ...body } }) => {
    const fields = fieldsOf(body);
    if (!isContact)
      return personOf(
        (await services.customers.createCustomer(ctx, { fields, mayNotRead: false })).customer,
        false,
      );
    const contact = await services.customers.createContact(ctx, { fields });
    return personOf(contact.customer, contact.isContact);
  },

  update: async ({ ctx, services, params, body: { version, ...body } }) => {
    const id = requireId('cus', params.customer);
    const { customer } = await services.customers.updateCustomer(ctx, {
      id,
      fields: fieldsOf(body),
      expectedVersion: version,
    });
    return personOf(customer, false);
  },

  setTags: async ({ ctx, services, params, body }) => {
    const id = requireId('cus', params.customer);
    const { customer } = await services.customers.setCustomerTags(ctx, {
      id,
      tags: body.tags,
      expectedVersion: body.version,
    });
    return { tags: required(customer).tags };
  },

  promote: async ({ ctx, services, params }) => {
    const id = requireId('cus', params.customer);
    return personOf((await services.customers.promoteContact(ctx, { id })).customer, false);
  },

  ...customerFileHandlers,
  ...privacyHandlers,
};

const personOf = (customer: Customer | undefined, isContact: boolean): Person => ({
  ...toJson(required(customer)),
  isContact,
});

/** An empty string removes a value, between services as well. */
const fieldsOf = ({ shippingAddresses, ...fields }: CustomerBody): CustomerFields => ({
  ...fields,
  shippingAddresses: {
    addresses: shippingAddresses.map(({ apartment, notes, ...rest }) => ({
      ...rest,
      apartment: apartment.trim() === '' ? undefined : apartment,
      notes: notes.trim() === '' ? undefined : notes,
    })),
  },
});
