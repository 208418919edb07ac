import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { versions } from '@commerce/public-api/versions.ts';
import { docsRouter } from '../../src/docs/router.ts';
import { servedSite, type ServedSite } from './built-site.ts';

let site: ServedSite;

beforeAll(async () => {
  site = await servedSite();
});
afterAll(() => site.stop());

const get = (path: string, init?: RequestInit) => fetch(`${site.origin}${path}`, init);
const policyOf = (response: Response) => response.headers.get('content-security-policy');

describe('the OpenAPI document', () => {
  const path = '/api/public/2026-10/openapi.json';

  test('is public, cacheable, and without CORS headers', async () => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=300');
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(await response.json()).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: 'https://commerce.test/api/public/2026-10' }],
    });
  });

  test('is not sent again to a client that has it', async () => {
    const etag = (await get(path)).headers.get('etag')!;
    const response = await get(path, { headers: { 'If-None-Match': `"other", ${etag}` } });
    expect([response.status, await response.text()]).toEqual([304, '']);
    expect((await get(path, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
  });

  test('answers HEAD without a body, and leaves other methods and versions to the gateway', async () => {
    const head = await get(path, { method: 'HEAD' });
    expect([head.status, Number(head.headers.get('content-length')) > 1_000, await head.text()]).toEqual([
      200,
      true,
      '',
    ]);
    expect(await (await get(path, { method: 'POST' })).text()).toBe('the gateway');
    expect(await (await get('/api/public/2020-01/openapi.json')).text()).toBe('the gateway');
  });
});

describe('guides', () => {
  test.each([
    '/docs',
    '/docs/',
    '/docs/quick-start',
    '/docs/errors/not_found',
    '/docs/reference/2026-10/products',
    '/docs/search',
  ])('%s is a page that runs only scripts of this origin', async (path) => {
    const response = await get(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(policyOf(response)).toMatch(/^default-src 'none'; script-src 'self'; connect-src 'self'; /);
    expect(policyOf(response)).not.toMatch(/unsafe|http|blob/);
  });

  test('contain the address of this deployment', async () => {
    expect(await (await get('/docs')).text()).toContain('https://commerce.test/api/public/2026-10');
  });

  test.each([
    '/docs/nope',
    '/docs/errors/nope',
    '/docs/not-found',
    '/docs/__proto__',
    '/docs/reference/2020-01',
    '/docs/..%2f..%2fpackage',
    '/docs/assets/..%2fpages%2findex.html',
    '/docs/assets/nope.js',
  ])('%s is answered with a not-found page', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('Page not found');
  });
});

describe('the reference', () => {
  test('begins at the newest version', async () => {
    const response = await get('/docs/reference', { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/docs/reference/2026-10']);
  });

  test('shows every operation without scripts, with the address of this deployment', async () => {
    const overview = await (await get('/docs/reference/2026-10')).text();
    for (const { summary } of Object.values(versions.at(-1)!.routes))
      expect(overview).toContain(`>${summary}</a>`);
    const page = await (await get('/docs/reference/2026-10/stock')).text();
    expect(page).toContain('https://commerce.test/api/public/2026-10/stock?shop=$SHOP');
  });
});

describe('the search', () => {
  test('answers a page of results to a form without scripts, bounded in its input', async () => {
    const response = await get(
      `/docs/search?q=${encodeURIComponent(`webhook ${'x'.repeat(5_000)}`)}&q=other`,
    );
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);
    const html = await response.text();
    expect(html).toMatch(/<ol class="results"><li><a href="\/docs\//);
    expect(/name="q" value="([^"]+)"/.exec(html)![1]!.length).toBe(100);
    expect(await (await get('/docs')).text()).toContain('action="/docs/search"');
  });

  test('takes malformed encoding as text', async () => {
    for (const query of ['%', '%ff', 'q=%', '?q=%zz', 'q[]=x'])
      expect((await get(`/docs/search?${query}`)).status).toBe(200);
  });
});

describe('other forms of the pages', () => {
  test.each([
    ['/docs/index.md', 'text/markdown; charset=utf-8', '# Mostrador API'],
    ['/docs/errors/not_found.md', 'text/markdown; charset=utf-8', '# not_found'],
    ['/docs/reference/2026-10/orders.md', 'text/markdown; charset=utf-8', '# Orders'],
    ['/docs/llms.txt', 'text/plain; charset=utf-8', '# Mostrador API\n\n> '],
    ['/llms.txt', 'text/plain; charset=utf-8', '# Mostrador API\n\n> '],
    ['/docs/changelog.xml', 'application/atom+xml; charset=utf-8', '<?xml version="1.0" encoding="utf-8"?>'],
  ])('%s is %s', async (path, type, beginning) => {
    const response = await get(path);
    const text = await response.text();
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    expect(text.slice(0, beginning.length)).toBe(beginning);
    expect(text).not.toContain('{{');
  });

  test('every page links to its Markdown, which has the same heading', async () => {
    const html = await (await get('/docs/oauth')).text();
    const [, path] = /<link rel="alternate" type="text\/markdown" href="([^"]+)">/.exec(html)!;
    expect(html).toContain(`<a href="${path}">View as Markdown</a>`);
    expect(await (await get(path!)).text()).toMatch(/^# OAuth, step by step\n/);
  });

  test('an asset is immutable only with the hash of its content', async () => {
    const [address] = /\/docs\/assets\/docs\.js\?v=[\w-]+/.exec(await (await get('/docs')).text())!;
    const cached = async (path: string) => (await get(path)).headers.get('cache-control');
    expect(await cached(address)).toBe('public, max-age=31536000, immutable');
    expect(await cached('/docs/assets/docs.js?v=older')).toBe('public, max-age=300');
    expect(await cached('/docs/assets/docs.js')).toBe('public, max-age=300');
  });
});

test('a gateway without the built site does not start', () => {
  const siteFolder = new URL('./nowhere/', import.meta.url);
  expect(() => docsRouter({ publicUrl: 'https://commerce.test', versions, siteFolder })).toThrow('not built');
});
