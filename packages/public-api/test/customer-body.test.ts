import { describe, expect, test } from 'vitest';
import { createCustomerBody, updateCustomerBody } from '../src/2026-10/schemas/customer.ts';
import { parseBody } from '../src/query.ts';

const problems = (schema: Parameters<typeof parseBody>[0], body: unknown): string[] => {
  const parsed = parseBody(schema, body);
  return parsed.ok ? [] : parsed.details.map(({ field = '', reason }) => `${field}: ${reason}`);
};
const address = {
  street: 'Defensa',
  street_number: '567',
  apartment: null,
  city: 'CABA',
  state: 'CABA',
  postal_code: 'C1065',
};

describe.each([
  ['POST', createCustomerBody],
  ['PATCH', updateCustomerBody],
] as const)('the body of %s /customers', (_method, schema) => {
  test('accepts every field, and null for optional values', () => {
    const full = {
      name: 'Ana',
      email: ' Ana@Example.com ',
      phone: '011 15 5555-0101',
      document: { type: 'DNI', number: '30.123.456' },
      shipping_addresses: [address, { ...address, notes: '' }],
    };
    expect(problems(schema, full)).toEqual([]);
    expect(problems(schema, { name: 'Ana', email: null, phone: null, document: null })).toEqual([]);
    // As a GET returns unknown values.
    expect(problems(schema, { name: 'Ana', email: '', phone: '', shipping_addresses: [] })).toEqual([]);
  });

  test('reports all problems at once', () => {
    const bad = {
      id: 'cus_1',
      tags: [],
      customer_type: 'company',
      name: ' ',
      email: 'ana@',
      phone: 5_555_0101,
      document: { type: 'CUIT', number: '30123456', tax_id: '20' },
      shipping_addresses: [address, { ...address, city: null, country: 'AR', state: 'x'.repeat(101) }],
    };
    expect(problems(schema, bad).toSorted()).toEqual([
      'customer_type: unknown_field',
      'document.tax_id: unknown_field',
      'document.type: invalid_value',
      'email: invalid_value',
      'id: unknown_field',
      'name: invalid_value',
      'phone: invalid_value',
      'shipping_addresses[1].city: invalid_value',
      'shipping_addresses[1].country: unknown_field',
      'shipping_addresses[1].state: invalid_value',
      'tags: unknown_field',
    ]);
  });

  test.each(['123456', '123456789', '30-123-456', '', 'M1234567'])('rejects the DNI %j', (number) => {
    const body = { name: 'Ana', document: { type: 'DNI', number } };
    expect(problems(schema, body)).toEqual(['document.number: invalid_value']);
  });

  test('rejects null for required values, NUL, and more than 20 addresses', () => {
    expect(problems(schema, { name: null })).toEqual(['name: invalid_value']);
    expect(problems(schema, { name: 'A\0' })).toEqual(['name: invalid_value']);
    expect(problems(schema, { name: 'A', shipping_addresses: null })).toEqual([
      'shipping_addresses: invalid_value',
    ]);
    const shipping_addresses = Array.from({ length: 21 }, () => address);
    expect(problems(schema, { name: 'A', shipping_addresses })).toEqual([
      'shipping_addresses: invalid_value',
    ]);
  });
});

test('creating a customer requires a name, and a change at least one field', () => {
  expect(problems(createCustomerBody, {})).toEqual(['name: missing']);
  expect(problems(updateCustomerBody, {})).toEqual([': invalid_value']);
  expect(problems(updateCustomerBody, { phone: null })).toEqual([]);
});
