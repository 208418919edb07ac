import { CustomerType } from '@commerce/proto/commerce/customers/v1/customers.ts';
import { ProductType } from '@commerce/proto/commerce/catalog/v1/values.ts';
import type { CreateOrderRequest } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { OrderSource, PaymentGateway } from '@commerce/proto/commerce/orders/v1/values.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import definition from '../../src/main.ts';
import { product, startClients, type StandIns } from './clients.ts';
import { fullOrder, idOf } from './orders.ts';
import { contextOf, serviceOn } from './service.ts';

/** Time of the clock at the start of a test. */
export const NOW = Date.UTC(2026, 10, 21, 12);
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** The shop, buyer and products of the stand-ins. */
export const SHOP = idOf('shp', 1);
export const CUSTOMER = idOf('cus', 1);
export const [SIMPLE, VARIABLE, INACTIVE] = [1, 2, 3].map((n) => idOf('prd', n)) as [string, string, string];
/** Variants of VARIABLE; LARGE is not active. */
export const [SMALL, LARGE] = [1, 2].map((n) => idOf('var', n)) as [string, string];

/** Two products, with a custom line between them. */
export const LINES = [
  { productId: SIMPLE, quantity: 2 },
  { name: 'Grabado', unitPriceCentavos: 5_000, quantity: 1 },
  { productId: VARIABLE, variantId: SMALL, quantity: 3 },
];

/** A request for an online order of these lines, with optional other fields. */
export const aRequest = (fields: Partial<CreateOrderRequest> = {}): CreateOrderRequest => ({
  source: OrderSource.ONLINE,
  shopId: SHOP,
  customerId: CUSTOMER,
  lines: LINES,
  shipping: fullOrder('sto_a', 1).order.shipping,
  paymentGateway: PaymentGateway.CARD_ONLINE,
  payments: [],
  discountCentavos: 10_000,
  ...fields,
});

/** The service with its own clock and stand-ins that know the products above. */
export class NewOrders {
  nowMs = NOW;
  readonly #database: TestDatabase;
  readonly others: StandIns;
  readonly service: ReturnType<typeof serviceOn>;

  private constructor(database: TestDatabase, others: StandIns) {
    this.#database = database;
    this.others = others;
    this.service = serviceOn(database.db, others.clients, { now: () => this.nowMs });
  }

  static async start(): Promise<NewOrders> {
    const others = await startClients();
    others.shops.add(SHOP);
    others.products.set(SIMPLE, product(SIMPLE));
    others.products.set(VARIABLE, product(VARIABLE, { type: ProductType.VARIABLE }, [SMALL, LARGE]));
    others.products.get(VARIABLE)!.variants[1]!.isActive = false;
    others.products.set(INACTIVE, product(INACTIVE, { isActive: false }));
    others.prices.set(SIMPLE, { price: 150_000, cost: 90_000 });
    others.prices.set(SMALL, { price: 200_050, cost: undefined });
    others.customers.set(CUSTOMER, {
      id: CUSTOMER,
      name: 'Ana',
      email: 'ana@example.com',
      phone: '11',
      customerType: CustomerType.INDIVIDUAL,
      tags: [],
      shippingAddresses: [],
      createdAtMs: 0,
      updatedAtMs: 0,
    });
    return new NewOrders(await createTestDatabase(definition.migrations), others);
  }

  get url() {
    return this.#database.url;
  }

  get db() {
    return this.#database.db;
  }

  /** Deletes every order, and the calls recorded by the stand-ins. */
  async reset(): Promise<void> {
    this.others.forget();
    this.nowMs = NOW;
    await this.query(
      'truncate "order", order_line, order_event, order_payment, order_draft, order_counter, store_clock, store_setting, sales_of_day, sales_of_product, register_session, cash_movement, outbox, idempotency_record cascade',
    );
  }

  async close(): Promise<void> {
    await this.others.close();
    await this.#database.drop();
  }

  /** Creates an order, with an optional idempotency key and body. */
  create(fields: Partial<CreateOrderRequest> = {}, key?: string, body = 'body', store = 'sto_a') {
    return this.service.handlers.createOrder(contextOf(store, key, body), aRequest(fields));
  }

  // eslint-disable-next-line typescript/no-explicit-any -- rows of any query
  async query(sql: string): Promise<any[]> {
    return (await this.db.pool.query(sql)).rows;
  }

  /** Counts orders, drafts and unpublished events. */
  async counts(): Promise<{ orders: number; drafts: number; events: number }> {
    const [row] = await this.query(
      `select (select count(*)::int from "order") as orders, (select count(*)::int from order_draft) as drafts,
         (select count(*)::int from outbox) as events`,
    );
    return row;
  }
}
