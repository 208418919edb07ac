import type { ApiOperation, explorerRoutes } from '@commerce/console-api/routes/explorer.ts';
import { openApiDocument, type JsonObject } from '@commerce/public-api/openapi.ts';
import type { AnyRoute } from '@commerce/public-api/route.ts';
import { versions } from '@commerce/public-api/versions.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import { requireId } from '../../edge/ids.ts';
import type { HandlersOf } from '../handler.ts';

/** How long an answer is waited for, in ms: less than the console's own request may take. */
const PATIENCE_MS = 8_000;

export const explorerHandlers: HandlersOf<typeof explorerRoutes> = {
  explorer: async ({ ctx, services, params: { developer: developerId } }) => {
    const [{ apps }, { stores }] = await Promise.all([
      services.apps.listApps(ctx, { developerId, limit: 100, pageToken: Buffer.alloc(0) }),
      services.apps.listDeveloperStores(ctx, { developerId }),
    ]);
    return {
      apps: apps.map(({ id, fields }) => ({ id, name: fields?.name ?? id })),
      stores: stores.map(({ id, name }) => ({ id, name })),
      operations: operations(),
    };
  },

  explore: async ({ ctx, services, askPublicApi, params, body }) => {
    const { app, store, ...request } = body;
    // What could not be put into a header would be told as a failure of ours.
    if (!/^[ -~]*$/.test(request.idempotencyKey))
      throw invalid('idempotency_key', 'Must be printable ASCII.');
    // The token stays here: the browser is told the answer only.
    const { accessToken } = await services.apps.issueTrialToken(ctx, {
      developerId: params.developer,
      appId: requireId('app', app),
      storeId: requireId('sto', store),
    });
    const asked = { ...request, body: request.method === 'GET' ? '' : request.body, accessToken };
    return askPublicApi(asked, AbortSignal.timeout(PATIENCE_MS));
  },
};

let made: ApiOperation[] | undefined;

/** Every request of the public API's newest version, from its OpenAPI document. */
function operations(): ApiOperation[] {
  const version = versions.at(-1)!;
  const document = openApiDocument(version, { publicUrl: '' }) as unknown as JsonObject;
  made ??= Object.entries(version.routes).map(([name, route]) => operationOf(name, route, document));
  return made;
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

/** A value that fits a schema: its example, or what is required, or the first that it may have. */
function exampleOf(schema: JsonObject): unknown {
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
