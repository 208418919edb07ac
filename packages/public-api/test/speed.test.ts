import { expect, test } from 'vitest';
import { exampleProduct } from '../src/2026-10/examples/product.ts';
import { presentPage } from '../src/2026-10/presenters/common.ts';
import { presentProduct } from '../src/2026-10/presenters/product.ts';

const ROUNDS = 500;

function page() {
  const [variant] = exampleProduct.variants;
  return Array.from({ length: 50 }, (_, index) => ({
    ...exampleProduct,
    id: `prd_${index}`,
    variants: [0, 1, 2].map((position) => ({ ...variant!, id: `var_${index}_${position}`, position })),
  }));
}

// Takes about 55 us; the bound allows for a busy machine, but not for a generic conversion of keys (1.5 ms).
test('presenting 50 products of 3 variants takes well under a millisecond', () => {
  const items = page();
  const present = presentPage(presentProduct);
  const timesMs = Array.from({ length: ROUNDS }, () => {
    const startedMs = performance.now();
    present({ items, nextCursor: null }, { costs: true });
    return performance.now() - startedMs;
  });
  expect(timesMs.toSorted((a, b) => a - b)[ROUNDS / 2]).toBeLessThan(0.75);
});
