import { randomBytes } from 'node:crypto';
import type { EventVersions } from '@commerce/public-api/events/versions.ts';
import { FieldErrors } from '@commerce/service-kit/fields.ts';
import { checkPublicUrl, type UrlPolicy } from '@commerce/service-kit/outbound/public-url.ts';
import { sortEventTypes } from './event-types.ts';

const SECRET_BYTES = 32;
/** Length to which an error message cuts an unknown event type, in characters. */
const MAX_SHOWN = 64;

/** The fields of an endpoint that its app sets. */
export interface EndpointFields {
  url: string;
  eventTypes: string[];
  /** Undefined to keep the version; a new endpoint then has the newest. */
  apiVersion?: string;
}

/**
 * Validates and normalizes the fields.
 * @throws Fault that lists every problem
 */
export function requireEndpointFields(
  { url, eventTypes, apiVersion }: EndpointFields,
  { policy, versions }: { policy: UrlPolicy; versions: EventVersions },
): EndpointFields {
  const errors = new FieldErrors();
  const checked = checkPublicUrl(url, policy);
  const problems = 'problems' in checked ? checked.problems : [];
  for (const { message, reason } of problems) errors.add('url', message, reason);
  const { types, unknown } = sortEventTypes(eventTypes);
  for (const name of unknown) errors.add('event_types', `No such event type: ${name.slice(0, MAX_SHOWN)}`);
  if (apiVersion !== undefined && !versions.some(({ prefix }) => prefix === apiVersion))
    errors.add('api_version', `No such version: ${apiVersion.slice(0, MAX_SHOWN)}`);
  errors.throwIfAny();
  return { url: 'url' in checked ? checked.url : url, eventTypes: types, apiVersion };
}

/** Generates a webhook secret: `whsec_` and the base64 of 32 random bytes. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** The purpose that an app's secret is sealed for. */
export const secretPurpose = (appId: string): string => `webhook-secret:${appId}`;
