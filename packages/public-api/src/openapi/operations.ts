import { universalErrors } from '../route.ts';
import type { AnyRoute } from '../route.ts';
import { COMMON_HEADERS, errorReferences } from './errors.ts';
import { queryParameters, requestSchema, responseSchema } from './schemas.ts';
import type { SchemaNames } from './schemas.ts';
import type { JsonObject } from './types.ts';

const PATH_PARAMETERS: Record<string, string> = {
  id: 'Id of the resource. An unknown id is answered with 404.',
  productId: 'Id of the product. An unknown id is answered with 404.',
};

/** `/products/:id` → `/products/{id}`. */
export const openApiPath = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');

function pathParameters(path: string): JsonObject[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name: name!,
    in: 'path',
    required: true,
    description: PATH_PARAMETERS[name!] ?? 'Id of the resource.',
    schema: { type: 'string' },
  }));
}

function idempotencyParameter({ idempotency }: AnyRoute): JsonObject[] {
  if (idempotency === 'none') return [];
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: idempotency === 'required',
      description: 'Makes retries safe: requests with the same key take effect once within 24 hours.',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
    },
  ];
}

function successResponse(route: AnyRoute, names: SchemaNames): JsonObject {
  const replayed = { 'Idempotent-Replayed': { $ref: '#/components/headers/Idempotent-Replayed' } };
  return {
    description: route.success.status === 201 ? 'Created.' : 'Done.',
    headers: { ...COMMON_HEADERS, ...(route.idempotency === 'none' ? {} : replayed) },
    content: {
      'application/json': {
        schema: responseSchema(route.success.schema, names),
        example: route.success.example as JsonObject,
      },
    },
  };
}

/** OpenAPI operation of an endpoint. */
export function operation(name: string, route: AnyRoute, names: SchemaNames): JsonObject {
  const scopes = route.scope === null ? [] : [route.scope];
  const needs =
    route.scope === null ? 'Requires a valid token, but no scope.' : `Requires the scope \`${route.scope}\`.`;
  return {
    operationId: name,
    summary: route.summary,
    description: `${route.description}\n\n${needs}`,
    tags: [route.tag],
    security: [{ oauth2: scopes }],
    parameters: [
      ...pathParameters(route.path),
      ...queryParameters(route.query),
      ...idempotencyParameter(route),
    ],
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: requestSchema(route.body) } },
          },
        }),
    responses: {
      [route.success.status]: successResponse(route, names),
      ...errorReferences([...universalErrors(route), ...route.errors], route.idempotency !== 'none'),
    },
  };
}

/** OpenAPI operations by path and method. */
export function paths(routes: Readonly<Record<string, AnyRoute>>, names: SchemaNames): JsonObject {
  const byPath: Record<string, JsonObject> = {};
  for (const [name, route] of Object.entries(routes)) {
    const item = (byPath[openApiPath(route.path)] ??= {});
    item[route.method.toLowerCase()] = operation(name, route, names);
  }
  return byPath;
}
