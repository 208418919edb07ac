import { camel, kebab, openTest, pascal, ScaffoldError, type Source } from './source.ts';

/** An endpoint of the public API that does not exist yet. */
export interface NewEndpoint {
  method: string;
  /** E.g. `/price-lists/:id`. */
  path: string;
  /** `<service>`, or `<service>/<proto file>` where a service has several gRPC services. */
  service: string;
  /** Name of the gRPC method, e.g. `GetPriceList`. */
  rpc: string;
  scope: string;
}

const VERSION = 'packages/public-api/src/2026-10';
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Adds the skeleton of an endpoint, which compiles, and a test that fails with what is to be filled in. */
export function addEndpoint(source: Source, endpoint: NewEndpoint): void {
  const { method, path, rpc, scope } = endpoint;
  const [service = '', proto = service] = endpoint.service.split('/');
  if (!METHODS.includes(method)) throw new ScaffoldError(`${method}: use one of ${METHODS.join(', ')}.`);
  if (!/^(\/(:id|[a-z-]+))+$/.test(path))
    throw new ScaffoldError(`${path}: use a path such as /price-lists/:id.`);
  if (!/^([A-Z][a-z]+){2,}$/.test(rpc))
    throw new ScaffoldError(`${rpc}: use a verb and an object, such as GetPriceList.`);
  if (!source.read('packages/public-api/src/scopes.ts').includes(`  ${scope}: {`))
    throw new ScaffoldError(`${scope}: packages/public-api/src/scopes.ts has no such scope.`);
  const hasId = path.includes(':id');
  addRpc(source, { service, proto, rpc, endpoint: `${method} ${path}`, hasId });
  addRoute(source, endpoint, { service, proto, hasId });
}

interface NewRpc {
  service: string;
  proto: string;
  rpc: string;
  /** For the comments. */
  endpoint: string;
  hasId: boolean;
}

function addRpc(source: Source, added: NewRpc): void {
  const { service, proto, rpc, endpoint, hasId } = added;
  const file = `proto/commerce/${service}/v1/${proto}.proto`;
  const name = /^service (\w+) \{/m.exec(source.read(file))?.[1];
  if (name === undefined) throw new ScaffoldError(`${file} has no gRPC service.`);
  source.insertAfter(
    file,
    /^service \w+ \{\n[^}]*/m,
    `  // ${endpoint}.\n  rpc ${rpc}(${rpc}Request) returns (${rpc}Response);\n`,
  );
  source.append(
    file,
    `
// Parameters of ${endpoint}.
message ${rpc}Request {${hasId ? '\n  string id = 1;\n' : ''}}

// Result of ${endpoint}.
message ${rpc}Response {
  string id = 1;
}
`,
  );
  source.insertAfter(
    `services/${service}/src/callers.ts`,
    new RegExp(`'commerce\\.${service}\\.v1\\.${name}': \\{\\n`),
    `    ${rpc}: ['gateway'],\n`,
  );
  addMethod(source, added, file);
}

function addMethod(source: Source, { service, proto, rpc, endpoint }: NewRpc, protoFile: string): void {
  const folder = `services/${service}/src/rpc`;
  const file = `${folder}/${kebab(rpc)}.ts`;
  const line = `export { ${camel(rpc)} } from './${kebab(rpc)}.ts';`;
  source.insertSorted(`${folder}/index.ts`, /^export /, line);
  source.create(
    file,
    `import type { ${rpc}Request, ${rpc}Response } from '@commerce/proto/commerce/${service}/v1/${proto}.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';

/** \`${endpoint}\`. */
export const ${camel(rpc)} =
  (_deps: Deps): Handler<${rpc}Request, ${rpc}Response> =>
  async (ctx) => {
    throw new Fault('server_error', \`${rpc} is not written yet (store \${storeOf(ctx)}).\`);
  };
`,
  );
  source.create(
    `services/${service}/test/${kebab(rpc)}.test.ts`,
    openTest(`${rpc} is written`, [
      `${protoFile}: fields and comments of ${rpc}Request and ${rpc}Response`,
      `${file}: the method; its rule in domain, its query in store`,
      `${VERSION}/routes: schema, presenter, example, errors, summary and description of the route`,
      'gateway/src/public/handlers: the request, with its id checked by requireId',
      'docs/api and CHANGELOG.md',
      'this file: tests of the method',
    ]),
  );
}

function addRoute(
  source: Source,
  { method, path, rpc, scope }: NewEndpoint,
  { service, proto, hasId }: { service: string; proto: string; hasId: boolean },
): void {
  const area = path.split('/')[1]!;
  const operation = camel(rpc);
  const routes = `${VERSION}/routes/${area}.ts`;
  const isNewArea = !source.has(routes);
  const takesBody = method !== 'GET' && method !== 'DELETE';
  const responseImport = `import type { ${rpc}Response } from '@commerce/proto/commerce/${service}/v1/${proto}.ts';`;
  const imports = [
    `import * as z from 'zod';`,
    responseImport,
    `import { noQuery } from '../../params.ts';`,
    `import { route } from '../../route.ts';`,
  ];
  const text = `
/** \`${method} ${path}\`. */
export const ${operation} = route({
  method: '${method}',
  path: '${path}',
  scope: '${scope}',
  query: noQuery,
${takesBody ? '  body: z.strictObject({}),\n' : ''}  idempotency: '${takesBody ? 'required' : 'none'}',
  success: {
    status: 200,
    schema: z.object({ data: z.object({ id: z.string() }) }),
    example: { data: { id: 'id' } },
  },
  errors: [${hasId ? `'not_found'` : ''}],
  summary: '${rpc}',
  description: '${rpc}.',
  tag: '${pascal(area)}',
  present: ({ id }: ${rpc}Response) => ({ data: { id } }),
});
`;
  if (isNewArea) source.create(routes, `${imports.join('\n')}\n${text}`);
  else {
    importMissing(source, routes, 'z', `import * as z from 'zod';`);
    importMissing(source, routes, 'noQuery', `import { noQuery } from '../../params.ts';`);
    importMissing(source, routes, `${rpc}Response`, responseImport);
    source.append(routes, text);
  }
  const index = `${VERSION}/index.ts`;
  source.insertAfter(index, /^/, `import { ${operation} } from './routes/${area}.ts';\n`);
  source.insertAfter(index, /export const routes = \{\n/, `  ${operation},\n`);
  addHandler(source, { area, operation, proto, hasId });
}

/** Adds the import of a name to a file that does not have it. */
function importMissing(source: Source, file: string, name: string, line: string): void {
  if (!new RegExp(`\\b${name}\\b.* from '`).test(source.read(file)))
    source.insertAfter(file, /^/, `${line}\n`);
}

function addHandler(
  source: Source,
  { area, operation, proto, hasId }: { area: string; operation: string; proto: string; hasId: boolean },
): void {
  const folder = 'gateway/src/public/handlers';
  const handlers = `${folder}/${area}.ts`;
  const [parameter, request] = hasId ? [', { params }', '{ id: params.id }'] : ['', '{}'];
  const text = `
export const ${operation}: PublicHandler<'${operation}'> = ({ ctx, services }${parameter}) =>
  services.${camel(proto)}.${operation}(ctx, ${request});
`;
  if (source.has(handlers)) return source.append(handlers, text);
  source.create(handlers, `import type { PublicHandler } from '../call.ts';\n${text}`);
  source.insertSorted(
    `${folder}/index.ts`,
    /^import \* as /,
    `import * as ${camel(area)} from './${area}.ts';`,
  );
  source.insertAfter(`${folder}/index.ts`, /export const handlers[^{]*\{\n/, `  ...${camel(area)},\n`);
}
