import * as z from 'zod';
import { EndpointState } from '@commerce/proto/commerce/webhooks/v1/values.ts';
import { enumNames } from '@commerce/proto/enum.ts';
import { id, timestamp } from './common.ts';

const requestLimit = z
  .strictObject({
    per_minute: z.int().describe('Requests per minute.'),
    burst: z.int().describe('Maximum number of requests at once.'),
    remaining: z
      .int()
      .describe('Requests that you may send now. The header `RateLimit` has the number after this request.'),
  })
  .describe('Rate limit of the installation.');

const appLimit = z
  .strictObject({
    limit: z.int().describe('Maximum number of apps of the store.'),
    used: z.int().describe('Number of apps that the store has installed.'),
  })
  .describe('Apps of the store.');

const webhook = z
  .strictObject({
    url: z.string().describe('URL that events are sent to.'),
    event_types: z.array(z.string()).describe('Event types that the app has subscribed to.'),
    state: z.enum(enumNames(EndpointState)).describe('`disabled` after failing for 48 hours.'),
    failing_since: timestamp(
      'Time of the first of the current failures; null if the last attempt succeeded.',
    ).nullable(),
    disabled_at: timestamp('Time at which it was disabled; null while it is active.').nullable(),
  })
  .nullable()
  .describe('Webhook of the app; null without one.');

/** Installation, an addition to the contract (decisions, "Additions to the contract"). */
export const installationSchema = z
  .strictObject({
    id: id('Id of the installation.'),
    store: z
      .strictObject({ id: id('Id of the store.'), name: z.string().describe('Name of the store.') })
      .describe('Store that the app is installed on.'),
    scopes: z
      .array(z.string())
      .describe('Granted scopes. An access token issued before the last authorization keeps its own.'),
    limits: z
      .strictObject({ requests: requestLimit, installed_apps: appLimit })
      .describe('Limits of the store’s plan, and what is used of them.'),
    webhook,
  })
  .describe('Installation of the access token.');

/** Installation as JSON. */
export type InstallationJson = z.output<typeof installationSchema>;

/** Response of `DELETE /installation` (contract, section 4). */
export const uninstalledSchema = z.strictObject({
  data: z.strictObject({ uninstalled: z.literal(true).describe('The app is no longer installed.') }),
});
