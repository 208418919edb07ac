import { afterAll, beforeAll, expect, test } from 'vitest';
import { testVersions } from '../../../packages/public-api/test/versions/2099-01.ts';
import { servedSite, type ServedSite } from './built-site.ts';

let site: ServedSite;

beforeAll(async () => {
  site = await servedSite(testVersions);
});
afterAll(() => site.stop());

const textOf = async (path: string): Promise<string> => (await fetch(`${site.origin}${path}`)).text();

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

test('the reference of an older version shows the fields of that version', async () => {
  const products = await textOf('/docs/reference/2026-10/products');
  expect(products).toContain('href="/docs/reference/2026-10/fields#product"');
  const fields = await textOf('/docs/reference/2026-10/fields');
  expect(fields).toContain('<h2 id="product">');
  expect(fields).toContain('<code>weight.value</code>');
  expect(fields).not.toContain('<code>weight_value</code>');
  expect(await textOf('/docs/reference/2099-01/products')).toContain('href="/docs/resources#product"');
});

test('guides have the base URL of the newest version', async () => {
  expect(await textOf('/docs')).toContain('https://commerce.test/api/public/2099-01');
});
