import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { CashMovementKind, OrderSource, PaymentGateway } from '@commerce/proto/commerce/orders/v1/values.ts';
import type { Fault } from '@commerce/service-kit/fault.ts';
import { stampVersion } from '@commerce/service-kit/version.ts';
import { StoredAnswer } from '@commerce/service-kit/write/stored-answer.ts';
import { NewOrders, SHOP } from './support/new-orders.ts';
import { idOf } from './support/orders.ts';
import { ANA, BETO, personContext, registersOf, sell } from './support/registers.ts';
import { contextOf, refusalOf } from './support/service.ts';

const OTHER_SHOP = idOf('shp', 2);

let orders: NewOrders;
let registers: ReturnType<typeof registersOf>;

beforeAll(async () => {
  orders = await NewOrders.start();
  orders.others.shops.add(OTHER_SHOP);
  registers = registersOf(orders);
});
afterAll(() => orders.close());
beforeEach(() => orders.reset());

/** Gives money of an order back. */
const refund = ({ id, updatedAtMs }: Order, amountCentavos: number, gateway = PaymentGateway.CASH) =>
  orders.service.handlers.refundPayment(contextOf('sto_a'), {
    id,
    amountCentavos,
    gateway,
    expectedVersion: stampVersion(updatedAtMs),
  });

/** Fields that a refusal names. */
const fieldsOf = (work: unknown): Promise<(string | undefined)[]> =>
  (work as Promise<unknown>).then(
    () => [],
    (error: Fault) => error.details.map(({ field }) => field),
  );

const CLOSED = { session: undefined, movements: [] };

describe('a cash register session', () => {
  test('its expected cash is the float, plus cash sales and pay-ins, less cash refunds and pay-outs', async () => {
    const { id } = await registers.open(10_000);
    const sold = await sell(orders, 5_000);
    await sell(orders, 700, { gateway: PaymentGateway.CARD_TERMINAL });
    await refund(sold, 1_500);
    await registers.move(id, CashMovementKind.PAY_IN, 300);
    await registers.move(id, CashMovementKind.PAY_OUT, 2_000, 'Retiro');
    const sums = {
      floatCentavos: 10_000,
      salesCentavos: 5_000,
      refundsCentavos: 1_500,
      payInsCentavos: 300,
      payOutsCentavos: 2_000,
      expectedCentavos: 11_800,
    };
    expect(await registers.get(id)).toMatchObject({ ...sums, countedCentavos: undefined });
    const closed = await registers.close(id, 11_750, BETO);
    expect(closed).toMatchObject({ ...sums, countedCentavos: 11_750, openedBy: ANA, closedBy: BETO });
    expect(await registers.get(id)).toEqual(closed);
  });

  test('its parts of a sale that is paid by several means are those in cash', async () => {
    const { id } = await registers.open();
    await orders.create({
      source: OrderSource.POS,
      shipping: undefined,
      discountCentavos: 0,
      lines: [{ name: 'Grabado', unitPriceCentavos: 1_000, quantity: 1 }],
      payments: [
        { gateway: PaymentGateway.CASH, amountCentavos: 400 },
        { gateway: PaymentGateway.CARD_TERMINAL, amountCentavos: 600 },
      ],
    });
    expect((await registers.get(id)).salesCentavos).toBe(400);
  });

  test('cash of another shop, of another store and of orders from elsewhere does not belong to it', async () => {
    const { id } = await registers.open();
    await sell(orders, 100, { shopId: OTHER_SHOP });
    await orders.create(
      {
        source: OrderSource.POS,
        customerId: undefined,
        shipping: undefined,
        discountCentavos: 0,
        lines: [{ name: 'x', unitPriceCentavos: 200, quantity: 1 }],
        paymentGateway: PaymentGateway.CASH,
      },
      undefined,
      'body',
      'sto_b',
    );
    const { order } = (await orders.create({ source: OrderSource.PHONE, shipping: undefined })) as {
      order: Order;
    };
    await orders.service.handlers.confirmPayment(contextOf('sto_a'), {
      id: order.id,
      gateway: PaymentGateway.CASH,
    });
    expect((await registers.get(id)).salesCentavos).toBe(0);
  });

  test('a sale without an open session belongs to none, and its refund to the session in which it is given', async () => {
    const before = await sell(orders, 900);
    const first = await registers.open();
    await registers.close(first.id);
    const between = await sell(orders, 800);
    const second = await registers.open();
    await refund(before, 900);
    await refund(between, 50);
    expect(await registers.get(first.id)).toMatchObject({ salesCentavos: 0, refundsCentavos: 0 });
    expect(await registers.get(second.id)).toMatchObject({
      salesCentavos: 0,
      refundsCentavos: 950,
      expectedCentavos: -950,
    });
  });

  test('sales and refunds after the closing do not change a closed session', async () => {
    const { id } = await registers.open();
    const sold = await sell(orders, 500);
    const closed = await registers.close(id, 500);
    await refund(sold, 500);
    await sell(orders, 300);
    expect(await registers.get(id)).toEqual(closed);
  });

  test('a closing waits for a sale that has its time and is not committed yet, and counts it', async () => {
    const { id } = await registers.open();
    const blocker = await orders.db.pool.connect();
    await blocker.query('begin; lock table order_payment in share row exclusive mode');
    const selling = sell(orders, 700);
    const waiting = `select 1 from pg_locks where not granted and relation = 'order_payment'::regclass`;
    while ((await orders.query(waiting)).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const closing = registers.close(id, 700);
    // Time for a closing that does not wait.
    await new Promise((resolve) => setTimeout(resolve, 200));
    await blocker.query('commit');
    blocker.release();
    await selling;
    expect(await closing).toMatchObject({ salesCentavos: 700, expectedCentavos: 700 });
  });

  test('sales that race with a closing and the next opening each belong to exactly one session, or to none', async () => {
    const ids = [(await registers.open()).id];
    const selling = Array.from({ length: 40 }, async (_, n) => {
      await new Promise((resolve) => setTimeout(resolve, n * 5));
      return sell(orders, 100 + n);
    });
    for (let n = 0; n < 6; n++) {
      await new Promise((resolve) => setTimeout(resolve, 30));
      await registers.close(ids.at(-1)!);
      ids.push((await registers.open()).id);
    }
    await Promise.all(selling);
    await registers.close(ids.at(-1)!);
    const { sessions } = await registers.list();
    // What each session kept is what lies in its time, so nothing came in after it was summed up.
    const late = await orders.query(
      `select s.sales_centavos, cash.amount from register_session s
       left join lateral (select coalesce(sum(amount_centavos), 0) as amount from order_payment p
         where p.store_id = s.store_id and p.at > s.opened_at and p.at <= s.closed_at) cash on true
       where s.sales_centavos <> cash.amount`,
    );
    expect(late).toEqual([]);
    const [times] = await orders.query(
      `select count(*)::int as payments, (count(*) filter (where of.sessions > 1))::int as shared,
         (sum(p.amount_centavos) filter (where of.sessions = 0))::int as outside
       from order_payment p cross join lateral (select count(*) as sessions from register_session s
         where p.at > s.opened_at and p.at <= s.closed_at) of`,
    );
    expect(times).toMatchObject({ payments: 40, shared: 0 });
    const sold = Array.from({ length: 40 }, (_, n) => 100 + n).reduce((sum, each) => sum + each, 0);
    const inSessions = sessions.reduce((sum, { salesCentavos }) => sum + salesCentavos, 0);
    expect(inSessions + (times.outside ?? 0)).toBe(sold);
  });
});

describe('opening and closing', () => {
  test('of concurrent openings of a shop one succeeds, and other shops are independent', async () => {
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => registers.open()));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await refusalOf(registers.open())).toBe('register_open');
    const request = { shopId: OTHER_SHOP, floatCentavos: 0 };
    await registers.handlers.openRegister(personContext(ANA), request);
    expect((await registers.list()).sessions).toHaveLength(2);
  });

  test('the database keeps two open sessions of a shop from existing', async () => {
    await registers.open();
    await expect(
      orders.query(
        `insert into register_session (store_id, id, shop_id, opened_by, opened_at, float_centavos)
         select store_id, 'x', shop_id, opened_by, opened_at, 0 from register_session`,
      ),
    ).rejects.toThrow('register_session_open');
  });

  test('of concurrent closings one succeeds, and nothing is recorded in a closed session', async () => {
    const { id } = await registers.open();
    const results = await Promise.allSettled([1, 2, 3].map((n) => registers.close(id, n)));
    const closed = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(closed).toHaveLength(1);
    expect(await registers.get(id)).toEqual(closed[0]);
    expect(await refusalOf(registers.close(id))).toBe('register_closed');
    expect(await refusalOf(registers.move(id, CashMovementKind.PAY_IN, 1))).toBe('register_closed');
  });

  test('a repeated key opens, moves and closes once, with the first answer', async () => {
    const { handlers } = registers;
    const open = { shopId: SHOP, floatCentavos: 100 };
    await handlers.openRegister(personContext(ANA, 'open'), open);
    expect(await handlers.openRegister(personContext(ANA, 'open'), open)).toBeInstanceOf(StoredAnswer);
    const { id: sessionId } = (await registers.list()).sessions[0]!;
    const movement = { sessionId, kind: CashMovementKind.PAY_IN, amountCentavos: 50, reason: 'Cambio' };
    await handlers.addCashMovement(personContext(ANA, 'move'), movement);
    await handlers.addCashMovement(personContext(ANA, 'move'), movement);
    expect((await registers.get(sessionId)).expectedCentavos).toBe(150);
    const close = { sessionId, countedCentavos: 150 };
    await handlers.closeRegister(personContext(ANA, 'close'), close);
    expect(await handlers.closeRegister(personContext(ANA, 'close'), close)).toBeInstanceOf(StoredAnswer);
  });

  test('a session that another person opened is refused to those who may only use their own', async () => {
    const { id } = await registers.open(0, ANA);
    expect(await refusalOf(registers.close(id, 0, BETO, BETO))).toBe('other_opener');
    const movement = { sessionId: id, kind: CashMovementKind.PAY_IN, amountCentavos: 1, reason: 'x' };
    const moved = registers.handlers.addCashMovement(personContext(BETO), { ...movement, openedBy: BETO });
    expect(await refusalOf(moved as Promise<unknown>)).toBe('other_opener');
    const read = registers.handlers.getRegisterSession(personContext(BETO), { id, openedBy: BETO });
    expect(await refusalOf(read as Promise<unknown>)).toBe('not_found');
    expect((await registers.list({ openedBy: BETO })).sessions).toEqual([]);
    expect(await registers.close(id, 0, ANA, ANA)).toMatchObject({ closedBy: ANA });
  });
});

describe('refusals', () => {
  test('invalid fields are all named', async () => {
    const { openRegister, addCashMovement, closeRegister } = registers.handlers;
    for (const shopId of [idOf('shp', 9), 'shp_\u0000', ''])
      expect(await fieldsOf(openRegister(personContext(ANA), { shopId, floatCentavos: -1 }))).toEqual([
        'shop_id',
        'float_centavos',
      ]);
    const { id: sessionId } = await registers.open();
    const movement = { sessionId, kind: CashMovementKind.UNSPECIFIED, amountCentavos: 0, reason: ' ' };
    expect(await fieldsOf(addCashMovement(personContext(ANA), movement))).toEqual([
      'kind',
      'amount_centavos',
      'reason',
    ]);
    for (const countedCentavos of [-1, 0.5, 1_000_000_000_001])
      expect(await fieldsOf(closeRegister(personContext(ANA), { sessionId, countedCentavos }))).toEqual([
        'counted_centavos',
      ]);
  });

  test('a session of another store does not exist', async () => {
    const { id } = await registers.open();
    const foreign = personContext(ANA, undefined, 'sto_b');
    const { handlers } = registers;
    const movement = { sessionId: id, kind: CashMovementKind.PAY_IN, amountCentavos: 1, reason: 'x' };
    for (const work of [
      () => handlers.getRegisterSession(foreign, { id }),
      () => handlers.closeRegister(foreign, { sessionId: id, countedCentavos: 0 }),
      () => handlers.addCashMovement(foreign, movement),
    ])
      expect(await refusalOf(work() as Promise<unknown>)).toBe('not_found');
    expect(await handlers.getOpenRegister(foreign, { shopId: SHOP })).toEqual(CLOSED);
    const none = { limit: 9, pageToken: Buffer.alloc(0) };
    expect(await handlers.listRegisterSessions(foreign, none)).toMatchObject({ sessions: [] });
  });

  test('malformed ids find nothing', async () => {
    expect(await refusalOf(registers.get('reg_\u0000'))).toBe('not_found');
    expect(await registers.handlers.getOpenRegister(personContext(ANA), { shopId: '\u0000' })).toEqual(
      CLOSED,
    );
    expect((await registers.list({ shopId: '\u0000' })).sessions).toEqual([]);
  });

  test('a session has at most 500 movements', async () => {
    const { id } = await registers.open();
    await orders.query(
      `insert into cash_movement select store_id, id, opened_at + n * interval '1 ms', 'pay_in', 1, 'x', 'per_ana'
       from register_session, generate_series(1, 500) n`,
    );
    orders.nowMs += 1_000;
    expect(await refusalOf(registers.move(id, CashMovementKind.PAY_IN, 1))).toBe('too_many_movements');
  });
});
