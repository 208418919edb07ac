import type { Json } from '@commerce/console-api/json.ts';

const TIME = /AtMs$/;

/** Converts a message to its console form, see `Json`. The caller removes secret fields first. */
export function toJson<T>(message: T): Json<T> {
  return convert(message) as Json<T>;
}

function convert(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(convert);
  if (value instanceof Uint8Array) throw new TypeError('a console response must not contain bytes');
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => field(name, each)));
}

function field(name: string, value: unknown): [string, unknown] {
  if (typeof value === 'number' && TIME.test(name))
    return [name.slice(0, -'Ms'.length), new Date(value).toISOString()];
  return [
    typeof value === 'undefined' && TIME.test(name) ? name.slice(0, -'Ms'.length) : name,
    convert(value),
  ];
}
