import type { ApiField, ApiOperation } from '@commerce/console-api/routes/explorer.ts';
import type { JsonObject, OpenApiDocument } from '@commerce/public-api/openapi.ts';
import { exampleOf } from '@commerce/public-api/openapi/example.ts';
import type { AnyRoute } from '@commerce/public-api/route.ts';
import type { ApiVersion } from '@commerce/public-api/versions.ts';

/** Operations of a version of the public API for the explorer, derived from its OpenAPI document. */
export function apiOperations(version: ApiVersion, document: OpenApiDocument): ApiOperation[] {
  const tree = document as unknown as JsonObject;
  return Object.entries(version.routes).map(([name, route]) => operationOf(name, route, tree));
}

function operationOf(name: string, route: AnyRoute, document: JsonObject): ApiOperation {
  const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
  const operation = at(document, 'paths', path, route.method.toLowerCase());
  const parameters = (operation?.['parameters'] ?? []) as unknown as JsonObject[];
  const schema = at(operation, 'requestBody', 'content', 'application/json', 'schema');
  return {
    name,
    tag: route.tag,
    method: route.method,
    path,
    summary: route.summary,
    scope: route.scope,
    pathParameters: parameters
      .filter((parameter) => parameter['in'] === 'path')
      .map((parameter) => ({ name: parameter['name'] as string, example: exampleId(route) })),
    query: parameters.filter((parameter) => parameter['in'] === 'query').map(queryField),
    body: schema === undefined ? '' : JSON.stringify(exampleOf(schema), null, 2),
    bodyFields: bodyFields(schema),
    needsKey: route.idempotency === 'required',
  };
}

/** Id in the example response of an operation on one resource: the path has that of the resource. */
function exampleId({ success }: AnyRoute): string {
  const { data } = success.example as { data: { id?: string } };
  return data.id ?? '';
}

function queryField(parameter: JsonObject): ApiField {
  const field = fieldOf(parameter['name'] as string, parameter['schema'] as unknown as JsonObject);
  const { description = '', example = '', required } = parameter as Record<string, unknown>;
  return { ...field, about: textOf(description), example: textOf(example), required: required === true };
}

/** Documented fields of a body. */
function bodyFields(schema: JsonObject | undefined): ApiField[] {
  const required = (schema?.['required'] ?? []) as unknown as string[];
  return Object.entries((schema?.['properties'] ?? {}) as Record<string, JsonObject>).map(
    ([name, property]) => ({ ...fieldOf(name, property), required: required.includes(name) }),
  );
}

/** A field as its schema describes it. */
export function fieldOf(name: string, schema: JsonObject): ApiField {
  const { description = '', enum: values = [], examples = [] } = schema as Record<string, unknown>;
  const [example = ''] = examples as unknown[];
  return {
    name,
    type: typesOf(schema).join(' | '),
    about: textOf(description),
    required: false,
    example: textOf(example),
    values: (values as unknown[]).map(String),
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function typesOf(schema: JsonObject): string[] {
  const choices = (schema['anyOf'] ?? schema['oneOf']) as unknown as JsonObject[] | undefined;
  if (choices !== undefined) return [...new Set(choices.flatMap(typesOf))];
  return [schema['type'] ?? 'object'].flat().map(String);
}

function at(from: JsonObject | undefined, ...steps: string[]): JsonObject | undefined {
  return steps.reduce<JsonObject | undefined>((value, step) => value?.[step] as JsonObject | undefined, from);
}
