import { beforeAll, describe, expect, test } from 'vitest';
import { AppClient } from './install-app.ts';
import { newApp } from './new-app.ts';
import { platform } from './platform.ts';

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** Paths with the status of a GET; `api` is the root of a version. */
const pathsOf = (api: string): [string, number][] => [
  ['/', 200],
  ['/stores/no-such-store', 200],
  ['/assets/no-such-file.js', 404],
  ['/console/api/session', 200],
  ['/console/api/no-such-path', 404],
  ['/docs', 200],
  ['/docs/no-such-page', 404],
  [`${api}/openapi.json`, 200],
  ['/.well-known/oauth-authorization-server', 200],
  ['/.well-known/jwks.json', 200],
  ['/oauth/apps/authorize', 400],
  ['/oauth/apps/token', 405],
  ['/oauth/apps/consent/x', 410],
  [`${api}/store`, 200],
  [`${api}/products?limit=1`, 200],
  [`${api}/products?color=red`, 400],
  [`${api}/products/prd_x`, 404],
  [`${api}/products/`, 404],
  [`${api}/Products`, 404],
  [`${api}/%`, 404],
  ['/api/public/2025-01/products', 404],
  ['/api/public', 404],
  ['/no-such-path', 404],
  ['/%E0%A4%A', 404],
  ['/.git/config', 404],
];

/** Tests the headers of responses of every kind, with those of a version. @param origin URL of a gateway, once the tests run */
export function testEveryResponse(version: string, origin: () => string): void {
  const {
    demo,
    gateways: [issuer],
  } = platform();
  const api = `/api/public/${version}`;
  let token: string;
  beforeAll(async () => {
    token = (await new AppClient(issuer, await newApp()).install(demo.stores[1].owner)).access_token;
  });

  describe('every response', () => {
    test('every response has the security headers and a request id, and neither CORS headers nor X-Powered-By', async () => {
      for (const [path, status] of pathsOf(api)) {
        for (const method of ['GET', 'HEAD', 'OPTIONS']) {
          const answer = await fetch(`${origin()}${path}`, {
            method,
            redirect: 'manual',
            headers: {
              authorization: `Bearer ${token}`,
              origin: 'https://evil.example',
              'access-control-request-method': 'GET',
              'access-control-request-headers': 'authorization',
            },
          });
          await answer.arrayBuffer();
          if (method === 'GET') expect([path, answer.status]).toEqual([path, status]);
          expect([path, answer.status < 500]).toEqual([path, true]);
          const names = [...answer.headers.keys()];
          expect(names.filter((name) => /^access-control-|^x-powered-by$|^server$/.test(name))).toEqual([]);
          expect(answer.headers.get('x-request-id')).toMatch(REQUEST_ID);
          expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
          expect(answer.headers.get('x-frame-options')).toBe('DENY');
          expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
          const policy = answer.headers.get('content-security-policy')!;
          expect([path, policy]).toEqual([
            path,
            expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'none'/),
          ]);
          expect(policy).not.toContain('unsafe');
          if (path.startsWith(api) && !path.endsWith('openapi.json'))
            expect(answer.headers.get('cache-control')).toBe('no-store');
        }
      }
    });

    test('a response to HEAD is that to GET without its body', async () => {
      for (const [path] of pathsOf(api)) {
        const ask = async (method: string) => {
          const headers = { authorization: `Bearer ${token}`, 'x-request-id': 'the-same' };
          const answer = await fetch(`${origin()}${path}`, { method, redirect: 'manual', headers });
          const text = await answer.text();
          const kept = [
            'content-type',
            'content-length',
            'location',
            'cache-control',
            'allow',
            'x-request-id',
          ];
          return { status: answer.status, text, headers: kept.map((name) => answer.headers.get(name)) };
        };
        const [get, head] = [await ask('GET'), await ask('HEAD')];
        expect([path, head.status, head.text]).toEqual([path, get.status, '']);
        // The response to HEAD may omit the length, but it must not differ (RFC 9110, 9.3.2).
        if (head.headers[1] === null) get.headers[1] = null;
        expect([path, ...head.headers]).toEqual([path, ...get.headers]);
      }
    });
  });
}
