import type { JsonObject } from './types.ts';

/** Value that satisfies a schema: its example, its required properties, or the first allowed value. */
export function exampleOf(schema: JsonObject): unknown {
  const [first] = (schema['examples'] ?? schema['enum'] ?? []) as unknown[];
  if (first !== undefined) return first;
  const [choice] = (schema['anyOf'] ?? schema['oneOf'] ?? []) as unknown as JsonObject[];
  if (choice !== undefined) return exampleOf(choice);
  if (schema['type'] === 'object') return exampleObject(schema);
  if (schema['type'] === 'array') return [];
  if (schema['type'] === 'boolean') return true;
  return schema['type'] === 'string' ? '' : 1;
}

function exampleObject(schema: JsonObject): Record<string, unknown> {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonObject>);
  const required = (schema['required'] ?? []) as unknown as string[];
  const shown =
    required.length > 0 ? properties.filter(([name]) => required.includes(name)) : properties.slice(0, 1);
  return Object.fromEntries(shown.map(([name, property]) => [name, exampleOf(property)]));
}
