import { describe, expect, test } from 'vitest';
import { readdirSync } from 'node:fs';
import { GOLDEN } from '../src/2026-10/examples/golden.ts';
import { components } from '../src/2026-10/schemas/components.ts';
import { golden } from './helpers.ts';

const schemaOf = (resource: string) => components[resource as keyof typeof components];

describe.each(Object.entries(GOLDEN))('%s', (name, { resource, present }) => {
  test('the presenter returns the golden body byte for byte', () => {
    expect(JSON.stringify(present())).toBe(JSON.stringify(golden(name)));
  });

  test('the golden body has exactly the fields of the schema', () => {
    expect(schemaOf(resource).safeParse(golden(name)).error?.issues ?? []).toEqual([]);
  });
});

test('every golden file is compared', () => {
  const folder = new URL('../src/2026-10/golden/', import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  expect(files.toSorted()).toEqual(
    Object.keys(GOLDEN)
      .map((name) => `${name}.json`)
      .toSorted(),
  );
});

const variantsOf = (name: string) => (golden(name) as { variants: object[] }).variants;
const linesOf = (name: string) => (golden(name) as { line_items: object[] }).line_items;

describe('costs are only included with read_costs', () => {
  test.each(['product', 'product-bare'])('%s has no cost anywhere', (name) => {
    expect(golden(name)).not.toHaveProperty('cost');
    for (const variant of variantsOf(name)) expect(variant).not.toHaveProperty('cost');
  });

  test('product and variants have cost with the scope, null if unknown', () => {
    expect(golden('product-costs')).toHaveProperty('cost', 8500.5);
    expect(variantsOf('product-costs').map((variant) => (variant as { cost: unknown }).cost)).toEqual([
      8500.5,
      null,
    ]);
  });

  test('order lines have cogs only with the scope, null if unknown', () => {
    for (const line of linesOf('order')) expect(line).not.toHaveProperty('cogs');
    expect(linesOf('order-costs').map((line) => (line as { cogs: unknown }).cogs)).toEqual([17001, null]);
  });
});
