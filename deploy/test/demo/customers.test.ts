import { describe, expect, test } from 'vitest';
import { CustomerType } from '@commerce/proto/commerce/customers/v1/customers.ts';
import { enumName } from '@commerce/proto/enum.ts';
import { collect, defaultStores, tally } from './collected.ts';

const { world, big, small } = defaultStores();
const records = collect(big.customers());
const customers = records.map((record) => record.customer);
const taxNumber = /\b(20|23|24|27|30|33|34)-?\d{8}-?\d\b/;

describe('customers', () => {
  test('customers, contacts and team members are separate records', () => {
    expect(tally(records.map((record) => record.kind))).toEqual(
      new Map([
        ['customer', 1500],
        ['contact', 120],
        ['team_member', 8],
      ]),
    );
    const team = records
      .filter((record) => record.kind === 'team_member')
      .map(({ customer }) => customer.email);
    expect(team.slice(0, 2)).toEqual([big.owner.email, big.teamUser.email]);
  });

  test('a document is shown only if it is a DNI, and a tax identifier never', () => {
    const types = tally(records.map((record) => `${record.documentType}`));
    for (const type of ['DNI', 'CUIT', 'CUIL', 'PASAPORTE', 'null'])
      expect(types.get(type)).toBeGreaterThan(5);
    for (const { customer, documentType, documentNumber } of records) {
      expect(customer.dni).toBe(documentType === 'DNI' ? documentNumber : undefined);
      if (customer.customerType === CustomerType.COMPANY) expect(documentType).toBe('CUIT');
      expect(JSON.stringify(customer)).not.toMatch(taxNumber);
      if (documentType === 'CUIT' || documentType === 'CUIL') expect(documentNumber).toMatch(taxNumber);
    }
  });

  test('customers include individuals and companies, zero to three addresses, with and without tags', () => {
    const types = tally(customers.map(({ customerType }) => enumName(CustomerType, customerType)));
    expect(types.get('company')).toBeGreaterThan(80);
    expect(new Set(customers.map((c) => c.shippingAddresses.length))).toEqual(new Set([0, 1, 2, 3]));
    expect(customers.some(({ tags }) => tags.length === 0)).toBe(true);
    expect(customers.some(({ tags }) => tags.length > 1)).toBe(true);
    for (const { tags } of customers) expect(new Set(tags).size).toBe(tags.length);
  });

  test('emails are unique in a store regardless of case, some have capitals, some exist in both stores', () => {
    for (const { email } of customers) expect(email).toMatch(/^[A-Za-z0-9.]+@example\.(com|org)$/);
    const emails = customers.map(({ email }) => email.toLowerCase());
    expect(new Set(emails).size).toBe(emails.length);
    expect(customers.some(({ email }) => email !== email.toLowerCase())).toBe(true);
    const both = collect(small.customers()).filter(({ customer }) =>
      emails.includes(customer.email.toLowerCase()),
    );
    expect(both.length).toBeGreaterThan(50);
  });

  test('phones are Argentine mobile numbers of ten digits', () => {
    for (const { phone } of customers) {
      expect(phone).toMatch(/^\+54 9 \d{2,4} \d{2,4}-\d{4}$/);
      expect(phone.replace(/\D/g, '')).toHaveLength(13);
    }
  });

  test('each customer changed after its creation, at a unique time', () => {
    for (const { createdAtMs, updatedAtMs } of customers) {
      expect(updatedAtMs).toBeGreaterThanOrEqual(createdAtMs);
      expect(updatedAtMs).toBeLessThanOrEqual(world.now);
    }
    expect(new Set(customers.map(({ updatedAtMs }) => updatedAtMs)).size).toBe(customers.length);
  });
});
