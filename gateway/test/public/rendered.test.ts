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
    const rendered = new RenderedResources();
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
    const rendered = new RenderedResources();
    expect(rendered.body(resource, { items: [], nextCursor: null }, { costs: false })).toBe(
      '{"data":[],"next_cursor":null}',
    );
  });

  test('are made once for a message object and each grant', () => {
    const rendered = new RenderedResources();
    const presented: boolean[] = [];
    const counting: Resource = {
      ...resource,
      present: (product: Product, grants) => {
        presented.push(grants.costs);
        return presentProduct(product, grants);
      },
    };
    const bytes = encode(exampleProduct);
    for (const costs of [true, true, false, false, true]) rendered.body(counting, bytes, { costs });
    expect(presented).toEqual([true, false]);
    rendered.body(counting, Buffer.from(bytes), { costs: true });
    expect(presented).toEqual([true, false, true]);
    // The resource of another version of the API.
    const other: Resource = { ...resource, present: () => ({ id: 'of another version' }) };
    expect(rendered.body(other, bytes, { costs: true })).toBe('{"data":{"id":"of another version"}}');
    expect(JSON.parse(rendered.body(counting, bytes, { costs: true })).data.id).toBe(exampleProduct.id);
  });
});
