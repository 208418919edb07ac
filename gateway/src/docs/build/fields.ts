import type { JsonObject } from '@commerce/public-api/openapi.ts';

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

/** Link to the fields of a component, on the page `page` or, without one, on the page that contains the link. */
const componentLink = (name: string, page = ''): string => `[${name}](${page}#${name.toLowerCase()})`;

const range = (min: number | undefined, max: number | undefined, unit: string): string => {
  if (min === undefined) return `at most ${max}${unit}`;
  return max === undefined ? `at least ${min}${unit}` : `${min} to ${max}${unit}`;
};

/** Bounds and default of a value, such as `, 1 to 100, default 50`. */
function boundsOf(schema: JsonObject): string {
  const {
    minimum,
    maximum,
    exclusiveMinimum,
    minLength,
    maxLength,
    maxItems,
    default: initial,
  } = schema as Record<string, number | undefined>;
  const bounds = [
    (minimum ?? maximum) === undefined ? undefined : range(minimum, maximum, ''),
    exclusiveMinimum === undefined ? undefined : `more than ${exclusiveMinimum}`,
    maxLength === undefined ? undefined : range(minLength || undefined, maxLength, ' characters'),
    maxItems === undefined ? undefined : range(undefined, maxItems, ' entries'),
    initial === undefined ? undefined : `default ${initial}`,
  ];
  return bounds
    .filter((bound) => bound !== undefined)
    .map((bound) => `, ${bound}`)
    .join('');
}

/** Type of a value in Markdown; links to components lead to `page`. */
export function typeName(schema: JsonObject, page?: string): string {
  const name = refName(schema);
  if (name !== undefined) return componentLink(name, page);
  const values =
    (schema['enum'] as string[] | undefined) ??
    (schema['const'] === undefined ? undefined : [schema['const'] as string]);
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(', ');
  if (schema['type'] === 'array')
    return `array of ${typeName(schema['items'] as JsonObject, page)}${boundsOf(schema)}`;
  if (schema['format'] === 'date-time') return 'ISO 8601';
  const others = schema['additionalProperties'] as JsonObject | undefined;
  if (others !== undefined) return others['type'] === 'string' ? 'object of strings' : 'object';
  return `${schema['type'] as string}${boundsOf(schema)}`;
}

function rowsOf(schema: JsonObject, prefix: string, page?: string): Row[] {
  const required = new Set(schema['required'] as string[] | undefined);
  return Object.entries((schema['properties'] ?? {}) as Record<string, JsonObject>).flatMap(
    ([key, property]) => {
      const { schema: value, nullable } = withoutNull(property);
      const name = `${prefix}${key}`;
      const type = `${typeName(value, page)}${nullable ? ' or null' : ''}${required.has(key) ? '' : ' (optional)'}`;
      const row = { name, type, description: (value['description'] as string | undefined) ?? '' };
      const items = value['items'] as JsonObject | undefined;
      const nested =
        items === undefined ? rowsOf(value, `${name}.`, page) : rowsOf(items, `${name}[].`, page);
      return [row, ...nested];
    },
  );
}

/** Text in a cell of a table. */
export const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** Fields of an object as a Markdown table, nested ones by path; links to components lead to `page`. */
export function fieldTable(schema: JsonObject, page?: string): string {
  const rows = rowsOf(schema, '', page).map(
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

/** Fields of a component, or of a union of components. */
export const componentTable = (schema: JsonObject, schemas: Record<string, JsonObject>): string =>
  schema['oneOf'] === undefined ? fieldTable(schema) : unionTable(schema, schemas);
