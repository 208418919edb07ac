import { beforeAll, expect, test } from 'vitest';
import { call } from './api.ts';
import { AppClient } from './install-app.ts';
import { describeWith } from './describe-with.ts';
import { newApp } from './new-app.ts';
import { apiRoot, platform } from './platform.ts';
import { fuzz, ensureSchemathesis } from './schemathesis.ts';

const { gateways, demo } = platform();

const missing = await ensureSchemathesis();

/** Extent of a fuzz run and its expected result. */
interface Extent {
  phases: string;
  maxExamples: number;
  /** Minimum number of responses by status. */
  answers: Record<'200' | '400' | '404', number>;
  /** Version and URL of a gateway; by default the product's. */
  version?: string;
  origin?: () => string;
}

/** Fuzzes the public API from its own OpenAPI document. */
export function testFuzz({
  phases,
  maxExamples,
  answers,
  version = '2026-10',
  origin = () => gateways[1],
}: Extent): void {
  const root = () => apiRoot(origin(), version);
  describeWith(
    'schemathesis (Python 3 with pip)',
    missing,
    'fuzzing the public API from its OpenAPI document',
    () => {
      let token: string;
      beforeAll(async () => {
        token = (await new AppClient(gateways[0], await newApp()).install(demo.stores[1].owner)).access_token;
      });

      /** Values of a field in a list of the store. */
      async function some(path: string, field: string): Promise<string[]> {
        const { body } = await call(root(), `${path}?limit=5`, token);
        const values = (body.data as Record<string, string | null>[]).map((row) => row[field]);
        return values.filter((value): value is string => typeof value === 'string');
      }

      /** Values that exist in the store. */
      async function known(): Promise<Record<string, string[]>> {
        const [shops, products] = [await some('/shops', 'id'), await some('/products', 'id')];
        const [orders, categories] = [await some('/orders', 'id'), await some('/categories', 'id')];
        return {
          shop: shops,
          product: products,
          category: categories,
          category_id: categories,
          brand: await some('/brands', 'id'),
          sku: await some('/products', 'sku'),
          barcode: await some('/products', 'barcode'),
          ids: [products.join(','), orders.join(','), (await some('/customers', 'id')).join(',')],
          customer: await some('/customers', 'id'),
          email: [...(await some('/customers', 'email')), ...(await some('/customers', 'email_address'))],
          status: ['pending', 'confirmed', 'delivered', 'cancelled'],
          updated_since: ['2026-01-01', '2020-02-29T12:00:00.000Z', '2025-06-01T00:00:00-03:00'],
          created_since: ['2026-01-01', '2020-02-29T12:00:00.000Z'],
          '/shops/{id}': shops,
          '/products/{id}': products,
          '/categories/{id}': categories,
          '/brands/{id}': await some('/brands', 'id'),
          '/orders/{id}': [...orders, ...(await some('/orders', 'order_number'))],
          '/orders/{id}/status': orders,
          '/orders/{id}/fulfillment': orders,
          '/prices/{productId}': products,
          '/customers/{id}': await some('/customers', 'id'),
        };
      }

      test('every response to a fuzzed request conforms to the OpenAPI document, and none is 5xx', async () => {
        const { code, output, tally } = await fuzz(`${root()}/openapi.json`, token, await known(), [
          `--phases=${phases}`,
          '--checks=all',
          // Its first call would end the installation that all calls use.
          '--exclude-operation-id=deleteInstallation',
          // A document cannot express which cursors were issued, or which dates exist.
          '--exclude-checks=positive_data_acceptance',
          '--generation-deterministic',
          `--max-examples=${maxExamples}`,
          '--suppress-health-check=all',
          '--continue-on-failure',
          '--warnings=off',
          '--request-timeout=15',
        ]);
        process.stderr.write(`  answers: ${JSON.stringify(tally)}\n`);
        if (code !== 0) throw new Error(output);
        expect(Object.keys(tally).filter((status) => status >= '500')).toEqual([]);
        // Not everything was refused by authentication: valid requests reached the store, invalid ones were rejected.
        for (const [status, least] of Object.entries(answers))
          expect([status, tally[status]! >= least]).toEqual([status, true]);
      });
    },
  );
}
