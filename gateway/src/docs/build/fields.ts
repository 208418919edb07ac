import { openApiDocument } from '@commerce/public-api/openapi.ts';
import type { JsonObject } from '@commerce/public-api/openapi.ts';
import { PROBLEM_CODES, PROBLEM_CODE_NAMES } from '@commerce/public-api/problem.ts';
import { SCOPES, SCOPE_NAMES } from '@commerce/public-api/scopes.ts';
import { versions } from '@commerce/public-api/versions.ts';
import type { ApiVersion } from '@commerce/public-api/versions.ts';

interface Row {
  name: string;
  type: string;
  description: string;
}

/** Schema of a field without null, and whether it is nullable. */
function withoutNull(schema: JsonObject): { schema: JsonObject; nullable: boolean } {
  const choices = schema['anyOf'] as JsonObject[] | undefined;
  if (choices !== undefined) {
    const [value] = choices.filter(({ type }) => type !== 'null');
    return {
      schema: { ...value, description: schema['description'] ?? value?.['description'] },
      nullable: true,
    };
  }
  if (Array.isArray(schema['type'])) {
    const [type] = schema['type'].filter((name) => name !== 'null');
    return { schema: { ...schema, type }, nullable: true };
  }
  return { schema, nullable: false };
}

const refName = (schema: JsonObject): string | undefined =>
  (schema['$ref'] as string | undefined)?.replace('#/components/schemas/', '');

const componentLink = (name: string): string => `[${name}](#${name.toLowerCase()})`;

function typeName(schema: JsonObject): string {
  const name = refName(schema);
  if (name !== undefined) return componentLink(name);
  const values =
    (schema['enum'] as string[] | undefined) ??
    (schema['const'] === undefined ? undefined : [schema['const'] as string]);
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(', ');
  if (schema['type'] === 'array') return `array of ${typeName(schema['items'] as JsonObject)}`;
  if (schema['format'] === 'date-time') return 'ISO 8601';
  const others = schema['additionalProperties'] as JsonObject | undefined;
  if (others !== undefined) return others['type'] === 'string' ? 'object of strings' : 'object';
  return schema['type'] as string;
}

function rowsOf(schema: JsonObject, prefix: string): Row[] {
  const required = new Set(schema['required'] as string[] | undefined);
  return Object.entries((schema['properties'] ?? {}) as Record<string, JsonObject>).flatMap(
    ([key, property]) => {
      const { schema: value, nullable } = withoutNull(property);
      const name = `${prefix}${key}`;
      const type = `${typeName(value)}${nullable ? ' or null' : ''}${required.has(key) ? '' : ' (optional)'}`;
      const row = { name, type, description: (value['description'] as string | undefined) ?? '' };
      const items = value['items'] as JsonObject | undefined;
      const nested = items === undefined ? rowsOf(value, `${name}.`) : rowsOf(items, `${name}[].`);
      return [row, ...nested];
    },
  );
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** Fields of a resource as a Markdown table, nested ones by path. */
function fieldTable(schema: JsonObject): string {
  const rows = rowsOf(schema, '').map(
    ({ name, type, description }) => `| \`${name}\` | ${cell(type)} | ${cell(description)} |`,
  );
  return ['| Field | Type | Description |', '|-|-|-|', ...rows].join('\n');
}

/** Row of an event type with its `data` and `meta`. */
function eventRow(variant: JsonObject): string {
  const { type, data, meta } = variant['properties'] as Record<string, JsonObject>;
  const choices = (data!['anyOf'] as JsonObject[] | undefined) ?? [data!];
  const shapes = choices.map(
    (choice) => refName(choice) ?? `{ ${Object.keys(choice['properties'] as JsonObject).join(', ')} }`,
  );
  const links = shapes.map((shape) => (shape.startsWith('{') ? `\`${shape}\`` : componentLink(shape)));
  const metaFields = Object.keys((meta!['properties'] as JsonObject | undefined) ?? {});
  const listed = metaFields.filter((field) => field !== 'truncated').map((field) => `\`${field}\``);
  return `| \`${type!['const'] as string}\` | ${links.join(' or ')} | ${listed.join(', ') || '—'} |`;
}

/** Shared fields of a union of components, then the `data` and `meta` of each. */
function unionTable(schema: JsonObject, schemas: Record<string, JsonObject>): string {
  const variants = (schema['oneOf'] as JsonObject[]).map((each) => schemas[refName(each)!]!);
  const {
    type,
    data: _data,
    meta: _meta,
    ...shared
  } = variants[0]!['properties'] as Record<string, JsonObject>;
  const properties = {
    ...shared,
    type: { type: 'string', description: type!['description'] },
    data: { type: 'object', description: 'The resource in its current state, depending on `type`.' },
    meta: {
      type: 'object',
      description: 'Depends on `type`; contains `truncated` if the body would be too large.',
    },
  };
  const { required } = variants[0]!;
  const events = ['| `type` | `data` | `meta` |', '|-|-|-|', ...variants.map(eventRow)].join('\n');
  return `${fieldTable({ properties, required })}\n\n${events}`;
}

const scopeTable = (): string =>
  [
    '| Scope | Access |',
    '|-|-|',
    ...SCOPE_NAMES.map((scope) => `| \`${scope}\` | ${SCOPES[scope].en} |`),
  ].join('\n');

const errorTable = (): string =>
  [
    '| Status | Code |',
    '|-|-|',
    ...PROBLEM_CODE_NAMES.map(
      (code) => `| ${PROBLEM_CODES[code].status} | [\`${code}\`](errors/${code}.md) |`,
    ),
  ].join('\n');

const versionTable = (): string =>
  [
    '| Version | Released | Deprecated | Ends |',
    '|-|-|-|-|',
    ...versions.map(
      ({ prefix, released, deprecated, sunset }) =>
        `| [\`${prefix}\`](/docs/reference/${prefix}) | ${released} | ${deprecated ?? '—'} | ${sunset ?? '—'} |`,
    ),
  ].join('\n');

/**
 * Replaces the placeholders of a guide that are known at build time: `{{fields:Product}}`, `{{scopes}}`, `{{errors}}`,
 * `{{versions}}`. Leaves those that only the running gateway can fill, such as `{{base_url}}`. Throws for the fields of an
 * unknown resource.
 */
export function expandMarks(markdown: string, version: ApiVersion): string {
  const { schemas } = openApiDocument(version, { publicUrl: '' }).components as {
    schemas: Record<string, JsonObject>;
  };
  return markdown
    .replaceAll(/\{\{fields:(\w+)\}\}/g, (_mark, name: string) => {
      const schema = schemas[name];
      if (schema === undefined)
        throw new Error(`a guide uses the fields of ${name}, which is not a resource`);
      return schema['oneOf'] === undefined ? fieldTable(schema) : unionTable(schema, schemas);
    })
    .replaceAll('{{scopes}}', scopeTable)
    .replaceAll('{{errors}}', errorTable)
    .replaceAll('{{versions}}', versionTable);
}
