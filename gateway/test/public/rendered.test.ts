import { describe, expect, test } from 'vitest';
import { Product } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { exampleProduct } from '@commerce/public-api/2026-10/examples/product.ts';
import { presentProduct, productResource } from '@commerce/public-api/2026-10/presenters/product.ts';
import type { Resource } from '@commerce/public-api/route.ts';
import { RenderedResources } from '../../src/public/rendered.ts';

const resource = productResource as Resource;
const encode = (product: Product) => Buffer.from(Product.encode(product).finish());
const page = (...items: Buffer[]) => ({ items, nextCursor: 'next' });

describe('rendered resources', () => {
  test('are equal to the body of the presenter, cached or not', () => {
    const rendered = new RenderedResources({ maxBytes: 1_000_000 });
    const bytes = encode(exampleProduct);
    for (const costs of [true, false, true, false]) {
      const json = JSON.stringify(presentProduct(exampleProduct, { costs }));
      expect(rendered.body(resource, bytes, { costs })).toBe(`{"data":${json}}`);
      expect(rendered.body(resource, page(bytes, bytes), { costs })).toBe(
        `{"data":[${json},${json}],"next_cursor":"next"}`,
      );
    }
  });

  test('of an empty page are an empty list', () => {
    const rendered = new RenderedResources({ maxBytes: 1_000_000 });
    expect(rendered.body(resource, { items: [], nextCursor: null }, { costs: false })).toBe(
      '{"data":[],"next_cursor":null}',
    );
  });

  test('a change of a single byte is returned at once', () => {
    const rendered = new RenderedResources({ maxBytes: 1_000_000 });
    const render = (product: Product) =>
      JSON.parse(rendered.body(resource, encode(product), { costs: true })).data;
    expect(render(exampleProduct).name).toBe(exampleProduct.name);
    const renamed = { ...exampleProduct, name: `${exampleProduct.name.slice(0, -1)}X` };
    expect(render(renamed).name).toBe(renamed.name);
    expect(render(exampleProduct).name).toBe(exampleProduct.name);
  });

  test('the least recently used ones are dropped when the cache is full', () => {
    const rendered = new RenderedResources({ maxBytes: 20_000 });
    const presented: string[] = [];
    const counting: Resource = {
      ...resource,
      present: (product: Product, grants) => {
        presented.push(product.id);
        return presentProduct(product, grants);
      },
    };
    const ids = Array.from({ length: 50 }, (_, n) => `prd_${n}`);
    for (const id of [...ids, 'prd_49', 'prd_0'])
      rendered.body(counting, encode({ ...exampleProduct, id }), { costs: false });
    expect(presented).toEqual([...ids, 'prd_0']);
  });
});
