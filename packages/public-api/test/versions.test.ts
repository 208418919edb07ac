import { describe, expect, test } from 'vitest';
import { EVENT_EXAMPLES } from '../src/2026-10/examples/events.ts';
import { routes } from '../src/2026-10/index.ts';
import { eventBody, MAX_EVENT_BODY_BYTES } from '../src/events/body.ts';
import { eventVersions } from '../src/events/versions.ts';
import { openApiDocument } from '../src/openapi.ts';
import { parseBody, parseQuery } from '../src/query.ts';
import { versions, type VersionRoutes } from '../src/versions.ts';
import { createCustomerBody, createProductBody, listProductsQuery } from './versions/2099-01/schemas.ts';
import { testVersions } from './versions/2099-01.ts';

const [old, next] = testVersions;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Topmost paths at which two values differ; lists and examples are compared as a whole. */
function differences(a: unknown, b: unknown, path = ''): string[] {
  if (!isObject(a) || !isObject(b) || path.endsWith(' example'))
    return JSON.stringify(a) === JSON.stringify(b) ? [] : [path.trim()];
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return keys.flatMap((key) => differences(a[key], b[key], `${path} ${key}`));
}

test('the product has one version, in both registries, and it is not that of the tests', () => {
  expect(versions.map(({ prefix, eventShapes }) => ({ prefix, eventShapes }))).toEqual(eventVersions);
  expect(versions.map(({ prefix }) => prefix)).toEqual(['2026-10']);
});

test('the OpenAPI documents of two versions differ exactly where the versions do', () => {
  const [a, b] = testVersions.map((version) => openApiDocument(version, { publicUrl: '' }));
  const body = 'requestBody content application/json schema properties';
  const example = 'content application/json example';
  const sent = `post requestBody ${example}`;
  const resources = [
    'PriceList',
    'Product required',
    'Product properties weight',
    'Product properties weight_value',
    'Product properties weight_unit',
    'Customer required',
    'Customer properties email',
    'Customer properties email_address',
    'OrderPaidEvent properties meta required',
    'OrderPaidEvent properties meta properties paid_via',
    'OrderPaidEvent properties meta properties payment',
  ];
  expect(differences(a, b).toSorted()).toEqual(
    [
      'info version',
      'info description',
      'servers',
      'paths /price-lists',
      'paths /products get description',
      'paths /products get parameters',
      ...['get', 'post'].flatMap((method) =>
        ['/products', '/customers'].map(
          (path) => `paths ${path} ${method} responses ${method === 'get' ? 200 : 201} ${example}`,
        ),
      ),
      ...['get', 'patch'].flatMap((method) =>
        ['/products/{id}', '/customers/{id}'].map(
          (path) => `paths ${path} ${method} responses 200 ${example}`,
        ),
      ),
      `paths /prices/{productId} put responses 200 ${example}`,
      ...['/products post', '/products/{id} patch'].flatMap((write) =>
        ['weight', 'weight_value', 'weight_unit'].map((field) => `paths ${write} ${body} ${field}`),
      ),
      ...['/customers post', '/customers/{id} patch'].flatMap((write) =>
        ['email', 'email_address'].map((field) => `paths ${write} ${body} ${field}`),
      ),
      'paths /customers post requestBody content application/json schema examples',
      ...['order.paid', 'product.created', 'product.updated', 'customer.created', 'customer.updated'].map(
        (type) => `webhooks ${type} ${sent}`,
      ),
      ...resources.map((path) => `components schemas ${path}`),
    ].toSorted(),
  );
});

test('a version whose query, body or result does not fit the handlers does not compile', () => {
  const { createCustomer, createProduct, adjustStock, getProduct, listProducts } = routes;
  // @ts-expect-error -- the body of another operation
  const wrongBody: VersionRoutes = { createCustomer: { ...createCustomer, body: adjustStock.body } };
  const wrongResult: VersionRoutes = {
    // @ts-expect-error -- the presenter of another resource
    createCustomer: { ...createCustomer, present: (...all) => createProduct.present(...all) },
  };
  // @ts-expect-error -- the query of another operation
  const wrongQuery: VersionRoutes = { listProducts: { ...listProducts, query: getProduct.query } };
  const wrong = [wrongBody, wrongResult, wrongQuery];
  expect(wrong).toHaveLength(3);
});

describe('requests of two versions', () => {
  const address = 'ana@example.com';

  test('reach the handlers as the same input', () => {
    expect(parseBody(createCustomerBody, { name: 'Ana', email_address: address })).toEqual(
      parseBody(routes.createCustomer.body, { name: 'Ana', email: address }),
    );
    expect(parseBody(createProductBody, { name: 'Yerba', weight_value: 0.5, weight_unit: 'kg' })).toEqual(
      parseBody(routes.createProduct.body, { name: 'Yerba', weight: { value: 0.5, unit: 'kg' } }),
    );
    expect(parseQuery(listProductsQuery, new URLSearchParams('category_id=cat_1&limit=5'))).toEqual(
      parseQuery(routes.listProducts.query, new URLSearchParams('category=cat_1&limit=5')),
    );
  });

  test('are checked by the names of their version', () => {
    expect(parseBody(createCustomerBody, { name: 'Ana', email: address, email_address: 'no' })).toMatchObject(
      {
        details: [
          { reason: 'invalid_value', field: 'email_address' },
          { reason: 'unknown_field', field: 'email' },
        ],
      },
    );
    expect(parseBody(createProductBody, { name: 'Yerba', weight: {}, weight_value: -1 })).toMatchObject({
      details: [
        { reason: 'invalid_value', field: 'weight_value' },
        { reason: 'unknown_field', field: 'weight' },
        { reason: 'missing', field: 'weight_unit' },
      ],
    });
    expect(parseQuery(listProductsQuery, new URLSearchParams('category=cat_1&category_id='))).toMatchObject({
      details: [
        { reason: 'unknown_parameter', field: 'category' },
        { reason: 'invalid_value', field: 'category_id' },
      ],
    });
  });
});

describe.each(Object.entries(EVENT_EXAMPLES))('the body of %s in two versions', (_name, example) => {
  const { event, resources, grants } = example;
  const bodyIn = ({ eventShapes }: typeof old): Record<string, never> =>
    JSON.parse(eventBody(eventShapes, event, resources, grants).toString());

  test('satisfies the schema of each version', () => {
    for (const version of testVersions)
      expect(version.events[event.type]!.schema.safeParse(bodyIn(version)).error?.issues ?? []).toEqual([]);
  });

  test('differs exactly where the versions do', () => {
    const expected = new Map([
      ['product', ['data weight', 'data weight_unit', 'data weight_value']],
      ['customer', ['data email', 'data email_address']],
      ['order.paid', ['meta paid_via', 'meta payment']],
    ]);
    const [kind] = event.type.split('.');
    const isGone = Object.keys(bodyIn(old)['data']!).length === 1;
    const declared = expected.get(event.type) ?? (isGone ? undefined : expected.get(kind!)) ?? [];
    expect(differences(bodyIn(old), bodyIn(next)).toSorted()).toEqual(declared);
  });
});

test('a body over 256 KB is truncated in every version', () => {
  const { event, resources, grants } = EVENT_EXAMPLES['product.updated']!;
  const product = { ...resources.product!, description: 'x'.repeat(MAX_EVENT_BODY_BYTES) };
  for (const { eventShapes } of testVersions)
    expect(JSON.parse(eventBody(eventShapes, event, { product }, grants).toString())).toMatchObject({
      data: { id: event.subjectId },
      meta: { truncated: true },
    });
});
