import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enumName } from '@commerce/proto/enum.ts';
import type { GetStatusFlowResponse } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { StatusKind } from '@commerce/proto/commerce/orders/v1/values.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { endAs } from '../src/domain/change-status.ts';
import {
  DEFAULT_FLOW,
  flowOf,
  hasStatus,
  isBadEnd,
  requireMove,
  stepsOf,
  type StatusFlow,
  type StatusStep,
} from '../src/domain/status-flow.ts';
import definition from '../src/main.ts';
import { orderCounterSet, orderInsertMany } from '../src/seed.ts';
import { statusFlowFind, statusFlowReplace } from '../src/store/status-flow.ts';
import { orderId, orderRecord } from './support/orders.ts';
import { contextOf, unavailableClients, refusalOf, serviceOn } from './support/service.ts';

let database: TestDatabase;
let service: ReturnType<typeof serviceOn>;
const own: StatusFlow = [
  { status: 'packing', label: 'Armado', kind: 'open' },
  { status: 'delivered', label: 'Entregado', kind: 'fulfilled' },
  { status: 'cancelled', label: 'Cancelado', kind: 'closed_bad' },
];

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  service = serviceOn(database.db, unavailableClients());
});

afterAll(() => database.drop());

describe('the status flow', () => {
  test('a store has its own flow in its order, else the default one', async () => {
    const replace = (flow: StatusFlow) =>
      database.db.transaction(() => statusFlowReplace(service.deps.prisma, 'sto_a', flow));
    expect(await statusFlowFind(database.db, 'sto_a')).toEqual(DEFAULT_FLOW);
    await replace(own);
    expect(await statusFlowFind(database.db, 'sto_a')).toEqual(own);
    expect(await statusFlowFind(database.db, 'sto_b')).toEqual(DEFAULT_FLOW);
    await replace(own.toReversed());
    expect(await statusFlowFind(database.db, 'sto_a')).toEqual(own.toReversed());
    await replace([]);
    expect(await statusFlowFind(database.db, 'sto_a')).toEqual(DEFAULT_FLOW);
  });

  test('the default flow goes from pending to delivered, with the four bad ends', () => {
    expect(DEFAULT_FLOW.filter(({ kind }) => kind === 'open').map(({ status }) => status)).toEqual([
      'pending',
      'confirmed',
      'preparing',
      'shipped',
    ]);
    expect(DEFAULT_FLOW.filter(({ kind }) => kind === 'fulfilled').map(({ status }) => status)).toEqual([
      'delivered',
    ]);
    expect(DEFAULT_FLOW.filter(({ kind }) => kind === 'closed_bad').map(({ status }) => status)).toEqual([
      'cancelled',
      'rejected',
      'returned',
      'expired',
    ]);
    expect(hasStatus(DEFAULT_FLOW, 'packing')).toBe(false);
  });
});

const step = (status: string, label = 'Un paso') => ({ status, label });

const nextOf = (flow: StatusFlow) =>
  Object.fromEntries(stepsOf(flow).map(({ status, next }) => [status, next]));

describe('the statuses that can follow', () => {
  test('open statuses are followed by every later one and the bad ends, and ends only by a return', () => {
    expect(nextOf(DEFAULT_FLOW)).toEqual({
      pending: ['confirmed', 'preparing', 'shipped', 'delivered', 'cancelled', 'rejected', 'expired'],
      confirmed: ['preparing', 'shipped', 'delivered', 'cancelled', 'rejected', 'expired'],
      preparing: ['shipped', 'delivered', 'cancelled', 'rejected', 'expired'],
      shipped: ['delivered', 'cancelled', 'rejected', 'returned', 'expired'],
      delivered: ['returned'],
      cancelled: [],
      rejected: [],
      returned: [],
      expired: [],
    });
  });

  test('they are those that the rules of moves and ends accept', () => {
    const flow = flowOf([step('packing'), step('shipped'), step('on_route')]);
    for (const { status: from } of flow) {
      const accepted = flow
        .map(({ status }) => status)
        .filter((to) => to !== from && accepts(flow, from, to));
      expect([from, nextOf(flow)[from]]).toEqual([from, accepted]);
    }
  });
});

/** Returns whether an order can move, by the rules that changes of orders apply. */
function accepts(flow: StatusFlow, from: string, to: string): boolean {
  const unpaid = { version: 1, paidAtMs: undefined, paidVia: undefined, paymentConfirmedAtMs: undefined };
  const record = {
    ...orderRecord('sto_a', 1, { status: from }),
    ...unpaid,
    expiresAtMs: undefined,
    payments: [],
    isOnAccount: false,
    linesChanged: false,
    writtenOff: [],
  };
  try {
    if (!isBadEnd(to)) return requireMove(flow, from, to);
    return endAs(record, to, undefined) !== undefined;
  } catch {
    return false;
  }
}

describe("a merchant's own flow", () => {
  const ctx = contextOf('sto_flow');
  const put = (steps: { status: string; label: string }[]) => service.handlers.putStatusFlow(ctx, { steps });
  const flow = async (): Promise<{ steps: StatusStep[] }> => {
    const { steps } = (await service.handlers.getStatusFlow(ctx, {})) as GetStatusFlowResponse;
    return {
      steps: steps.map(({ status, label, kind }) => ({ status, label, kind: enumName(StatusKind, kind) })),
    };
  };

  test("the merchant's steps are between pending and delivered, and the ends stay", async () => {
    expect((await flow()).steps).toEqual(DEFAULT_FLOW);
    await put([step('armado', 'Armado'), step('shipped', 'Despachado')]);
    const { steps } = await flow();
    expect(steps.map(({ status }) => status)).toEqual([
      'pending',
      'armado',
      'shipped',
      'delivered',
      'cancelled',
      'rejected',
      'returned',
      'expired',
    ]);
    expect(steps[2]).toEqual({ status: 'shipped', label: 'Despachado', kind: 'open' });
    await put([]);
    expect((await flow()).steps).toHaveLength(6);
  });

  test('a flow with invalid statuses or labels is refused with every bad field', async () => {
    const bad = [
      step('delivered'),
      step('pending'),
      step('expired'),
      step('a'),
      step('a'),
      step('Á'),
      step('b', ''),
    ];
    await expect(put(bad)).rejects.toMatchObject({
      code: 'invalid_request',
      details: [0, 1, 2, 4, 5]
        .map((n) => ({ field: `steps[${n}].status` }))
        .concat([{ field: 'steps[6].label' }]),
    });
    expect(
      await refusalOf(put(Array.from({ length: 31 }, (_, n) => step(`s${n}`))) as Promise<unknown>),
    ).toBe('invalid_request');
  });

  test('a status in use cannot be removed, also when an order moves to it at the same time', async () => {
    for (let round = 0; round < 10; round++) {
      const id = orderId(100 + round);
      await orderInsertMany(database.db, 'sto_race', [orderRecord('sto_race', 100 + round)]);
      const context = contextOf('sto_race');
      await service.handlers.putStatusFlow(context, { steps: [step('confirmed')] });
      const [moved, removed] = await Promise.all([
        refusalOf(service.handlers.setOrderStatus(context, { id, status: 'confirmed', notes: undefined })),
        refusalOf(service.handlers.putStatusFlow(context, { steps: [] }) as Promise<unknown>),
      ]);
      expect([
        [undefined, 'status_in_use'],
        ['status_not_in_flow', undefined],
      ]).toContainEqual([moved, removed]);
      await service.handlers.cancelOrder(context, { id, notes: undefined });
    }
  });
});

test('the next order number of a store can be set and set again', async () => {
  await orderCounterSet(service.deps.prisma, 'sto_a', 6001);
  await orderCounterSet(service.deps.prisma, 'sto_a', 6002);
  await orderCounterSet(service.deps.prisma, 'sto_b', 1001);
  const { rows } = await database.db.pool.query('select * from order_counter order by store_id');
  expect(rows).toEqual([
    { store_id: 'sto_a', next_number: 6002 },
    { store_id: 'sto_b', next_number: 1001 },
  ]);
});
