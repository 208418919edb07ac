import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { explainAnalyze, planNodes } from '@commerce/service-kit/testing/explain.ts';
import { longTest } from '@commerce/service-kit/testing/level.ts';
import { FIND_OPEN, LIST } from '../src/store/register-session.ts';
import { NewOrders, SHOP } from './support/new-orders.ts';
import { idOf } from './support/orders.ts';
import { registersOf } from './support/registers.ts';

let orders: NewOrders;

beforeAll(async () => void (orders = await NewOrders.start()));
afterAll(() => orders.close());
beforeEach(() => orders.reset());

longTest(
  'the sums of an open session read the cash payments since its opening, and a list no more than its page',
  async () => {
    // Months of cash payments before the opening; closed sessions keep their sums.
    await orders.query(
      `insert into "order" (store_id, id, order_number, status, source, shop_id, total_centavos, discount_centavos, payment_gateway,
       payment_status, created_at, updated_at, message, encoding)
     select 'sto_a', 'ord_' || n, n::text, 'delivered', 'pos', '${SHOP}', 0, 0, 'cash', 'paid', t, t, '', 1
     from generate_series(1, 20000) n, lateral (select timestamptz '2026-01-01' + n * interval '10 min' as t)`,
    );
    await orders.query(
      `insert into order_payment (store_id, order_id, position, kind, gateway, amount_centavos, actor_kind, actor_id, at, cash_shop_id)
     select store_id, id, 1, 'payment', 'cash', 100, 'system', '', created_at, shop_id from "order"`,
    );
    await orders.query(
      `insert into register_session (store_id, id, shop_id, opened_by, opened_at, float_centavos, closed_by, closed_at, counted_centavos,
       sales_centavos, refunds_centavos, pay_ins_centavos, pay_outs_centavos)
     select 'sto_a', 'reg_' || n, '${SHOP}', 'x', t, 0, 'x', t + interval '1 hour', 0, 0, 0, 0, 0
     from generate_series(1, 3000) n, lateral (select timestamptz '2024-01-01' + n * interval '8 hours' as t)`,
    );
    await orders.query(
      `insert into register_session (store_id, id, shop_id, opened_by, opened_at, float_centavos)
     select 'sto_a', 'reg_open', '${SHOP}', 'x', max(at) - interval '500 min', 0 from order_payment`,
    );
    await orders.query('analyze "order", order_payment, register_session, cash_movement');
    const client = await orders.db.pool.connect();
    try {
      for (const mode of ['force_generic_plan', 'force_custom_plan']) {
        const open = planNodes(await explainAnalyze(client, FIND_OPEN, mode, ['sto_a', SHOP]));
        expect(open.map((node) => node['Index Name'])).toContain('order_payment_in_cash');
        expect(open[0]!['Shared Hit Blocks'] + open[0]!['Shared Read Blocks']).toBeLessThan(300);
        const values = ['sto_a', '2026-12-31', null, null, 51];
        const list = planNodes(await explainAnalyze(client, LIST, mode, values));
        expect(list.map((node) => node['Index Name'])).toContain('register_session_by_opening');
        expect(list[0]!['Shared Hit Blocks'] + list[0]!['Shared Read Blocks']).toBeLessThan(400);
      }
    } finally {
      client.release();
    }
  },
);

test('past sessions are listed page by page, the last opened first', async () => {
  const registers = registersOf(orders);
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) {
    const { id } = await registers.open(n);
    await registers.close(id, n);
    ids.unshift(id);
  }
  const first = await registers.list({ limit: 3, shopId: SHOP });
  const second = await registers.list({ limit: 3, shopId: SHOP, pageToken: first.nextPageToken });
  expect([...first.sessions, ...second.sessions].map(({ id }) => id)).toEqual(ids);
  expect(second.nextPageToken).toHaveLength(0);
  expect((await registers.list({ shopId: idOf('shp', 2) })).sessions).toEqual([]);
});
