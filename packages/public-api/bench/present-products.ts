/**
 * How long it takes to present and to print a page of 50 products with 3 variants each.
 * Run: node packages/public-api/bench/present-products.ts
 */
import { exampleProduct } from '../src/2026-10/examples/product.ts';
import { listProducts } from '../src/2026-10/routes/products.ts';

const ROUNDS = 4_000;
const [variant] = exampleProduct.variants;
const items = Array.from({ length: 50 }, (_, index) => ({
  ...exampleProduct,
  id: `prd_${index}`,
  createdAtMs: exampleProduct.createdAtMs + index,
  variants: Array.from({ length: 3 }, (__, position) => ({
    ...variant!,
    id: `var_${index}_${position}`,
    position,
  })),
}));

function medianUs(run: () => unknown): number {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const startMs = performance.now();
    run();
    times.push(performance.now() - startMs);
  }
  return times.toSorted((a, b) => a - b)[ROUNDS / 2]! * 1_000;
}

for (const costs of [false, true]) {
  const present = () => listProducts.present({ items, nextCursor: 'next' }, { costs });
  console.log(`costs=${costs}: present ${medianUs(present).toFixed(1)} us`);
  const body = present();
  console.log(`costs=${costs}: stringify ${medianUs(() => JSON.stringify(body)).toFixed(1)} us`);
}
