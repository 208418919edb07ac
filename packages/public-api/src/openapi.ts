import { problemSchema, tooManyRequestsSchema } from './problem.ts';
import { SCOPES, SCOPE_NAMES } from './scopes.ts';
import type { ApiVersion } from './versions.ts';
import { HEADERS, errorResponses } from './openapi/errors.ts';
import { paths } from './openapi/operations.ts';
import { responseSchema, schemaNames } from './openapi/schemas.ts';
import type { JsonObject, OpenApiDocument } from './openapi/types.ts';
import { webhooks, WEBHOOKS_TAG } from './openapi/webhooks.ts';

export type { JsonObject, OpenApiDocument } from './openapi/types.ts';

/** Where the deployment is reached. URLs without a slash at their end. */
export interface OpenApiPlace {
  /** Origin of the API and of the documentation, e.g. `https://commerce.example`. */
  publicUrl: string;
  /** Origin of the OAuth endpoints; the same when left out. */
  authUrl?: string;
}

const TAGS: Record<string, string> = {
  Store: 'The merchant account that the app is installed on.',
  Shops: 'The branches of the store.',
  Catalogue: 'Categories and brands, which products refer to.',
  Products: 'Products with their variants and base prices.',
  Prices: 'What buyers pay at a shop.',
  Stock: 'What a shop has on hand and can sell.',
  Orders: 'Sales.',
  Customers: 'The customers of the store.',
  Installation: 'The app’s own installation on the store.',
  Events: 'What has happened in the store, to be read instead of received.',
  [WEBHOOKS_TAG]: 'What has happened in the store, sent to the URL of the app.',
};

const DESCRIPTION = `The store of a merchant, for the apps that the merchant installed: read its shops, catalogue, prices, stock, orders and
customers.

- Every request carries \`Authorization: Bearer <access token>\`; tokens come from OAuth 2.0 (authorization code with PKCE).
- Requests come from servers only: there is no CORS.
- One resource is answered as \`{ "data": … }\`, a collection as \`{ "data": [ … ], "next_cursor": … }\`.
- Amounts are pesos, moments are ISO 8601 in UTC, what is missing is \`null\`.
- A parameter or field that is not documented is refused, never ignored.
- Limits: bodies of 1 MiB, pages of 100 (prices: 25), requests per installation by the plan of the store (see the headers
  \`RateLimit-Policy\` and \`RateLimit\`).`;

function securityScheme(authUrl: string): JsonObject {
  return {
    type: 'oauth2',
    description: 'Authorization code with PKCE (S256); the client is confidential.',
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

/** What of the components is referred to in `from`; a component that nothing uses only puzzles the reader. */
function usedIn(from: JsonObject, kind: string, components: JsonObject): JsonObject {
  const text = JSON.stringify(from);
  return Object.fromEntries(
    Object.entries(components).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)),
  );
}

/** The OpenAPI 3.1 document of a version, made from its routes. */
export function openApiDocument(
  version: ApiVersion,
  { publicUrl, authUrl = publicUrl }: OpenApiPlace,
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
      summary: 'Stores, for the apps installed on them.',
      description: DESCRIPTION,
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
