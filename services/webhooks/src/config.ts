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
import { addressRanges } from '@commerce/service-kit/outbound/public-address.ts';
import type { UrlPolicy } from '@commerce/service-kit/outbound/public-url.ts';

const rangesOf = (list: string): string[] => list.split(',').map((range) => range.trim());

const cidrs = text
  .string()
  .refine((list) => addressRanges(rangesOf(list)) !== undefined, 'must be ranges like 127.0.0.0/8,::1/128')
  .transform((list) => addressRanges(rangesOf(list))!);

export const settings = {
  ...serviceSettings,
  ENCRYPTION_KEYS: required(secretBoxSchema, {
    description:
      "Keys that encrypt the endpoints' secrets in the database, newest first; older keys still decrypt.",
    example: 'k1:MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
    secret: true,
  }),
  WEBHOOK_ALLOW_HTTP: withDefault(text.boolean(), 'false', {
    description: 'Allows http endpoints. For the local stack only; refused in production.',
  }),
  WEBHOOK_ALLOWED_CIDRS: optional(cidrs, {
    description:
      'Private address ranges where endpoints are allowed. For the local stack only; refused in production.',
    example: '127.0.0.0/8',
  }),
  WEBHOOK_CONCURRENCY: withDefault(text.integer({ min: 1, max: 1000 }), '64', {
    description:
      'Concurrent attempts of a process at healthy endpoints, and as many again at endpoints that are failing or have not responded for a second.',
  }),
  WEBHOOK_ENDPOINT_CONCURRENCY: withDefault(text.integer({ min: 1, max: 1000 }), '8', {
    description:
      'Concurrent attempts of a process at one endpoint. A failing endpoint gets one attempt at a time.',
  }),
  WEBHOOK_EXTRA_CA_FILE: optional(text.string(), {
    description:
      'File of additional certificate authorities (PEM) trusted for endpoints, for tests and receivers in a private network.',
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

/**
 * The URL policy of the settings.
 * @throws ConfigError when production has a setting of the local stack
 */
export function urlPolicyOf(
  config: Pick<Config, 'NODE_ENV' | 'WEBHOOK_ALLOW_HTTP' | 'WEBHOOK_ALLOWED_CIDRS'>,
): UrlPolicy {
  const { NODE_ENV, WEBHOOK_ALLOW_HTTP: allowHttp, WEBHOOK_ALLOWED_CIDRS: allowed } = config;
  if (NODE_ENV === 'production' && (allowHttp || allowed !== undefined)) {
    throw new ConfigError(
      'Bad configuration:\n  WEBHOOK_ALLOW_HTTP and WEBHOOK_ALLOWED_CIDRS are refused when NODE_ENV is production: webhooks could reach the internal network.',
    );
  }
  return { allowHttp, allowed };
}
