import type { ApiOperation } from '@commerce/console-api/routes/explorer.ts';
import { openApiDocument, type JsonObject } from '@commerce/public-api/openapi.ts';
import { exampleOf } from '@commerce/public-api/openapi/example.ts';
import type { AnyRoute } from '@commerce/public-api/route.ts';
import type { ApiVersion } from '@commerce/public-api/versions.ts';

/** Operations of a version of the public API for the explorer, derived from its OpenAPI document. */
export function apiOperations(version: ApiVersion): ApiOperation[] {
  const document = openApiDocument(version, { publicUrl: '' }) as unknown as JsonObject;
  return Object.entries(version.routes).map(([name, route]) => operationOf(name, route, document));
}

function operationOf(name: string, route: AnyRoute, document: JsonObject): ApiOperation {
  const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
  const operation = at(document, 'paths', path, route.method.toLowerCase());
  const parameters = (operation?.['parameters'] ?? []) as unknown as JsonObject[];
  const schema = at(operation, 'requestBody', 'content', 'application/json', 'schema');
  return {
    name,
    method: route.method,
    path,
    summary: route.summary,
    scope: route.scope,
    query: parameters
      .filter((parameter) => parameter['in'] === 'query')
      .map((parameter) => ({
        name: parameter['name'] as string,
        about: typeof parameter['description'] === 'string' ? parameter['description'] : '',
        required: parameter['required'] === true,
      })),
    body: schema === undefined ? '' : JSON.stringify(exampleOf(schema), null, 2),
    needsKey: route.idempotency === 'required',
  };
}

function at(from: JsonObject | undefined, ...steps: string[]): JsonObject | undefined {
  return steps.reduce<JsonObject | undefined>((value, step) => value?.[step] as JsonObject | undefined, from);
}
