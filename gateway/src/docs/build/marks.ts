import { openApiDocument } from '@commerce/public-api/openapi.ts';
import type { JsonObject } from '@commerce/public-api/openapi.ts';
import { PROBLEM_CODES, PROBLEM_CODE_NAMES } from '@commerce/public-api/problem.ts';
import { SCOPES, SCOPE_NAMES } from '@commerce/public-api/scopes.ts';
import { versions } from '@commerce/public-api/versions.ts';
import type { ApiVersion } from '@commerce/public-api/versions.ts';
import { componentTable } from './fields.ts';

const scopeTable = (): string =>
  [
    '| Scope | Access |',
    '|-|-|',
    ...SCOPE_NAMES.map((scope) => `| \`${scope}\` | ${SCOPES[scope].en} |`),
  ].join('\n');

const errorTable = (): string =>
  [
    '| Status | Code |',
    '|-|-|',
    ...PROBLEM_CODE_NAMES.map(
      (code) => `| ${PROBLEM_CODES[code].status} | [\`${code}\`](errors/${code}.md) |`,
    ),
  ].join('\n');

const versionTable = (): string =>
  [
    '| Version | Released | Deprecated | Ends |',
    '|-|-|-|-|',
    ...versions.map(
      ({ prefix, released, deprecated, sunset }) =>
        `| [\`${prefix}\`](/docs/reference/${prefix}) | ${released} | ${deprecated ?? '—'} | ${sunset ?? '—'} |`,
    ),
  ].join('\n');

/**
 * Replaces the placeholders of a guide that are known at build time: `{{fields:Product}}`, `{{scopes}}`, `{{errors}}`,
 * `{{versions}}`. Leaves those that only the running gateway can fill, such as `{{base_url}}`. Throws for the fields of an
 * unknown resource.
 */
export function expandMarks(markdown: string, version: ApiVersion): string {
  const { schemas } = openApiDocument(version, { publicUrl: '' }).components as {
    schemas: Record<string, JsonObject>;
  };
  return markdown
    .replaceAll(/\{\{fields:(\w+)\}\}/g, (_mark, name: string) => {
      const schema = schemas[name];
      if (schema === undefined)
        throw new Error(`a guide uses the fields of ${name}, which is not a resource`);
      return componentTable(schema, schemas);
    })
    .replaceAll('{{scopes}}', scopeTable)
    .replaceAll('{{errors}}', errorTable)
    .replaceAll('{{versions}}', versionTable);
}
