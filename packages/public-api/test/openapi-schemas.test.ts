import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { routes } from '../src/2026-10/index.ts';
import { openApiDocument } from '../src/openapi.ts';
import type { JsonObject, JsonValue } from '../src/openapi/types.ts';
import { parseBody } from '../src/query.ts';
import { versions } from '../src/versions.ts';
import type { Operation } from '../src/versions.ts';

/** Reports whether a value satisfies the schema at a place of a document, its last step being a key of the object there. */
function validator(document: JsonObject): (steps: string[], value: unknown) => string {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'document');
  return (steps, value) => {
    const pointer = steps.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1'));
    const $ref = `document#/${pointer.map((step) => encodeURIComponent(step)).join('/')}`;
    const validate = ajv.compile({ $ref });
    return validate(value) ? '' : ajv.errorsText(validate.errors);
  };
}

/** Paths of all objects that have both an `example` and a `schema`. */
function* examples(value: JsonValue | undefined, steps: string[] = []): Generator<[string[], JsonObject]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value) && 'example' in value && 'schema' in value) yield [steps, value];
  for (const [key, inner] of Object.entries(value)) yield* examples(inner, [...steps, key]);
}

describe.each(versions.map((version) => [version.prefix, version] as const))('%s', (_, version) => {
  const document = openApiDocument(version, { publicUrl: 'https://commerce.test' });

  test('every example in the document satisfies its schema', () => {
    const problemOf = validator(document);
    const found = [...examples(document)];
    expect(found.length).toBeGreaterThan(
      Object.keys(version.routes).length + Object.keys(version.events).length,
    );
    for (const [steps, { example }] of found)
      expect([steps.join('.'), problemOf([...steps, 'schema'], example)]).toEqual([steps.join('.'), '']);
  });
});

describe('the rules across fields of a body', () => {
  const { prefix } = versions.at(-1)!;
  const problemOf = validator(openApiDocument(versions.at(-1)!, { publicUrl: 'https://commerce.test' }));
  const item = { shop: 'shp_1', product: 'prd_1' };
  const variant = { attributes: { Size: 'M' } };
  const priced = { id: `var_${'0'.repeat(26)}`, price: 1 };

  /** True for each of the two that accepts a body. */
  function verdicts(operation: Operation, body: unknown): { document: boolean; gateway: boolean } {
    const { method, path, body: schema } = routes[operation];
    const steps = ['paths', path.replace(/:(\w+)/, '{$1}'), method.toLowerCase(), 'requestBody', 'content'];
    const problem = problemOf([...steps, 'application/json', 'schema'], body);
    return { document: problem === '', gateway: parseBody(schema!, body).ok };
  }

  test.each<[Operation, unknown]>([
    ['adjustStock', { ...item, delta: -1 }],
    ['adjustStock', { ...item, set: 0 }],
    ['batchAdjustStock', { adjustments: [{ ...item, delta: 1 }] }],
    ['setPrices', { price: 1 }],
    ['setPrices', { variants: [priced], expected: { price: 0 } }],
    ['setOrderTracking', { tracking_number: '1' }],
    ['setOrderTracking', { tracking_url: 'https://carrier.example/1' }],
    ['setOrderTracking', { tracking_number: '1', tracking_url: 'http://carrier.example/1' }],
    ['createProduct', { name: 'Mate' }],
    ['createProduct', { name: 'Mate', type: 'service', variants: [], variant_axes: [] }],
    ['createProduct', { name: 'Mate', variants: [variant] }],
    ['createProduct', { name: 'Mate', type: 'variable', variants: [variant], variant_axes: ['Size'] }],
    ['createProduct', { name: 'Mate', visibility: 'INTERNAL', images: ['https://cdn.example/1.png'] }],
    ['updateProduct', { visibility: 'PUBLIC' }],
    ['updateCustomer', { email: null }],
  ])(`${prefix}: document and gateway accept the %s body %j`, (operation, body) => {
    expect(verdicts(operation, body)).toEqual({ document: true, gateway: true });
  });

  test.each<[Operation, unknown]>([
    ['adjustStock', item],
    ['adjustStock', { ...item, delta: 1, set: 1 }],
    ['adjustStock', { ...item, delta: 0 }],
    ['batchAdjustStock', { adjustments: [{ ...item, delta: 1, set: 1 }] }],
    ['batchAdjustStock', { adjustments: [] }],
    ['setPrices', {}],
    ['setPrices', { expected: { price: 1 } }],
    ['setPrices', { variants: [] }],
    ['setOrderTracking', {}],
    ['setOrderTracking', { tracking_url: 'ftp://carrier.example/1' }],
    ['createProduct', { name: 'Mate', type: 'variable' }],
    ['createProduct', { name: 'Mate', type: 'variable', variants: [] }],
    ['createProduct', { name: 'Mate', type: 'simple', variants: [variant] }],
    ['createProduct', { name: 'Mate', variant_axes: ['Size'] }],
    ['createProduct', { name: 'Mate', variants: [{ attributes: {} }] }],
    ['createProduct', { name: 'Mate', variants: [{ attributes: { '': 'M' } }] }],
    ['createProduct', { name: 'Mate', visibility: 'PUBLIC' }],
    ['createProduct', { name: 'Mate', price: 1 }],
    ['createProduct', { name: 'Mate', tags: ['new', 'new'] }],
    ['createProduct', { name: 'Mate', images: ['http://cdn.example/1.png'] }],
    ['updateProduct', {}],
    ['updateCustomer', {}],
  ])(`${prefix}: document and gateway reject the %s body %j`, (operation, body) => {
    expect(verdicts(operation, body)).toEqual({ document: false, gateway: false });
  });

  test('the document leaves the service to reject both price and variants', () => {
    expect(verdicts('setPrices', { price: 1, variants: [priced] })).toEqual({
      document: false,
      gateway: true,
    });
  });
});
