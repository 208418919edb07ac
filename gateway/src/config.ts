import { serviceAddress, processSettings } from '@commerce/service-kit/base-config.ts';
import { keyRingSchema } from '@commerce/service-kit/crypto/key-ring.ts';
import { optional, required, text, withDefault, type ConfigOf } from '@commerce/service-kit/config.ts';

/** Settings of the gateway. */
export const settings = {
  ...processSettings,
  HTTP_HOST: withDefault(text.string(), '0.0.0.0', { description: 'Address on which HTTP listens.' }),
  HTTP_PORT: withDefault(text.port(), '4000', { description: 'Port on which HTTP listens.' }),
  PUBLIC_URL: required(text.url('http', 'https'), {
    description:
      'URL at which people and apps reach the gateway, without a trailing slash. Also the OAuth issuer.',
    example: 'https://commerce.example.com',
  }),
  TRUSTED_PROXIES: optional(text.string(), {
    description:
      'Proxies whose X-Forwarded-For is trusted: CIDRs or names (loopback, linklocal, uniquelocal), comma-separated. If unset, the header is ignored, and limits per client address use the address of the connection.',
    example: '10.0.12.0/24',
  }),
  REQUEST_TIMEOUT_MS: withDefault(text.integer({ min: 100 }), '10000', {
    description: 'Maximum duration of a request, in ms; a request that takes longer is answered with 504.',
  }),
  RENDERED_CACHE_MIB: withDefault(text.integer({ min: 1 }), '64', {
    description:
      'Size of the cache of products, orders, customers, pages of prices and stock, and their JSON, in MiB. It is keyed by version, so it never returns stale data.',
  }),
  CURSOR_KEYS: required(keyRingSchema, {
    description: 'Keys that authenticate cursors, newest first: name:base64 of 32 bytes, comma-separated.',
    example: 'k1:MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
    secret: true,
  }),
  AUTH_ADDRESS: serviceAddress('auth'),
  CATALOG_ADDRESS: serviceAddress('catalog'),
  PRICING_ADDRESS: serviceAddress('pricing'),
  INVENTORY_ADDRESS: serviceAddress('inventory'),
  ORDERS_ADDRESS: serviceAddress('orders'),
  CUSTOMERS_ADDRESS: serviceAddress('customers'),
  WEBHOOKS_ADDRESS: serviceAddress('webhooks'),
};

export type Config = ConfigOf<typeof settings>;
