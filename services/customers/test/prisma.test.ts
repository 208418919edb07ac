import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStorePrisma } from '@commerce/service-kit/db/prisma.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { PrismaClient } from '../src/generated/prisma/client.ts';
import definition from '../src/main.ts';
import { openPrisma, type Prisma } from '../src/store/prisma.ts';

// Guarantees of the kit's Prisma support, which holds for every service, tested on this database.

const TXID = { name: 'test-txid', text: 'select txid_current()::text as id' };
let database: TestDatabase;
let prisma: Prisma;

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  prisma = openPrisma(database.db);
});
afterAll(() => database.drop());

let last = 0;
const newRequest = (storeId: string) => ({
  storeId,
  customerId: `cus_${++last}`,
  requestId: 'request',
  requestedAt: new Date(0),
  requestedBy: 'usr_a',
});

/** A request with its downloads, which Prisma writes with several statements. */
const nested = (requestId: string, ids: string[]) => ({
  data: {
    ...newRequest('sto_nested'),
    requestId,
    downloads: {
      create: ids.map((id) => ({ id, downloadedAt: new Date(0), downloadedBy: 'usr_a' })),
    },
  },
});

describe('Prisma within a transaction of the database', () => {
  test('a Prisma call joins the transaction: its writes are visible there and roll back with it', async () => {
    const data = newRequest('sto_tx');
    const { dataRequest } = prisma.forStore('sto_tx');
    const failed = database.db.transaction(async (tx) => {
      await dataRequest.create({ data });
      const [row] = await tx.rows<{ id: string }>(TXID, []);
      const [written] = await tx.rows<{ xmin: string }>(
        { name: 'test-xmin', text: 'select xmin::text from data_request where customer_id = $1' },
        [data.customerId],
      );
      expect(written!.xmin).toBe(row!.id);
      expect(await dataRequest.count({ where: { customerId: data.customerId } })).toBe(1);
      throw new Error('undone');
    });
    await expect(failed).rejects.toThrow('undone');
    expect(await dataRequest.count({ where: { customerId: data.customerId } })).toBe(0);
  });

  test('a Prisma call never runs in the transaction of another caller', async () => {
    const data = newRequest('sto_apart');
    const { dataRequest } = prisma.forStore('sto_apart');
    const outside: number[] = [];
    await database.db.transaction(async () => {
      await dataRequest.create({ data });
    });
    const { promise: written, resolve: onWritten } = Promise.withResolvers<void>();
    const changing = database.db.transaction(async () => {
      await dataRequest.updateMany({
        where: { customerId: data.customerId },
        data: { requestedBy: 'usr_b' },
      });
      onWritten();
      for (let n = 0; n < 20; n++) {
        const rows = await dataRequest.findMany({ where: { customerId: data.customerId } });
        expect(rows[0]!.requestedBy).toBe('usr_b');
      }
      throw new Error('undone');
    });
    const undone = expect(changing).rejects.toThrow('undone');
    await written;
    for (let n = 0; n < 20; n++)
      outside.push(await dataRequest.count({ where: { customerId: data.customerId, requestedBy: 'usr_b' } }));
    await undone;
    expect(new Set(outside)).toEqual(new Set([0]));
  });

  test('a nested write of Prisma rolls back alone or with the transaction', async () => {
    const { dataRequest } = prisma.forStore('sto_nested');
    const id = crypto.randomUUID();
    await database.db.transaction(async () => {
      await dataRequest.create(nested('whole', [id]));
      // The second download has the id of the first: the whole write fails, and the transaction goes on.
      await expect(dataRequest.create(nested('twice', [crypto.randomUUID(), id]))).rejects.toThrow();
      expect(await dataRequest.count({ where: { requestId: 'twice' } })).toBe(0);
    });
    expect(await dataRequest.count({ where: { requestId: 'whole' } })).toBe(1);
  });

  test('a call that the work of the transaction only returns joins it too', async () => {
    const data = newRequest('sto_returned');
    const { dataRequest } = prisma.forStore('sto_returned');
    const written = database.db.transaction(() => dataRequest.create({ data }), 'BEGIN READ ONLY');
    await expect(written).rejects.toThrow('read-only transaction');
  });

  test('a call that outlives its transaction runs on its own connection', async () => {
    let count: Promise<number> | undefined;
    const { promise: ended, resolve: onEnded } = Promise.withResolvers<void>();
    await database.db.transaction(async () => {
      count = ended.then(() => prisma.forStore('sto_late').dataRequest.count());
    });
    onEnded();
    expect(await count).toBe(0);
  });
});

describe('a store', () => {
  test('a store neither finds, changes, deletes nor creates rows of another', async () => {
    const data = newRequest('sto_a');
    await prisma.forStore('sto_a').dataRequest.create({ data });
    const { dataRequest } = prisma.forStore('sto_b');
    const { customerId, requestId } = data;
    const key = { storeId: 'sto_a', customerId, requestId };
    expect(await dataRequest.findFirst({ where: { storeId: 'sto_a' } })).toBeNull();
    expect(await dataRequest.findMany({ where: { OR: [{ customerId }, { requestId }] } })).toEqual([]);
    expect(await dataRequest.count({ where: { customerId } })).toBe(0);
    expect(await dataRequest.updateMany({ where: { customerId }, data: { requestedBy: 'usr_b' } })).toEqual({
      count: 0,
    });
    await expect(
      dataRequest.update({
        where: { storeId_customerId_requestId: key },
        data: { requestedBy: 'usr_b' },
      }),
    ).rejects.toThrow();
    expect(await dataRequest.deleteMany({ where: { customerId } })).toEqual({ count: 0 });
    const created = newRequest('sto_a');
    await dataRequest.createMany({ data: [created] });
    expect((await dataRequest.findMany()).map(({ storeId }) => storeId)).toEqual(['sto_b']);
    const rows = await prisma.acrossStores.dataRequest.findMany({ where: { requestedBy: 'usr_b' } });
    expect(rows).toEqual([]);
  });
});

test('a client that could not be made is made by the next call', async () => {
  let failures = 1;
  class FailingOnce extends PrismaClient {
    override async $connect(): Promise<void> {
      if (failures-- > 0) throw new Error('not loaded');
      await super.$connect();
    }
  }
  const other = await createTestDatabase(definition.migrations);
  const { dataRequest } = openStorePrisma(other.db, FailingOnce).forStore('sto_a');
  await expect(dataRequest.count()).rejects.toThrow('not loaded');
  expect(await dataRequest.count()).toBe(0);
  await other.drop();
});
