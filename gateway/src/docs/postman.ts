import type { JsonObject, OpenApiDocument } from '@commerce/public-api/openapi.ts';
import { exampleOf } from '@commerce/public-api/openapi/example.ts';

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description: string;
  example?: string | number;
}

interface Operation {
  summary: string;
  description: string;
  tags: [string];
  parameters: Parameter[];
  requestBody?: { content: { 'application/json': { schema: JsonObject } } };
}

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

const parametersIn = ({ parameters }: Operation, where: Parameter['in']): Parameter[] =>
  parameters.filter((parameter) => parameter.in === where);

function urlOf(path: string, operation: Operation): JsonObject {
  const steps = path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1');
  const query = parametersIn(operation, 'query').map(({ name, required, description, example }) => ({
    key: name,
    value: String(example ?? ''),
    description,
    disabled: !required,
  }));
  const sent = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`);
  return {
    raw: [`{{baseUrl}}/${steps}`, ...(sent.length === 0 ? [] : [sent.join('&')])].join('?'),
    host: ['{{baseUrl}}'],
    path: steps.split('/'),
    query,
    variable: parametersIn(operation, 'path').map(({ name, description }) => ({
      key: name,
      value: '',
      description,
    })),
  };
}

function itemOf(method: string, path: string, operation: Operation): JsonObject {
  const schema = operation.requestBody?.content['application/json'].schema;
  // `{{$guid}}` is a new UUID in each request.
  const headers = parametersIn(operation, 'header').map(({ name, description }) => ({
    key: name,
    value: '{{$guid}}',
    description,
  }));
  const body = {
    mode: 'raw',
    raw: schema === undefined ? '' : JSON.stringify(exampleOf(schema), null, 2),
    options: { raw: { language: 'json' } },
  };
  return {
    name: operation.summary,
    request: {
      method: method.toUpperCase(),
      description: operation.description,
      header:
        schema === undefined ? headers : [{ key: 'Content-Type', value: 'application/json' }, ...headers],
      url: urlOf(path, operation),
      ...(schema === undefined ? {} : { body }),
    },
    response: [],
  };
}

/** Postman collection (format 2.1) of an OpenAPI document: a folder per tag, and variables for the base URL and the token. */
export function postmanCollection({ info, servers, tags, paths }: OpenApiDocument): JsonObject {
  const operations = Object.entries(paths as unknown as Record<string, Record<string, Operation>>).flatMap(
    ([path, item]) => Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );
  const folders = (tags as JsonObject[]).map(({ name, description }) => ({
    name,
    description,
    item: operations
      .filter(({ operation }) => operation.tags[0] === name)
      .map(({ method, path, operation }) => itemOf(method, path, operation)),
  }));
  return {
    info: {
      name: `${info['title'] as string} ${info['version'] as string}`,
      description: info['description'],
      schema: SCHEMA,
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: servers[0]!['url'] },
      { key: 'token', value: '' },
    ],
    item: folders.filter(({ item }) => item.length > 0),
  };
}
