import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import express from 'express';
import { testVersions } from '../../../packages/public-api/test/versions/2099-01.ts';
import { docsRouter } from '../../src/docs/router.ts';
import { builtSite, type TemporarySite } from './built-site.ts';

let temporary: TemporarySite;
let server: Server;
let origin: string;

beforeAll(async () => {
  temporary = await builtSite(testVersions);
  const app = express();
  const publicUrl = 'https://commerce.test';
  app.use(docsRouter({ publicUrl, versions: testVersions, siteFolder: temporary.folder }));
  await new Promise<void>((resolve) => (server = app.listen(0, '127.0.0.1', () => resolve())));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await temporary.remove();
});

const textOf = async (path: string): Promise<string> => (await fetch(`${origin}${path}`)).text();

test.each([
  ['/docs/reference', '2099-01'],
  ['/docs/reference/2099-01', '2099-01'],
  ['/docs/reference/2026-10', '2026-10'],
])('%s documents %s and links to every version', async (path, version) => {
  const html = await textOf(path);
  expect(html).toContain(`href="/api/public/${version}/openapi.json"`);
  const [bar = ''] = /<nav class="versions".*?<\/nav>/.exec(html) ?? [];
  const links = [...bar.matchAll(/<a href="\/docs\/reference\/([\d-]+)"( aria-current="page")?>([^<]+)</g)];
  expect(links.map(([, prefix, current, text]) => [prefix, current !== undefined, text])).toEqual([
    ['2099-01', version === '2099-01', '2099-01'],
    ['2026-10', version === '2026-10', '2026-10 (deprecated)'],
  ]);
});

test.each([
  ['2026-10', 'weight', true],
  ['2099-01', 'weight_value', false],
])(
  'the OpenAPI document of %s has its own fields and its deprecation',
  async (version, field, deprecated) => {
    const { info, components } = JSON.parse(await textOf(`/api/public/${version}/openapi.json`));
    expect(info.version).toBe(version);
    const fields = Object.keys(components.schemas.Product.properties).filter((name) =>
      name.startsWith('weight'),
    );
    expect(fields).toContain(field);
    expect(fields).toHaveLength(deprecated ? 1 : 2);
    const notice = '**This version is deprecated since 2025-01-01 and may be removed after 2026-02-01.**';
    expect(info.description.startsWith(notice)).toBe(deprecated);
  },
);

test('guides have the base URL of the newest version', async () => {
  expect(await textOf('/docs')).toContain('https://commerce.test/api/public/2099-01');
});
