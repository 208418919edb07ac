import type { ApiVersion, EventDoc } from '../versions.ts';
import { schemaNames } from './schemas.ts';
import type { JsonObject } from './types.ts';

/** Tag of the webhooks. */
export const WEBHOOKS_TAG = 'Webhooks';

const HEADERS: [name: string, description: string][] = [
  ['X-Service-Event', 'Type of the event.'],
  [
    'X-Service-Event-Id',
    'Id of the event, the same in retries and replays. Ignore events that you have already processed.',
  ],
  ['X-Service-Delivery', 'Id of the delivery. A replay has a different one.'],
  ['X-Service-Store', 'Id of the store; absent for `ping`.'],
  ['X-Service-Test', '`true` for a test event, sent from the portal; absent otherwise.'],
  ['X-Service-Timestamp', 'Unix seconds of the attempt.'],
  ['X-Service-Signature', '`v1=` and the hexadecimal HMAC-SHA256 of `<timestamp>.<raw body>`.'],
  ['webhook-id', 'Id of the event (Standard Webhooks).'],
  ['webhook-timestamp', 'Unix seconds of the attempt (Standard Webhooks).'],
  ['webhook-signature', 'Signature of Standard Webhooks.'],
];

const OPTIONAL = ['X-Service-Store', 'X-Service-Test'];

const parameters = HEADERS.map(([name, description]) => ({
  name,
  in: 'header',
  required: !OPTIONAL.includes(name),
  description,
  schema: { type: 'string' },
}));

function webhook(type: string, { schema, example, scope }: EventDoc, name: string): JsonObject {
  const always = type === 'ping' ? 'Requires' : 'Always sent; requires';
  const needs =
    scope === null ? `${always} no subscription and no scope.` : `Requires the scope \`${scope}\`.`;
  return {
    post: {
      operationId: `receive${name}`,
      summary: type,
      description: `${schema.description}\n\n${needs}`,
      tags: [WEBHOOKS_TAG],
      security: [],
      parameters,
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { $ref: `#/components/schemas/${name}` },
            example: example as JsonObject,
          },
        },
      },
      responses: {
        '2XX': { description: 'Received within 5 seconds. Any other response is retried.' },
      },
    },
  };
}

/** OpenAPI webhooks of a version, by event type. */
export function webhooks({ events, components }: ApiVersion): JsonObject {
  const names = schemaNames(components);
  return Object.fromEntries(
    Object.entries(events).map(([type, doc]) => [type, webhook(type, doc, names.get(doc.schema)!)]),
  );
}
