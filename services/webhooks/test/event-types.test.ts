import { describe, expect, test } from 'vitest';
import { EVENT_TYPES, sortEventTypes } from '../src/domain/event-types.ts';

/** The types and scopes of the contract, section 6. */
const CONTRACT = `order.created read_orders, order.updated read_orders, order.paid read_orders,
  order.cancelled read_orders, product.created read_products, product.updated read_products,
  product.deleted read_products, products.bulk_updated read_products, stock.changed read_stock,
  customer.created read_customers, customer.updated read_customers, app.uninstalled none, store.redact none,
  customers.redact none, customers.data_request none, ping none`;

describe('event types', () => {
  test('event types are those of the contract, with their scopes', () => {
    const types = EVENT_TYPES.map(({ type, scope }) => `${type} ${scope ?? 'none'}`);
    expect(types).toEqual(CONTRACT.split(/,\s+/));
  });

  test('the event types of the life of an installation and of privacy are mandatory', () => {
    expect(EVENT_TYPES.filter(({ mandatory }) => mandatory).map(({ type }) => type)).toEqual([
      'app.uninstalled',
      'store.redact',
      'customers.redact',
      'customers.data_request',
    ]);
  });

  test('event types are sent to their subscribers, and products.bulk_updated to the subscribers of product.updated', () => {
    for (const { type, scope, subscribedAs } of EVENT_TYPES) {
      const own = scope === undefined ? undefined : type;
      expect(subscribedAs).toBe(type === 'products.bulk_updated' ? 'product.updated' : own);
    }
  });

  test('unknown names are separated from event types', () => {
    expect(sortEventTypes(['ping', 'constructor', 'order.paid', 'Order.paid', '', 'order.paid'])).toEqual({
      types: ['order.paid', 'ping'],
      unknown: ['constructor', 'Order.paid', ''],
    });
  });
});
