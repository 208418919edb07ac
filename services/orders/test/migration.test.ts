import { afterAll, beforeAll, expect, test } from 'vitest';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { migrate } from '@commerce/service-kit/db/migrate.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { importedRecord } from '../src/domain/imported-order.ts';
import definition from '../src/main.ts';
import { orderEventImport } from '../src/store/order-event.ts';
import { orderFind } from '../src/store/order-load.ts';
import { linesToRows, orderToRow } from '../src/store/order-row.ts';
import { fullOrder, orderRecord, T0 } from './orders.ts';

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  // The migrations of then, beside those of the kit.
  folder = await mkdtemp(path.join(tmpdir(), 'commerce-orders-'));
  await mkdir(path.join(folder, 'packages/service-kit'), { recursive: true });
  await mkdir(path.join(folder, 'migrations'));
  const kit = new URL('../../../packages/service-kit/migrations', import.meta.url);
  await symlink(fileURLToPath(kit), path.join(folder, 'packages/service-kit/migrations'));
  const first = fileURLToPath(new URL('0001_orders.sql', definition.migrations));
  await cp(first, path.join(folder, 'migrations/0001_orders.sql'));
  database = await createTestDatabase(pathToFileURL(path.join(folder, 'migrations/')));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const GATEWAYS = ['cash', 'card_terminal', 'card_online', 'bank_transfer', 'credit_account'];
const STATUSES = ['pending', 'preparing', 'shipped', 'delivered', 'cancelled', 'expired'];
const PAYMENTS = ['pending', 'authorized', 'paid', 'refunded', 'failed'];

test('orders from before 0002 get what today’s code would give them, and lose nothing', async () => {
  const records = ['pos', 'online', 'phone']
    .flatMap((source) =>
      GATEWAYS.flatMap((gateway) =>
        STATUSES.flatMap((status) => PAYMENTS.map((payment) => ({ source, gateway, status, payment }))),
      ),
    )
    .map(({ source, gateway, status, payment }, n) =>
      orderRecord('sto_a', n + 2, {
        source,
        status,
        payment: { gateway, status: payment },
        updatedAtMs: T0 + n,
      }),
    );
  const before = [fullOrder('sto_a', 1), ...records].map(importedRecord);
  const insert = (table: string, rows: unknown[]) =>
    database.db.pool.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
      JSON.stringify(rows),
    ]);
  await insert('"order"', before.map(orderToRow));
  await insert('order_line', before.flatMap(linesToRows));

  await migrate(database.url, definition.migrations, () => undefined);

  for (const record of before) expect(await orderFind(database.db, 'sto_a', record.order.id)).toEqual(record);
  const history = async () =>
    (await database.db.pool.query('select * from order_event order by order_id, position')).rows as unknown[];
  const migrated = await history();
  await database.db.pool.query('delete from order_event');
  await orderEventImport(
    database.db,
    'sto_a',
    before.map(({ order }) => order.id),
  );
  expect(migrated).toEqual(await history());
  expect(migrated.length).toBeGreaterThan(before.length);
});
