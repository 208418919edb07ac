import { Collection, type Item } from 'postman-collection';
import { expect, test } from 'vitest';
import { openApiDocument } from '@commerce/public-api/openapi.ts';
import { parametersOf } from '@commerce/public-api/query.ts';
import { versions } from '@commerce/public-api/versions.ts';
import { postmanCollection } from '../../src/docs/postman.ts';

const version = versions.at(-1)!;
const json = postmanCollection(openApiDocument(version, { publicUrl: 'https://commerce.test' }));

/** The collection as Postman's own library reads it. */
const collection = new Collection(json);

const items: Item[] = [];
collection.forEachItem((item) => void items.push(item));

const address = (item: Item): string => item.request.url.toString();

test('names its format', () => {
  expect(json).toMatchObject({
    info: { schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  });
});

test('has a request for every operation, in the folder of its tag', () => {
  const expected = Object.values(version.routes).map(
    ({ method, path, tag, summary }) => `${tag}: ${summary}: ${method} {{baseUrl}}${path}`,
  );
  const found = items.map((item) => {
    const folder = (item.parent() as { name?: string } | undefined)?.name;
    return `${folder}: ${item.name}: ${item.request.method} ${address(item).split('?', 1)[0]}`;
  });
  expect(found.toSorted()).toEqual(expected.toSorted());
});

test('has variables for the base URL and the token, and sends the token', () => {
  expect(collection.variables.toObject()).toEqual({
    baseUrl: 'https://commerce.test/api/public/2026-10',
    token: '',
  });
  for (const item of items) {
    const auth = item.getAuth();
    expect([item.name, auth.type, auth.parameters().get('token')]).toEqual([
      item.name,
      'bearer',
      '{{token}}',
    ]);
  }
});

test('sends required parameters only, a new key with each write, and bodies as JSON that the API accepts', () => {
  for (const { method, path, summary, query, body, idempotency } of Object.values(version.routes)) {
    const item = items.find(({ name }) => name === summary)!;
    const required = Object.entries(parametersOf(query))
      .filter(([, schema]) => !schema.isOptional())
      .map(([name]) => name);
    const sent = [...new URLSearchParams(address(item).split('?')[1] ?? '').keys()];
    expect([method, path, sent]).toEqual([method, path, required]);
    expect(item.request.headers.get('Idempotency-Key')).toBe(
      idempotency === 'none' ? undefined : '{{$guid}}',
    );
    expect(item.request.headers.get('Content-Type')).toBe(
      body === undefined ? undefined : 'application/json',
    );
    if (body !== undefined) expect(body.safeParse(JSON.parse(item.request.body!.raw!)).success).toBe(true);
  }
});
