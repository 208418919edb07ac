import { afterAll, beforeAll, expect, test } from 'vitest';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import type { ListBuyerOrdersResponse_BuyerOrder } from '@commerce/proto/commerce/orders/v1/orders.ts';
import {
  HistoryEntryKind,
  OrderSource,
  PaymentGateway,
  PaymentStatus,
} from '@commerce/proto/commerce/orders/v1/values.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { exportCustomerData } from '../src/rpc/export-customer-data.ts';
import { getCustomer } from '../src/rpc/get-customer.ts';
import { requestCustomerData } from '../src/rpc/request-customer-data.ts';
import definition from '../src/main.ts';
import { customerInsertMany } from '../src/seed.ts';
import { customerId, customerRecord, T0 } from './support/customers.ts';
import { finished, serviceOn } from './support/service.ts';
import { contextOf } from './support/writes.ts';

const NOW = T0 + 86_400_000;
const ORDERS = 5;
const id = customerId(1);
const owner: Context = { ...contextOf(), actor: { kind: Actor_Kind.PERSON, id: 'per_a', appId: '' } };
let database: TestDatabase;
let service: ReturnType<typeof serviceOn>;

const buyerOrder = (n: number): ListBuyerOrdersResponse_BuyerOrder => ({
  order: {
    id: `ord_${n}`,
    orderNumber: String(1000 + n),
    status: 'delivered',
    source: OrderSource.ONLINE,
    shopId: 'shp_1',
    sellerShopIds: ['shp_1'],
    customer: { id, name: 'Ana', email: 'ana1@example.com', phone: '' },
    lineItems: [
      {
        name: 'Yerba',
        quantity: 2,
        unitPriceCentavos: 150_050,
        totalCentavos: 300_100,
        isCustom: false,
        cogsCentavos: 7,
      },
    ],
    totalCentavos: 300_100,
    discountCentavos: 0,
    payment: { gateway: PaymentGateway.CASH, status: PaymentStatus.PAID },
    shipping: undefined,
    createdAtMs: T0,
    updatedAtMs: T0,
  },
  history: [
    {
      returned: [],
      kind: HistoryEntryKind.NOTE,
      notes: 'call before',
      actorKind: Actor_Kind.PERSON,
      actorId: 'per_a',
      atMs: T0,
    },
  ],
});

// Two orders per page; the last page is empty, which is allowed.
const listBuyerOrders: typeof finished.orders.listBuyerOrders = async (_ctx, { pageToken }) => {
  const from = pageToken.length === 0 ? 0 : Number(pageToken.toString());
  const orders = [buyerOrder(from), buyerOrder(from + 1)].slice(0, Math.max(0, ORDERS - from));
  return { orders, nextPageToken: Buffer.from(from <= ORDERS ? String(from + 2) : '') };
};

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  const clients = { ...finished, orders: { ...finished.orders, listBuyerOrders } };
  service = serviceOn(database.db, { now: () => NOW }, clients);
  await customerInsertMany(database.db, 'sto_a', [
    customerRecord('sto_a', 1, {}, { documentType: 'CUIT', documentNumber: '20301112223' }),
    customerRecord('sto_a', 2),
  ]);
});
afterAll(() => database.drop());

const part = (requestId: string, pageToken = Buffer.alloc(0), customer = id) =>
  service.call(exportCustomerData, { id: customer, requestId, pageToken }, owner);

test('a data request records its actor, and its file has the person and all of their orders in parts', async () => {
  const { requestId } = await service.call(requestCustomerData, { id }, owner);
  let json = '';
  for (let token = Buffer.alloc(0); ;) {
    const { json: bytes, nextPageToken } = await part(requestId, token);
    json += Buffer.from(bytes).toString();
    if (nextPageToken.length === 0) break;
    token = Buffer.from(nextPageToken);
  }
  const file = JSON.parse(json) as { customer: object; orders: { order_number: string }[] };
  expect(file.customer).toMatchObject({
    name: customerRecord('sto_a', 1).customer.name,
    document: { type: 'CUIT', number: '20301112223' },
    shipping_addresses: [{ street: 'Av. Corrientes', street_number: '1234' }],
    data_requests: [{ request_id: requestId }],
  });
  expect(file.orders.map((order) => order.order_number)).toEqual(['1000', '1001', '1002', '1003', '1004']);
  expect(file.orders[0]).toMatchObject({
    total: 3001,
    lines: [{ name: 'Yerba', unit_price: 1500.5 }],
    payment: { gateway: 'cash', status: 'paid' },
    history: [{ notes: 'call before' }],
  });
  // Costs and actions of the team are not the person's data.
  expect(json).not.toMatch(/cogs|cost|per_a/);
  const { dataRequests } = await service.call(getCustomer, { id }, 'sto_a');
  expect(dataRequests).toEqual([
    { requestId, requestedAtMs: NOW, requestedBy: 'per_a', downloadedAtMs: NOW, downloadedBy: 'per_a' },
  ]);
  const { rows } = await database.db.pool.query('select downloaded_by from data_download');
  expect(rows).toEqual([{ downloaded_by: 'per_a' }]);
});

test('the file of a customer requires a data request of that customer', async () => {
  const { requestId } = await service.call(requestCustomerData, { id }, owner);
  await expect(part('unknown')).rejects.toMatchObject({ code: 'not_found' });
  await expect(part(requestId, undefined, customerId(2))).rejects.toMatchObject({ code: 'not_found' });
  await expect(part(requestId, undefined, customerId(9))).rejects.toMatchObject({ code: 'not_found' });
});
