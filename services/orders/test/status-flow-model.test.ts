import { afterAll, beforeAll, expect, test } from 'vitest';
import { enumName } from '@commerce/proto/enum.ts';
import { OrderSource, PaymentGateway, PaymentStatus } from '@commerce/proto/commerce/orders/v1/values.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import fc from 'fast-check';
import definition from '../src/main.ts';
import { orderInsertMany } from '../src/seed.ts';
import { orderId, orderRecord } from './support/orders.ts';
import { contextOf, unavailableClients, refusalOf, serviceOn, drainEvents } from './support/service.ts';

let database: TestDatabase;
let service: ReturnType<typeof serviceOn>;
let stores = 0;

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  service = serviceOn(database.db, unavailableClients());
});
afterAll(() => database.drop());

const BAD_ENDS = ['cancelled', 'rejected', 'returned', 'expired'];
const API = ['confirmed', 'preparing', 'shipped', 'delivered'];
const STEPS = ['confirmed', 'preparing', 'shipped', 'packing', 'ready'];
const CALLS = { cancelled: 'cancelOrder', rejected: 'rejectOrder', returned: 'returnOrder' } as const;

type Command =
  | { do: 'move'; to: string; notes: string | undefined }
  | { do: 'end'; to: keyof typeof CALLS }
  | { do: 'confirm' }
  | { do: 'flow'; steps: string[] };

const notes = fc.option(fc.constantFrom('', 'nota'), { nil: undefined });
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      to: fc.constantFrom(...STEPS, 'pending', 'delivered', 'unknown', ...BAD_ENDS),
      notes,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('end' as const),
      to: fc.constantFrom(...(Object.keys(CALLS) as (keyof typeof CALLS)[])),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'confirm' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('flow' as const), steps: fc.shuffledSubarray(STEPS) }),
  },
);

/** A model of the rules for an order that is paid in cash at its pickup. */
class Model {
  status = 'pending';
  payment = 'pending';
  steps = ['confirmed', 'preparing', 'shipped'];
  published: string[] = [];

  /** @returns the refusal that is expected */
  run(c: Command): string | undefined {
    if (c.do === 'move') return this.#move(c.to);
    if (c.do === 'end') return this.#end(c.to);
    if (c.do === 'confirm') return this.#confirm();
    if (this.steps.includes(this.status) && !c.steps.includes(this.status)) return 'status_in_use';
    this.steps = c.steps;
    return undefined;
  }

  #isOver = () => this.status === 'delivered' || BAD_ENDS.includes(this.status);

  #move(to: string): string | undefined {
    const flow = ['pending', ...this.steps, 'delivered'];
    if (!flow.includes(to)) return API.includes(to) ? 'status_not_in_flow' : 'invalid_request';
    if (to === this.status) return undefined;
    if (this.#isOver() || flow.indexOf(to) < flow.indexOf(this.status)) return 'invalid_transition';
    if (to === 'delivered' && this.payment !== 'paid') return 'payment_confirmation_required';
    this.status = to;
    this.published.push('order.updated');
    return undefined;
  }

  #end(to: string): string | undefined {
    if (this.status === to) return undefined;
    const may = to === 'returned' ? ['shipped', 'delivered'].includes(this.status) : !this.#isOver();
    if (!may) return 'invalid_transition';
    this.status = to;
    if (this.payment === 'paid') this.payment = 'refunded';
    this.published.push('order.cancelled');
    return undefined;
  }

  #confirm(): string | undefined {
    if (this.payment === 'paid') return undefined;
    if (BAD_ENDS.includes(this.status)) return 'invalid_transition';
    this.payment = 'paid';
    this.published.push('order.updated', 'order.paid');
    return undefined;
  }
}

function run(storeId: string, id: string, c: Command): Promise<unknown> {
  const ctx = contextOf(storeId);
  if (c.do === 'move') return service.handlers.setOrderStatus(ctx, { id, status: c.to, notes: c.notes });
  if (c.do === 'end') return service.handlers[CALLS[c.to]](ctx, { id, notes: undefined });
  if (c.do === 'confirm') return service.handlers.confirmPayment(ctx, { id });
  const steps = c.steps.map((status) => ({ status, label: status }));
  return service.handlers.putStatusFlow(ctx, { steps });
}

test('any sequence of requests moves an order as the model says, and each move is published once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 20 }), async (commands) => {
      const storeId = `sto_${++stores}`;
      const id = orderId(1);
      const payment = { gateway: PaymentGateway.CASH, status: PaymentStatus.PENDING };
      await orderInsertMany(database.db, storeId, [
        orderRecord(storeId, 1, { source: OrderSource.PHONE, payment }),
      ]);
      const model = new Model();
      for (const c of commands) {
        const expected = model.run(c);
        expect(await refusalOf(run(storeId, id, c))).toBe(expected);
        const order = await service.order(storeId, id);
        expect([order.status, enumName(PaymentStatus, order.payment!.status)]).toEqual([
          model.status,
          model.payment,
        ]);
      }
      expect((await drainEvents(database.db)).map(({ type }) => type)).toEqual(model.published);
    }),
    { numRuns: 60 },
  );
});
