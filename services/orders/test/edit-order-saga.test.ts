import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrderUpdated } from '@commerce/proto/commerce/orders/v1/events.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import type { Writer } from '@commerce/service-kit/write/writer.ts';
import { finishDraftsJob } from '../src/jobs/finish-drafts.ts';
import { editOrder } from '../src/rpc/edit-order.ts';
import { editOf, editRequest, orderToEdit, stockLine } from './support/edits.ts';
import { MINUTE, NewOrders, NOW, SIMPLE } from './support/new-orders.ts';
import { contextOf, drainEvents, orderOf } from './support/service.ts';

let orders: NewOrders;

beforeAll(async () => void (orders = await NewOrders.start()));
afterAll(() => orders.close());
beforeEach(() => orders.reset());

const crash = () => Promise.reject(new Error('crashed'));
const MORE = [{ index: 0, quantity: 5 }];

describe('a crash during an edit', () => {
  test('before the commit leaves the order and the reservation, and a retry with the key reserves its own', async () => {
    const order = await orderToEdit(orders);
    const { deps } = orders.service;
    const dying = {
      ...deps,
      writer: { earlier: (of: Context) => deps.writer.earlier(of), write: crash } as unknown as Writer,
    };
    await expect(
      editOrder(dying)(contextOf('sto_a', 'key', 'edit'), editRequest(order, MORE)),
    ).rejects.toThrow('crashed');
    expect(await orders.service.order('sto_a', order.id)).toEqual(order);
    // The commit could have succeeded, and would need it.
    expect(orders.others.stocks).toEqual([]);
    const after = orderOf(await editOf(orders, order, MORE, 0, 'key'));
    expect(after.lineItems).toMatchObject([{ quantity: 5 }]);
    const [first, second] = orders.others.reserved;
    expect(second!.orderId).not.toBe(first!.orderId);
    expect(second!.expiresAtMs).toBe(NOW + 2 * MINUTE);
    expect(orders.others.stocks).toMatchObject([{ orderId: order.id, takesOver: second!.orderId }]);
    // Another replay calls no service.
    await editOf(orders, order, MORE, 0, 'key');
    expect(orders.others.reserved).toHaveLength(2);
  });

  test('after the commit is finished by the event, which names the lines and the reservation', async () => {
    const order = await orderToEdit(orders);
    orders.others.failing.setOrderStock = new Fault('unavailable', 'Down.');
    expect(orderOf(await editOf(orders, order, MORE)).lineItems).toMatchObject([{ quantity: 5 }]);
    expect(orders.others.stocks).toEqual([]);
    const [event] = await drainEvents(orders.db);
    const payload = event!.payload as OrderUpdated;
    expect(payload.stock).toMatchObject({
      orderId: order.id,
      version: 2,
      lines: { lines: [stockLine(SIMPLE, undefined, 5)] },
      takesOver: orders.others.reserved[0]!.orderId,
    });
  });

  test('the job does not confirm the lines of the creation for an edited order', async () => {
    orders.others.failing.setOrderStock = new Fault('unavailable', 'Down.');
    const order = orderOf(
      await orders.create({ lines: [{ productId: SIMPLE, quantity: 2 }], discountCentavos: 0 }),
    );
    await editOf(orders, order, MORE);
    delete orders.others.failing.setOrderStock;
    orders.nowMs += MINUTE;
    await finishDraftsJob(orders.service.deps).run();
    expect(orders.others.stocks).toEqual([]);
    expect(await orders.query('select state from order_draft')).toEqual([]);
  });
});
