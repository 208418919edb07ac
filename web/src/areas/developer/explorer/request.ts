import type { ApiOperation } from '@commerce/console-api/routes/explorer.ts';

/** Request as composed in the form. What is sent and the code samples are derived from it. */
export interface ComposedRequest {
  operation: Pick<ApiOperation, 'name' | 'method' | 'path' | 'query'>;
  /** Values of the path parameters by name. */
  path: Record<string, string>;
  /** Values of the query parameters by name; empty ones are not sent. */
  query: Record<string, string>;
  /** JSON; empty for none. */
  body: string;
  /** Empty for none. */
  idempotencyKey: string;
}

/** Ids of the store by their prefix, collected from responses, such as `prd` → `prd_01…`. */
export type KnownIds = Readonly<Record<string, string>>;

/** Prefixes of the ids that query parameters take. */
const PREFIXES: Readonly<Record<string, string>> = { shop: 'shp', product: 'prd' };

const ID = /\b([a-z]{2,3})_[0-9a-z]{26}\b/g;

/** Replaces the ids of the documentation's examples by ids that exist in the store, as far as one is known. */
const withKnownIds = (text: string, known: KnownIds): string =>
  text.replaceAll(ID, (id, prefix: string) => known[prefix] ?? id);

/** Adds the first id of each kind in a response body. */
export function collectIds(known: KnownIds, body: string): KnownIds {
  const found = [...body.matchAll(/"id":\s*"(([a-z]{2,3})_[0-9a-z]{26})"/g)].toReversed();
  return { ...known, ...Object.fromEntries(found.map(([, id, prefix]) => [prefix, id])) };
}

/** Request of an operation with the values of its examples. */
export function exampleRequest(operation: ApiOperation, known: KnownIds, key: string): ComposedRequest {
  const { pathParameters, query, body, needsKey } = operation;
  return {
    operation,
    path: Object.fromEntries(pathParameters.map(({ name, example }) => [name, withKnownIds(example, known)])),
    query: Object.fromEntries(
      query.map(({ name, required, example }) => [
        name,
        required ? (known[PREFIXES[name] ?? ''] ?? withKnownIds(example, known)) : '',
      ]),
    ),
    body: withKnownIds(body, known),
    idempotencyKey: needsKey ? key : '',
  };
}

/** Query parameters that are sent. */
export const sentQuery = ({ query }: ComposedRequest): [name: string, value: string][] =>
  Object.entries(query).filter(([, value]) => value !== '');

/** Path below the root of the API, with the path parameters. */
export const pathOf = ({ operation, path }: ComposedRequest): string =>
  operation.path.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) =>
    path[name] ? encodeURIComponent(path[name]) : placeholder,
  );

/** Path below the root of the API with the query, such as `/products?limit=2`. */
export function targetOf(request: ComposedRequest): string {
  const query = new URLSearchParams(sentQuery(request)).toString();
  return query === '' ? pathOf(request) : `${pathOf(request)}?${query}`;
}

/** Names of the required parameters without a value. */
export function missingParameters({ operation, path, query }: ComposedRequest): string[] {
  const inPath = Object.keys(path).filter((name) => path[name] === '');
  const inQuery = operation.query.filter(({ name, required }) => required && query[name] === '');
  return [...inPath, ...inQuery.map(({ name }) => name)];
}

/** Value of the body; undefined for none. @throws SyntaxError for a body that is not JSON */
export const bodyValue = ({ body }: ComposedRequest): unknown =>
  body.trim() === '' ? undefined : JSON.parse(body);

/** Reports whether the body is JSON, or empty. */
export function hasValidBody(request: ComposedRequest): boolean {
  try {
    bodyValue(request);
    return true;
  } catch {
    return false;
  }
}
