import { expect, test } from 'vitest';
import { ProductType } from '@commerce/proto/commerce/catalog/v1/values.ts';
import { ProductsChanged } from '@commerce/proto/commerce/catalog/v1/events.ts';
import { MAX_EVENT_BYTES } from '@commerce/service-kit/events/nats.ts';
import type { EventDraft } from '@commerce/service-kit/write/unit.ts';
import { publishPart } from '../src/events/publish.ts';
import { productRecord, variant } from './support/products.ts';

test('a part with the largest products is published as several events within the size limit', () => {
  const sku = '\u20ac'.repeat(255);
  const variants = Array.from({ length: 250 }, (_, n) => variant(`var_${n}`.padEnd(30, '0'), n, { sku }));
  const ids = Array.from({ length: 20 }, (_, n) => `prd_${n}`);
  const events: EventDraft[] = [];
  const unit = {
    rows: async () => [],
    emit: (event: EventDraft) => void events.push(event),
    concerns: () => undefined,
  };
  publishPart(
    unit,
    'job_1',
    ids.map((id) => productRecord('sto_a', id, { type: ProductType.VARIABLE, variants })),
  );
  expect(Math.max(...events.map(({ payload }) => payload.length))).toBeLessThan(MAX_EVENT_BYTES / 2);
  const published = events.flatMap(({ payload }) => ProductsChanged.decode(payload).products);
  expect(published.map(({ productId }) => productId)).toEqual(ids);
  expect(published.every((facts) => facts.variants.length === 250)).toBe(true);
});
