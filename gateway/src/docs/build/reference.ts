import { openApiDocument, type JsonObject } from '@commerce/public-api/openapi.ts';
import { exampleOf } from '@commerce/public-api/openapi/example.ts';
import type { ApiVersion } from '@commerce/public-api/versions.ts';
import { cell, componentTable, fieldTable, typeName } from './fields.ts';
import { slugOf } from './markdown.ts';

/** Page of the reference: the overview, or a tag with its operations. */
export interface ReferencePage {
  /** Below `reference/`: the version, and the tag in lowercase. */
  slug: string;
  title: string;
  markdown: string;
}

// Relative, so that the links of the Markdown files work as well.
const RESOURCES = '../../resources.md';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

const table = (columns: string[], rows: string[][]): string =>
  [columns, columns.map(() => '-'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

const json = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

/** Value that a reference leads to; any other value as it is. */
function resolved(document: JsonObject, value: JsonObject | undefined): JsonObject | undefined {
  const reference = value?.['$ref'] as string | undefined;
  if (reference === undefined) return value;
  const keys = reference.slice('#/'.length).split('/');
  return keys.reduce<JsonObject | undefined>((from, key) => from?.[key] as JsonObject | undefined, document);
}

/** Object at a path of keys; references are followed. */
const at = (document: JsonObject, from: JsonObject | undefined, ...keys: string[]): JsonObject | undefined =>
  keys.reduce((value, key) => resolved(document, value?.[key] as JsonObject | undefined), from);

interface Operation {
  /** `GET /products`. */
  request: string;
  method: string;
  path: string;
  spec: JsonObject;
}

function operationsOf(document: JsonObject, tag: string): Operation[] {
  const paths = document['paths'] as Record<string, JsonObject>;
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter(
      (method) => (at(document, item, method)?.['tags'] as string[] | undefined)?.[0] === tag,
    ).map((method) => ({
      method: method.toUpperCase(),
      path,
      request: `${method.toUpperCase()} ${path}`,
      spec: at(document, item, method)!,
    })),
  );
}

const parametersOf = ({ spec }: Operation): JsonObject[] => spec['parameters'] as JsonObject[];

function parameterTable(parameters: JsonObject[]): string {
  const rows = parameters.map(({ name, in: where, required, description, schema }) => [
    `\`${name as string}\``,
    where as string,
    `${typeName(schema as JsonObject)}${required === true ? '' : ' (optional)'}`,
    cell(description as string),
  ]);
  return table(['Name', 'In', 'Type', 'Description'], rows);
}

const bodySchema = (document: JsonObject, { spec }: Operation): JsonObject | undefined =>
  at(document, spec, 'requestBody', 'content', 'application/json', 'schema');

/** `curl` command of an operation, with variables of the shell for ids. */
function command(document: JsonObject, operation: Operation): string {
  const { method, path } = operation;
  const query = parametersOf(operation)
    .filter((parameter) => parameter['in'] === 'query' && parameter['required'] === true)
    .map(({ name }) => `${name as string}=$${(name as string).toUpperCase()}`);
  const url = [path.replaceAll(/\{\w+\}/g, '$ID'), ...query].join('?');
  const body = bodySchema(document, operation);
  const hasKey = parametersOf(operation).some(({ name }) => name === 'Idempotency-Key');
  const lines = [
    `curl -sS ${method === 'GET' ? '' : `-X ${method} `}"{{base_url}}${url}"`,
    '-H "Authorization: Bearer $TOKEN"',
    ...(hasKey ? ['-H "Idempotency-Key: $(openssl rand -hex 16)"'] : []),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(exampleOf(body), null, 2)}'`]),
  ];
  return `\`\`\`sh\n${lines.join(' \\\n  ')}\n\`\`\``;
}

function responseParts(document: JsonObject, { spec }: Operation): string[] {
  const [status] = Object.keys(spec['responses'] as JsonObject).filter((each) => each.startsWith('2'));
  const content = at(document, spec, 'responses', status!, 'content', 'application/json')!;
  return [
    `### Response ${status!}`,
    fieldTable(content['schema'] as JsonObject, RESOURCES),
    json(content['example']),
  ];
}

const codeOf = (document: JsonObject, response: JsonObject): string =>
  (at(document, response, 'content', 'application/problem+json', 'example')?.['code'] as
    | string
    | undefined) ?? 'too_many_requests';

function errorList(document: JsonObject, { spec }: Operation): string {
  const statuses = Object.keys(spec['responses'] as JsonObject).filter((status) => !status.startsWith('2'));
  const errors = statuses.map((status) => {
    const code = codeOf(document, at(document, spec, 'responses', status)!);
    return `${status} [\`${code}\`](../../errors/${code}.md)`;
  });
  return `${errors.join(', ')}.`;
}

/** Every error with its condition: operations only list theirs. */
function errorTable(document: JsonObject): string {
  const responses = Object.values(at(document, document, 'components', 'responses')!) as JsonObject[];
  const rows = responses.map((response) => {
    const code = codeOf(document, response);
    return [`[\`${code}\`](../errors/${code}.md)`, cell(response['description'] as string)];
  });
  // A response that can be replayed is a component of its own, with the same text.
  const distinct = new Map(rows.map((row) => [row.join(), row]));
  return table(['Code', 'When'], [...distinct.values()]);
}

function operationSection(document: JsonObject, operation: Operation): string {
  const { request, spec } = operation;
  const parameters = parametersOf(operation);
  const body = bodySchema(document, operation);
  return [
    `## ${spec['summary'] as string}`,
    `\`\`\`http\n${request}\n\`\`\``,
    spec['description'] as string,
    command(document, operation),
    ...(parameters.length === 0 ? [] : ['### Parameters', parameterTable(parameters)]),
    ...(body === undefined
      ? []
      : ['### Body', (body['description'] as string | undefined) ?? '', fieldTable(body, RESOURCES)]),
    ...responseParts(document, operation),
    '### Errors',
    errorList(document, operation),
  ].join('\n\n');
}

function webhookSections(document: JsonObject): string[] {
  const webhooks = Object.values(document['webhooks'] as Record<string, JsonObject>);
  const headers = at(document, webhooks[0], 'post')!['parameters'] as JsonObject[];
  const sections = webhooks.map((item) => {
    const spec = at(document, item, 'post')!;
    const content = at(document, spec, 'requestBody', 'content', 'application/json')!;
    return [
      `## ${spec['summary'] as string}`,
      spec['description'] as string,
      fieldTable(at(document, content, 'schema')!, RESOURCES),
      json(content['example']),
    ].join('\n\n');
  });
  return [
    'Your endpoint receives these requests. See the guide [Webhooks](../../webhooks.md) for signatures and retries.',
    '## Headers',
    parameterTable(headers),
    ...sections,
  ];
}

function overview(document: JsonObject, prefix: string, tags: JsonObject[]): string {
  const sections = tags.map(({ name, description }) => {
    const page = `${prefix}/${slugOf(name as string)}.md`;
    const rows = operationsOf(document, name as string).map(({ request, spec }) => {
      const summary = spec['summary'] as string;
      const [needs] = spec['security'] as { oauth2: string[] }[];
      const scope = needs!.oauth2[0];
      return [
        `[${summary}](${page}#${slugOf(summary)})`,
        `\`${request}\``,
        scope === undefined ? '—' : `\`${scope}\``,
      ];
    });
    const list = rows.length === 0 ? `[All events](${page})` : table(['Operation', 'Request', 'Scope'], rows);
    return `## ${name as string}\n\n${description as string}\n\n${list}`;
  });
  const headers = Object.entries(at(document, document, 'components', 'headers')!).map(([name, header]) => [
    `\`${name}\``,
    cell((header as JsonObject)['description'] as string),
  ]);
  return [
    '# API reference',
    at(document, document, 'info')!['description'] as string,
    'The same as files: the [OpenAPI document]({{openapi_path}}), and a [Postman collection](/docs/postman.json), which Bruno and Insomnia ' +
      'import too: set its variable `token`.',
    ...sections,
    '## Errors of all operations',
    errorTable(document),
    '## Headers of responses',
    table(['Header', 'Meaning'], headers),
  ].join('\n\n');
}

/** Fields of every resource of a version. */
function fieldsPage(document: JsonObject, { prefix, components }: ApiVersion): ReferencePage {
  const schemas = at(document, document, 'components', 'schemas') as Record<string, JsonObject>;
  const names = Object.keys(components).filter((name) => !/.Event$/.test(name));
  const sections = names.map((name) => `## ${name}\n\n${componentTable(schemas[name]!, schemas)}`);
  const markdown = ['# Fields', `Fields of the resources of ${prefix}.`, ...sections].join('\n\n');
  return { slug: `${prefix}/fields`, title: 'Fields', markdown };
}

/**
 * Pages of the reference of a version, the overview first, from its OpenAPI document. The guides document the resources of
 * the newest version; the reference of an older one has a page of their fields.
 */
export function referencePages(version: ApiVersion, isNewest: boolean): ReferencePage[] {
  const document = openApiDocument(version, { publicUrl: '{{auth_url}}' });
  const tags = document['tags'] as JsonObject[];
  const pages = tags.map(({ name, description }) => {
    const operations = operationsOf(document, name as string);
    const sections =
      operations.length === 0
        ? webhookSections(document)
        : operations.map((operation) => operationSection(document, operation));
    return {
      slug: `${version.prefix}/${slugOf(name as string)}`,
      title: name as string,
      markdown: [`# ${name as string}`, description as string, ...sections].join('\n\n'),
    };
  });
  const all = [
    { slug: version.prefix, title: 'API reference', markdown: overview(document, version.prefix, tags) },
    ...pages,
  ];
  if (isNewest) return all;
  const withOwnFields = all.map((page) => ({
    ...page,
    markdown: page.markdown.replaceAll(`](${RESOURCES}#`, '](fields.md#'),
  }));
  return [...withOwnFields, fieldsPage(document, version)];
}
