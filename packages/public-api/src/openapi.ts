import { problemSchema, tooManyRequestsSchema } from './problem.ts';
import { SCOPES, SCOPE_NAMES } from './scopes.ts';
import type { ApiVersion } from './versions.ts';
import { HEADERS, errorResponses } from './openapi/errors.ts';
import { paths } from './openapi/operations.ts';
import { responseSchema, schemaNames } from './openapi/schemas.ts';
import type { JsonObject, OpenApiDocument } from './openapi/types.ts';
import { webhooks, WEBHOOKS_TAG } from './openapi/webhooks.ts';

export type { JsonObject, OpenApiDocument } from './openapi/types.ts';

/** URLs of the deployment, without a trailing slash. */
export interface OpenApiUrls {
  /** Origin of the API and of the documentation, e.g. `https://commerce.example`. */
  publicUrl: string;
  /** Origin of the OAuth endpoints; defaults to `publicUrl`. */
  authUrl?: string;
}

const TAGS: Record<string, string> = {
  Store: 'The merchant account that the app is installed on.',
  Shops: 'The branches of the store.',
  Catalog: 'Categories and brands of products.',
  Products: 'Products with their variants and base prices.',
  Prices: 'Prices that buyers pay at a shop.',
  Stock: 'Units that a shop has on hand and can sell.',
  Orders: 'Sales.',
  Customers: 'Customers of the store.',
  Installation: 'Installation of the app on the store.',
  Events: 'Events of the store, to read instead of receiving them as webhooks.',
  [WEBHOOKS_TAG]: 'Events of the store, sent to the URL of the app.',
};

const DESCRIPTION = `Use this API to work with the stores that your app is installed on: their shops, catalog, prices, stock, orders and
customers.

- Send \`Authorization: Bearer <access token>\` with every request. Get tokens with OAuth 2.0 (authorization code with PKCE).
- Call the API from a server: CORS is not supported.
- A resource is returned as \`{ "data": … }\`, a collection as \`{ "data": [ … ], "next_cursor": … }\`.
- Amounts are in pesos, timestamps are ISO 8601 in UTC, missing values are \`null\`.
- Undocumented parameters and fields are rejected, never ignored.
- Limits: bodies of 1 MiB, pages of 100 (prices: 25), and a rate limit per installation that depends on the plan of the store
  (see the headers \`RateLimit-Policy\` and \`RateLimit\`).`;

/** Where developers report problems: the section of the documentation that says how. */
export const contactOf = (publicUrl: string): { name: string; url: string } => ({
  name: 'Mostrador for developers',
  url: `${publicUrl}/docs#help`,
});

/** Description of a version, with a notice if it is deprecated. */
function descriptionOf({ deprecated, sunset }: ApiVersion): string {
  if (deprecated === undefined) return DESCRIPTION;
  const end = sunset === undefined ? '' : ` and may be removed after ${sunset}`;
  return `**This version is deprecated since ${deprecated}${end}.**\n\n${DESCRIPTION}`;
}

function securityScheme(authUrl: string): JsonObject {
  return {
    type: 'oauth2',
    description: 'Authorization code with PKCE (S256), for confidential clients.',
    flows: {
      authorizationCode: {
        authorizationUrl: `${authUrl}/oauth/apps/authorize`,
        tokenUrl: `${authUrl}/oauth/apps/token`,
        refreshUrl: `${authUrl}/oauth/apps/token`,
        scopes: Object.fromEntries(SCOPE_NAMES.map((scope) => [scope, SCOPES[scope].en])),
      },
    },
  };
}

function componentSchemas(version: ApiVersion): JsonObject {
  const names = schemaNames(version.components);
  const all = { ...version.components, Problem: problemSchema, TooManyRequests: tooManyRequestsSchema };
  return Object.fromEntries(
    Object.entries(all).map(([name, schema]) => [name, responseSchema(schema, names)]),
  );
}

/** Components that are referenced in `from`; unused components would only confuse readers. */
function usedIn(from: JsonObject, kind: string, components: JsonObject): JsonObject {
  const text = JSON.stringify(from);
  return Object.fromEntries(
    Object.entries(components).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)),
  );
}

/** OpenAPI 3.1 document of a version, derived from its routes. */
export function openApiDocument(
  version: ApiVersion,
  { publicUrl, authUrl = publicUrl }: OpenApiUrls,
): OpenApiDocument {
  const sent = webhooks(version);
  const used = new Set(Object.values(version.routes).map(({ tag }) => tag));
  if (Object.keys(sent).length > 0) used.add(WEBHOOKS_TAG);
  const allPaths = paths(version.routes, schemaNames(version.components));
  const responses = usedIn(allPaths, 'responses', errorResponses(`${publicUrl}/docs`));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Mostrador public API',
      version: version.prefix,
      summary: 'API for the apps that merchants install on their stores.',
      description: descriptionOf(version),
      contact: contactOf(publicUrl),
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: `${publicUrl}/api/public/${version.prefix}`, description: 'This deployment.' }],
    externalDocs: { description: 'Guides', url: `${publicUrl}/docs` },
    tags: [...used].map((name) => ({ name, description: TAGS[name] ?? name })),
    security: [{ oauth2: [] }],
    paths: allPaths,
    webhooks: sent,
    components: {
      schemas: componentSchemas(version),
      headers: usedIn({ allPaths, responses }, 'headers', HEADERS),
      responses,
      securitySchemes: { oauth2: securityScheme(authUrl) },
    },
  };
}
