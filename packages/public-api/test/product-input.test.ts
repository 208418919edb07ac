import { describe, expect, test } from 'vitest';
import { routes } from '../src/2026-10/index.ts';
import { parseBody } from '../src/query.ts';

const digits = '0'.repeat(26);
const [CATEGORY, SHOP, VARIANT] = [`cat_${digits}`, `shp_${digits}`, `var_${digits}`];

const parse = (operation: 'createProduct' | 'updateProduct', body: unknown) =>
  parseBody(routes[operation].body, body);
const refusals = (operation: 'createProduct' | 'updateProduct', body: unknown) => {
  const parsed = parse(operation, body);
  return parsed.ok ? [] : parsed.details.map(({ reason, field }) => `${reason} ${field ?? ''}`.trimEnd());
};

describe('the body of POST /products', () => {
  test('accepts every writable field; strings are trimmed and normalized', () => {
    const body = {
      name: ' Remera de algodo\u0301n ',
      description: 'a\nb\tc',
      short_description: null,
      sku: 'REM',
      barcode: null,
      type: 'variable',
      images: ['https://img.example.com/1.jpg'],
      category_ids: [CATEGORY],
      brand_ids: [],
      tags: ['verano'],
      shop_ids: [SHOP],
      visibility: 'INTERNAL',
      is_active: false,
      variant_axes: ['Talle'],
      variants: [
        { attributes: { Talle: 'M' }, sku: null, barcode: '1', name: 'M', images: [], is_active: true },
      ],
      iva_rate: 10.5,
      weight: { value: 0.125, unit: 'kg' },
    };
    expect(parse('createProduct', body)).toEqual({ ok: true, value: { ...body, name: 'Remera de algodón' } });
  });

  test('rejects amounts of the product and of variants, and names the endpoint that sets them', () => {
    const amounts = { price: 1, cost: 0, compare_at_price: null };
    const body = { name: 'a', ...amounts, variants: [{ attributes: { a: 'b' }, ...amounts }] };
    expect(refusals('createProduct', body).toSorted()).toEqual([
      'not_accepted compare_at_price',
      'not_accepted cost',
      'not_accepted price',
      'not_accepted variants[0].compare_at_price',
      'not_accepted variants[0].cost',
      'not_accepted variants[0].price',
    ]);
    const parsed = parse('createProduct', { name: 'a', price: 1 });
    expect(parsed.ok ? '' : parsed.details[0]!.message).toContain('PUT /prices/:productId');
  });

  test.each([
    [{ visibility: 'PUBLIC' }, ['not_accepted visibility']],
    [{ visibility: 'public' }, ['invalid_value visibility']],
    [{ name: undefined }, ['missing name']],
    [{ name: null }, ['invalid_value name']],
    [{ name: ' ' }, ['invalid_value name']],
    [{ name: 'x'.repeat(256) }, ['invalid_value name']],
    [{ name: 'a\u0007' }, ['invalid_value name']],
    [{ description: 'x'.repeat(65_537) }, ['invalid_value description']],
    [{ description: 'a\0' }, ['invalid_value description']],
    [{ short_description: 'x'.repeat(501) }, ['invalid_value short_description']],
    [{ sku: '' }, ['invalid_value sku']],
    [{ barcode: 'x'.repeat(65) }, ['invalid_value barcode']],
    [{ type: 'bundle' }, ['invalid_value type']],
    [{ images: ['http://x.example/1'] }, ['invalid_value images[0]']],
    [{ images: ['https://'] }, ['invalid_value images[0]']],
    [{ images: ['https://x.example/\0'] }, ['invalid_value images[0]']],
    [{ images: ['https://x.example/\ud800'] }, ['invalid_value images[0]']],
    [{ images: Array(51).fill('https://x.example/') }, ['invalid_value images']],
    [{ tags: ['\ud800'] }, ['invalid_value tags[0]']],
    [{ tags: Array.from({ length: 251 }, (_, n) => `t${n}`) }, ['invalid_value tags']],
    [{ category_ids: [1] }, ['invalid_value category_ids[0]']],
    [{ shop_ids: null }, ['invalid_value shop_ids']],
    [{ variant_axes: ['a', 'b', 'c', 'd'] }, ['invalid_value variant_axes']],
    [{ variants: [{}] }, ['missing variants[0].attributes']],
    [{ variants: [{ attributes: {} }] }, ['invalid_value variants[0].attributes']],
    [{ variants: [{ attributes: { a: 1 } }] }, ['invalid_value variants[0].attributes']],
    [{ variants: [{ attributes: [] }] }, ['invalid_value variants[0].attributes']],
    [{ variants: [{ attributes: { '\ud800': 'b' } }] }, ['invalid_value variants[0].attributes']],
    [{ variants: [{ attributes: { a: 'b\udc00' } }] }, ['invalid_value variants[0].attributes']],
    [{ variants: [{ attributes: { a: '\0' } }] }, ['invalid_value variants[0].attributes']],
    [{ variants: [{ attributes: { a: 'b' }, position: 1 }] }, ['unknown_field variants[0].position']],
    [{ variants: [{ attributes: { a: 'b' }, id: VARIANT }] }, ['unknown_field variants[0].id']],
    [
      { variants: Array.from({ length: 251 }, () => ({ attributes: { a: 'b' } })) },
      ['invalid_value variants'],
    ],
    [{ iva_rate: 10.505 }, ['invalid_value iva_rate']],
    [{ iva_rate: 100.5 }, ['invalid_value iva_rate']],
    [{ weight: { value: -1, unit: 'kg' } }, ['invalid_value weight.value']],
    [{ weight: { value: 1.0005, unit: 'st' } }, ['invalid_value weight.value', 'invalid_value weight.unit']],
    [{ weight: null }, ['invalid_value weight']],
    [
      { slug: 'a', id: 'prd_1', has_variants: false },
      ['unknown_field slug', 'unknown_field id', 'unknown_field has_variants'],
    ],
  ])('rejects %j', (fields, problems) => {
    expect(refusals('createProduct', { name: 'a', ...fields })).toEqual(problems);
  });

  test('reports all problems at once: unknown fields, duplicates, ids, and the rules of type and variants', () => {
    const body = {
      name: 'x',
      tags: ['a', ' a '],
      foo: 1,
      category_ids: ['nope', CATEGORY, CATEGORY],
      type: 'variable',
      price: 3,
    };
    expect(refusals('createProduct', body).toSorted()).toEqual([
      'invalid_value category_ids[0]',
      'invalid_value category_ids[2]',
      'invalid_value tags[1]',
      'invalid_value type',
      'not_accepted price',
      'unknown_field foo',
    ]);
  });

  test.each<[object, string[]]>([
    [{ type: 'simple', variants: [{ attributes: { a: 'b' } }] }, ['type']],
    [{ type: 'variable' }, ['type']],
    [{ variant_axes: ['a'] }, ['variant_axes']],
    [
      { variant_axes: ['a', 'a'], variants: [{ attributes: { a: 'b' } }] },
      ['variant_axes[1]', 'variants[0].attributes'],
    ],
    [{ variants: [{ attributes: { a: 'b' } }, { attributes: { c: 'b' } }] }, ['variants[1].attributes']],
    [
      { variants: [{ attributes: { a: 'b', c: 'd' } }, { attributes: { c: 'd', a: 'b ' } }] },
      ['variants[1].attributes'],
    ],
    [{ type: 'simple', variants: [{ attributes: 1 }] }, ['type', 'variants[0].attributes']],
    [
      { type: 'service', name: '', foo: 1, variants: [{}] },
      ['foo', 'name', 'type', 'variants[0].attributes'],
    ],
  ])('reports the violated rules of %j by field', (fields, expected) => {
    const parsed = parse('createProduct', { name: 'a', ...fields });
    expect(parsed.ok ? [] : parsed.details.map(({ field = '' }) => field).toSorted()).toEqual(expected);
  });

  test('accepts an axis with any name', () => {
    const body: unknown = JSON.parse('{"name":"a","variants":[{"attributes":{"__proto__":"x"}}]}');
    const parsed = parse('createProduct', body);
    expect(JSON.stringify(parsed)).toContain('"attributes":{"__proto__":"x"}');
  });
});

describe('the body of PATCH /products/:id', () => {
  test('accepts any of the fields, and null for optional values', () => {
    for (const body of [
      { name: 'a' },
      { visibility: 'PUBLIC' },
      { description: null, short_description: null, sku: null, barcode: null },
      { category_ids: [] },
      { variants: [{ id: VARIANT, sku: null }] },
    ])
      expect(refusals('updateProduct', body)).toEqual([]);
  });

  test.each<[object, string[]]>([
    [{}, ['invalid_value']],
    [{ name: null }, ['invalid_value name']],
    [{ price: 5 }, ['not_accepted price']],
    [{ variants: [{ id: VARIANT, price: 5 }] }, ['not_accepted variants[0].price']],
    [{ variants: [{ name: 'a' }] }, ['missing variants[0].id']],
    [{ variants: [{ id: VARIANT, attributes: {} }] }, ['invalid_value variants[0].attributes']],
    [{ visibility: 'HIDDEN' }, ['invalid_value visibility']],
    [{ slug: 'a' }, ['unknown_field slug']],
    [{ variants: [{ id: 'var_1' }] }, ['invalid_value variants[0].id']],
    [
      { variants: [{ id: VARIANT }, { id: VARIANT }], foo: 1 },
      ['invalid_value variants[1].id', 'unknown_field foo'],
    ],
  ])('rejects %j', (body, problems) => {
    expect(refusals('updateProduct', body)).toEqual(problems);
  });
});
