import { randomBytes } from 'node:crypto';
import { Fault, type FaultDetail } from '@commerce/service-kit/fault.ts';
import { checkEndpointUrl, type UrlPolicy } from './endpoint-url.ts';
import { sortEventTypes } from './event-types.ts';

const SECRET_BYTES = 32;
/** How much of a bad name an error repeats, in characters. */
const SHOWN = 64;

/** What an app says of its endpoint. */
export interface EndpointFields {
  url: string;
  eventTypes: string[];
}

/**
 * The fields, normalised.
 * @throws Fault that lists everything wrong with them at once
 */
export function requireEndpointFields(
  { url, eventTypes }: EndpointFields,
  policy: UrlPolicy,
): EndpointFields {
  const checked = checkEndpointUrl(url, policy);
  const { types, unknown } = sortEventTypes(eventTypes);
  if ('url' in checked && unknown.length === 0) return { url: checked.url, eventTypes: types };
  const details: FaultDetail[] = [
    ...('problems' in checked ? checked.problems : []).map((wrong) => ({ ...wrong, field: 'url' })),
    ...unknown.map((name) => ({
      reason: 'invalid_value',
      field: 'event_types',
      message: `No such event type: ${name.slice(0, SHOWN)}`,
    })),
  ];
  throw new Fault('invalid_request', 'The request is not valid.', { details });
}

/** A new webhook secret: `whsec_` and the base64 of 32 random bytes. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** What an app's secret is sealed for. */
export const secretPurpose = (appId: string): string => `webhook-secret:${appId}`;
