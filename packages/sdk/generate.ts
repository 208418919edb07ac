import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { openApiDocument } from '@commerce/public-api/openapi.ts';
import { versions } from '@commerce/public-api/versions.ts';
import manifest from './package.json' with { type: 'json' };

/** Part of an operation of the OpenAPI document that the generated code uses. */
interface Operation {
  operationId: string;
  summary: string;
  description: string;
  parameters?: { name: string }[];
}

const version = versions.at(-1)!;
const document = openApiDocument(version, { publicUrl: 'https://mostrador.example' });
const operations = Object.entries(
  document.paths as unknown as Record<string, Record<string, Operation>>,
).flatMap(([route, methods]) =>
  Object.entries(methods)
    .filter(([, { operationId }]) => operationId !== undefined)
    .map(([method, operation]) => ({ route, method: method.toUpperCase(), ...operation })),
);

const doc = (text: string): string => `  /**\n${text.replace(/^/gm, '   * ').replace(/ +$/gm, '')}\n   */`;

const calls = operations.map(({ operationId, method, route, parameters = [] }) => {
  const paged = parameters.some(({ name }) => name === 'cursor');
  return `  ${operationId}: { method: '${method}', path: '${route}', paged: ${paged} },`;
});
const methods = operations.map(
  ({ operationId, summary, description }) =>
    `${doc(`${summary}.\n\n${description}`)}\n  ${operationId}: Method<'${operationId}'>;`,
);

const folder = path.join(import.meta.dirname, 'src/generated');
mkdirSync(folder, { recursive: true });
const types = await openapiTypescript(JSON.stringify(document), {
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
});
writeFileSync(path.join(folder, 'openapi.ts'), astToString(types));
writeFileSync(
  path.join(folder, 'methods.ts'),
  `import type { Method } from '../method.ts';

/** Version of the API that the types describe. */
export const API_VERSION = '${version.prefix}';
/** Version of this package. */
export const SDK_VERSION = '${manifest.version}';

/** Method, path and shape of each operation; \`paged\` ones return pages. */
export const calls = {
${calls.join('\n')}
} as const;

/** The operations of the API. */
export interface Methods {
${methods.join('\n')}
}
`,
);
