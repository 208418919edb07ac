import { randomBytes } from 'node:crypto';
import { Fault, type FaultDetail } from '@commerce/service-kit/fault.ts';
import { checkEndpointUrl, type UrlPolicy } from './endpoint-url.ts';
import { sortEventTypes } from './event-types.ts';

const SECRET_BYTES = 32;
/** Length to which an error message cuts an unknown event type, in characters. */
const MAX_SHOWN = 64;

/** The fields of an endpoint that its app sets. */
export interface EndpointFields {
  url: string;
  eventTypes: string[];
}

/**
 * Validates and normalizes the fields.
 * @throws Fault that lists every problem
 */
export function requireEndpointFields(
  { url, eventTypes }: EndpointFields,
  policy: UrlPolicy,
): EndpointFields {
  const checked = checkEndpointUrl(url, policy);
  const { types, unknown } = sortEventTypes(eventTypes);
  if ('url' in checked && unknown.length === 0) return { url: checked.url, eventTypes: types };
  const details: FaultDetail[] = [
    ...('problems' in checked ? checked.problems : []).map((problem) => ({ ...problem, field: 'url' })),
    ...unknown.map((name) => ({
      reason: 'invalid_value',
      field: 'event_types',
      message: `No such event type: ${name.slice(0, MAX_SHOWN)}`,
    })),
  ];
  throw new Fault('invalid_request', 'The request is not valid.', { details });
}

/** Generates a webhook secret: `whsec_` and the base64 of 32 random bytes. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** The purpose that an app's secret is sealed for. */
export const secretPurpose = (appId: string): string => `webhook-secret:${appId}`;
