import { serviceAddress, serviceSettings } from '@commerce/service-kit/base-config.ts';
import {
  ConfigError,
  optional,
  required,
  text,
  withDefault,
  type ConfigOf,
} from '@commerce/service-kit/config.ts';
import { secretBoxSchema } from '@commerce/service-kit/crypto/secret-box.ts';
import { mailSettings } from '@commerce/service-kit/mail/settings.ts';
import type { UrlPolicy } from './domain/endpoint-url.ts';
import { addressRanges } from './domain/public-address.ts';

const listed = (list: string): string[] => list.split(',').map((range) => range.trim());

const cidrs = text
  .string()
  .refine((list) => addressRanges(listed(list)) !== undefined, 'must be ranges like 127.0.0.0/8,::1/128')
  .transform((list) => addressRanges(listed(list))!);

/** Settings of the webhooks service. */
export const settings = {
  ...serviceSettings,
  ENCRYPTION_KEYS: required(secretBoxSchema, {
    description:
      "Keys that encrypt the endpoints' secrets in the database, the newest first; the older ones still decrypt.",
    example: 'k1:MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
    secret: true,
  }),
  WEBHOOK_ALLOW_HTTP: withDefault(text.boolean(), 'false', {
    description: 'Whether an endpoint may be http. For the local stack only: refused in production.',
  }),
  WEBHOOK_ALLOWED_CIDRS: optional(cidrs, {
    description:
      'Ranges of addresses that are not public but may have endpoints. For the local stack only: refused in production.',
    example: '127.0.0.0/8',
  }),
  WEBHOOK_CONCURRENCY: withDefault(text.integer({ min: 1, max: 1000 }), '64', {
    description:
      'Attempts that a process makes at once; and as many again at endpoints that are failing or have not answered for a second.',
  }),
  WEBHOOK_ENDPOINT_CONCURRENCY: withDefault(text.integer({ min: 1, max: 1000 }), '8', {
    description:
      'Attempts that a process makes at once at one endpoint; at one that is failing it makes a single one.',
  }),
  WEBHOOK_EXTRA_CA_FILE: optional(text.string(), {
    description:
      'A file of certificate authorities (PEM) that are trusted for endpoints beside the usual ones, for tests and receivers of a private network.',
    example: '/etc/commerce/receivers-ca.pem',
  }),
  ...mailSettings,
  AUTH_ADDRESS: serviceAddress('auth'),
  CATALOG_ADDRESS: serviceAddress('catalog'),
  INVENTORY_ADDRESS: serviceAddress('inventory'),
  ORDERS_ADDRESS: serviceAddress('orders'),
  CUSTOMERS_ADDRESS: serviceAddress('customers'),
};

export type Config = ConfigOf<typeof settings>;

/** Who may call this service. */
export const callers = ['gateway', 'customers'];

/**
 * What the settings let an endpoint's URL be.
 * @throws ConfigError when production is given what only the local stack may have
 */
export function urlPolicyOf(
  config: Pick<Config, 'NODE_ENV' | 'WEBHOOK_ALLOW_HTTP' | 'WEBHOOK_ALLOWED_CIDRS'>,
): UrlPolicy {
  const { NODE_ENV, WEBHOOK_ALLOW_HTTP: allowHttp, WEBHOOK_ALLOWED_CIDRS: allowed } = config;
  if (NODE_ENV === 'production' && (allowHttp || allowed !== undefined)) {
    throw new ConfigError(
      'Bad configuration:\n  WEBHOOK_ALLOW_HTTP and WEBHOOK_ALLOWED_CIDRS are refused when NODE_ENV is production: webhooks would reach inside the network.',
    );
  }
  return { allowHttp, allowed };
}
