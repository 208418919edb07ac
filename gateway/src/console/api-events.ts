import type { ApiEvent, ApiField } from '@commerce/console-api/routes/explorer.ts';
import type { JsonObject, OpenApiDocument } from '@commerce/public-api/openapi.ts';
import type { ApiVersion } from '@commerce/public-api/versions.ts';
import { fieldOf } from './api-operations.ts';

/** Depth of the listed fields: those of a resource in `data`, and of the lists in it. */
const MAX_DEPTH = 3;

/** Events of a version of the public API for the catalog, derived from its OpenAPI document. */
export function apiEvents(version: ApiVersion, { webhooks, components }: OpenApiDocument): ApiEvent[] {
  const schemas = components['schemas'] as JsonObject;
  return Object.entries(version.events).map(([type, { scope, example }]) => {
    const { post } = (webhooks as unknown as Record<string, { post: Received }>)[type]!;
    const schema = post.requestBody.content['application/json'].schema;
    return {
      type,
      version: version.prefix,
      scope,
      sample: JSON.stringify(example, null, 2),
      fields: fieldsOf(schema, schemas),
    };
  });
}

/** Part of a webhook of the document that the catalog uses. */
interface Received {
  requestBody: { content: { 'application/json': { schema: JsonObject } } };
}

/** Fields of an object with those of the objects in it, as `data.id` and `data.lines[].quantity`. */
function fieldsOf(schema: JsonObject, schemas: JsonObject, prefix = '', depth = 0): ApiField[] {
  const object = objectOf(schema, schemas);
  if (object === undefined || depth > MAX_DEPTH) return [];
  const required = (object['required'] ?? []) as unknown as string[];
  return Object.entries(object['properties'] as Record<string, JsonObject>).flatMap(([name, property]) => {
    const field = fieldOf(`${prefix}${name}`, resolved(property, schemas));
    const { description } = property;
    const about = typeof description === 'string' ? description : field.about;
    const items = property['items'] as JsonObject | undefined;
    const inner = `${prefix}${name}${items === undefined ? '.' : '[].'}`;
    return [
      { ...field, about, required: required.includes(name) },
      ...fieldsOf(items ?? property, schemas, inner, depth + 1),
    ];
  });
}

/** The schema that a reference names; any other schema unchanged. */
function resolved(schema: JsonObject, schemas: JsonObject): JsonObject {
  const reference = schema['$ref'];
  return typeof reference === 'string' ? (schemas[reference.split('/').at(-1)!] as JsonObject) : schema;
}

/** The object schema: the schema itself, or the first object among its choices. */
function objectOf(schema: JsonObject, schemas: JsonObject): JsonObject | undefined {
  const own = resolved(schema, schemas);
  if (own['properties'] !== undefined) return own;
  const choices = (own['anyOf'] ?? own['oneOf'] ?? []) as unknown as JsonObject[];
  return choices.map((choice) => objectOf(choice, schemas)).find((choice) => choice !== undefined);
}
