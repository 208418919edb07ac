import { describe, expect, test } from 'vitest';
import { ConfigError, loadConfig } from '@commerce/service-kit/config.ts';
import { settings, urlPolicyOf } from '../src/config.ts';
import { checkPublicUrl } from '@commerce/service-kit/outbound/public-url.ts';

const base = {
  DATABASE_URL: 'postgresql://u:p@localhost/webhooks',
  NATS_URL: 'nats://localhost:4222',
  AUTH_ADDRESS: 'auth:50051',
  CATALOG_ADDRESS: 'catalog:50051',
  INVENTORY_ADDRESS: 'inventory:50051',
  ORDERS_ADDRESS: 'orders:50051',
  CUSTOMERS_ADDRESS: 'customers:50051',
  ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
};
const policy = (env: Record<string, string>) => urlPolicyOf(loadConfig(settings, { ...base, ...env }));

describe('settings of the local stack', () => {
  const loose: Record<string, string>[] = [
    { WEBHOOK_ALLOW_HTTP: 'true' },
    { WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' },
  ];

  test.each(loose)(
    'the settings of the local stack are refused in production, which is the default: %j',
    (env) => {
      expect(() => policy(env)).toThrow(ConfigError);
      expect(() => policy({ ...env, NODE_ENV: 'production' })).toThrow(ConfigError);
      expect(() => policy({ ...env, NODE_ENV: 'development' })).not.toThrow();
    },
  );

  test('the settings of the local stack allow an endpoint on loopback', () => {
    const loopback = 'http://127.0.0.1:4400/webhooks';
    const env = {
      NODE_ENV: 'development',
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8, ::1/128',
    };
    expect(checkPublicUrl(loopback, policy(env))).toEqual({ url: loopback });
    expect(checkPublicUrl(loopback, policy({ NODE_ENV: 'development' }))).toHaveProperty('problems');
    expect(checkPublicUrl(loopback, policy({}))).toHaveProperty('problems');
  });

  test.each(['127.0.0.1', '127.0.0.0/33', '::1/129', 'localhost/8', '10.0.0.0/8,', '10.0.0.0/-1'])(
    'the settings of the local stack reject a malformed range: %s',
    (ranges) => {
      expect(() => policy({ NODE_ENV: 'development', WEBHOOK_ALLOWED_CIDRS: ranges })).toThrow(ConfigError);
    },
  );
});
