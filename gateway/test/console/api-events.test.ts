import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openApiDocument } from '@commerce/public-api/openapi.ts';
import { newestOf, versions } from '@commerce/public-api/versions.ts';
import { apiEvents } from '../../src/console/api-events.ts';

const version = newestOf(versions);
const events = apiEvents(version, openApiDocument(version, { publicUrl: '' }));

/** Names of the fields of a JSON value, as the catalog writes them. */
function namesOf(value: unknown, prefix = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => namesOf(item, `${prefix.slice(0, -1)}[].`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    `${prefix}${name}`,
    ...namesOf(inner, `${prefix}${name}.`),
  ]);
}

test('the catalog has every event, with its scope', () => {
  expect(events.map(({ type, scope }) => [type, scope])).toEqual(
    Object.entries(version.events).map(([type, { scope }]) => [type, scope]),
  );
});

test.each(events)('$type lists every field of its sample, each once', ({ sample, fields }) => {
  const names = fields.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  // The store names the attributes of its variants.
  const sent = namesOf(JSON.parse(sample)).filter((name) => !name.includes('.attributes.'));
  expect(names).toEqual(expect.arrayContaining(sent));
});

test.each(['es', 'en'])('every event has a meaning in %s', (language) => {
  const file = new URL(`../../../web/src/texts/${language}/webhooks.json`, import.meta.url);
  const { event } = JSON.parse(readFileSync(file, 'utf8')) as { event: Record<string, string> };
  expect(Object.keys(event).toSorted()).toEqual(events.map(({ type }) => type.replace('.', '_')).toSorted());
});
