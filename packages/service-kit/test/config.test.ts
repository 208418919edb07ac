import { describe, expect, test } from 'vitest';
import { serviceSettings } from '../src/base-config.ts';
import { ConfigError, loadConfig, required, text, withDefault } from '../src/config.ts';

const settings = {
  PORT: withDefault(text.port(), '4000', { description: 'A port.' }),
  URL: required(text.url('https'), { description: 'A URL.', example: 'https://example.com' }),
  PASSWORD: required(text.integer({ min: 10 }), {
    description: 'A secret number.',
    example: '10',
    secret: true,
  }),
};

const failure = (env: NodeJS.ProcessEnv): string => {
  try {
    loadConfig(settings, env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  throw new Error('the configuration was accepted');
};

describe('configuration', () => {
  test('configuration has typed values and defaults, and treats an empty variable as absent', () => {
    const config = loadConfig(settings, { PORT: '', URL: 'https://shop.example.com', PASSWORD: '12' });
    expect(config).toEqual({ PORT: 4000, URL: 'https://shop.example.com', PASSWORD: 12 });
  });

  test('a configuration error names every bad key with the problem and an example', () => {
    const message = failure({ PORT: '70000', PASSWORD: '12' });
    expect(message).toMatch(/PORT: .*70000/);
    expect(message).toMatch(/URL: is required.*Example: https:\/\/example\.com/);
  });

  test('a configuration error does not contain the value of a secret', () => {
    expect(failure({ URL: 'https://a.example', PASSWORD: '7' })).not.toContain('"7"');
  });

  test.each([
    ['DATABASE_URL', 'mysql://x'],
    ['NATS_URL', 'localhost:4222'],
    ['GRPC_PORT', 'http'],
    ['LOG_LEVEL', 'loud'],
    ['DATABASE_POOL_SIZE', '0'],
  ])('a service refuses %s=%s', (key, value) => {
    const good = { DATABASE_URL: 'postgresql://a@b/c', NATS_URL: 'nats://n:4222' };
    expect(() => loadConfig(serviceSettings, { ...good, [key]: value })).toThrow(
      new RegExp(`^Bad configuration:\n  ${key}: `),
    );
  });
});
