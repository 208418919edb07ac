import { readFileSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openApiDocument } from '@commerce/public-api/openapi.ts';
import { PROBLEM_CODES } from '@commerce/public-api/problem.ts';
import { parametersOf } from '@commerce/public-api/query.ts';
import { versions } from '@commerce/public-api/versions.ts';
import { FAULT_STATUS } from '@commerce/service-kit/fault.ts';
import { changelogFeed } from '../../src/docs/build/changelog.ts';
import { expandMarks } from '../../src/docs/build/marks.ts';
import { renderGuide } from '../../src/docs/build/markdown.ts';
import { ERROR_PAGES, GUIDES } from '../../src/docs/build/site-map.ts';
import { fillPage, readSite } from '../../src/docs/site.ts';
import type { Site } from '../../src/docs/site.ts';
import { builtSite, guides } from './built-site.ts';
import type { TemporarySite } from './built-site.ts';

const marks = { publicUrl: 'https://commerce.test', version: '2026-10', versions };
let temporary: TemporarySite;
let site: Site;
let pages: [string, string][];

beforeAll(async () => {
  temporary = await builtSite();
  site = readSite(temporary.folder);
  pages = [...site.pages]
    .filter(([name]) => !/\.\w+$/.test(name))
    .map(([name, html]) => [name, fillPage(html, marks, site.assets)]);
});
afterAll(() => temporary.remove());

const matches = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map(([, found]) => found!);
const withoutCode = (html: string): string => html.replaceAll(/<pre[\s\S]*?<\/pre>/g, '');

describe('every page', () => {
  test('has one heading of the first level, and a title', () => {
    for (const [name, html] of pages) {
      expect([name, matches(html, /<h1>(.*?)<\/h1>/g).length]).toEqual([name, 1]);
      expect([name, html]).toEqual([name, expect.stringMatching(/<title>\w.* · Mostrador API<\/title>/)]);
    }
  });

  test('has no placeholder left, and an unknown placeholder fails the build', () => {
    for (const [name, html] of pages) expect([name, matches(html, /(\{\{.*?\}\})/g)]).toEqual([name, []]);
    expect(() => fillPage('{{nothing}}', marks, site.assets)).toThrow('{{nothing}} is not a placeholder');
    expect(() => fillPage('{{asset:none.css}}', marks, site.assets)).toThrow('does not name an asset');
  });

  test('links only to existing pages', () => {
    const anchors = new Map(pages.map(([name, html]) => [name, new Set(matches(html, / id="([^"]+)"/g))]));
    const broken = pages.flatMap(([name, html]) =>
      matches(withoutCode(html), /<a [^>]*href="([^"]+)"/g)
        .filter((link) => {
          if (/^(https:\/\/commerce\.test)?\/(api\/public\/2026-10\/openapi\.json|\.well-known\/)/.test(link))
            return false;
          // Pages of the application (web/src/routes.tsx).
          if (['https://commerce.test/', 'https://commerce.test/sign-up'].includes(link)) return false;
          // Answered by the router (router.test.ts).
          if (['/docs/reference', '/docs/search', '/docs/postman.json', '/llms.txt'].includes(link))
            return false;
          if (/\.(md|xml)$/.test(link)) return !site.pages.has(link.replace('/docs/', ''));
          const [path, anchor] = link.replace(/^https:\/\/commerce\.test(?=\/docs)/, '').split('#');
          const target = path === '' ? name : path!.replace(/^\/docs\/?/, '') || 'index';
          return !anchors.has(target) || (anchor !== undefined && !anchors.get(target)!.has(anchor));
        })
        .map((link) => `${name} -> ${link}`),
    );
    expect(broken).toEqual([]);
  });

  test('loads nothing from other origins and runs no inline scripts', () => {
    for (const [name, html] of pages) {
      const sources = matches(
        html,
        /<(?:script|img|link|iframe)(?! rel="alternate")[^>]*(?:src|href)="([^"]+)"/g,
      );
      expect([name, sources.filter((source) => !/^(\/docs\/assets\/|data:,$)/.test(source))]).toEqual([
        name,
        [],
      ]);
      expect([name, /<style|<script>| style=| on\w+=/.test(withoutCode(html))]).toEqual([name, false]);
    }
  });
});

describe('errors', () => {
  test('every code has a page with its status', () => {
    for (const [code, { status }] of Object.entries(PROBLEM_CODES))
      expect(site.pages.get(`errors/${code}`)).toContain(`Status ${status}.`);
    expect(site.pages.get('errors/too_many_requests')).toContain('Status 429.');
  });

  test('the pages that ask for a report lead to the contact of the OpenAPI document, and say how', () => {
    const url = 'https://commerce.test/docs#help';
    const { info } = openApiDocument(versions.at(-1)!, { publicUrl: marks.publicUrl });
    expect(info).toMatchObject({ contact: { url } });
    expect(new Map(pages).get('index')).toContain('<h2 id="help">');
    const reporting = pages.filter(([, html]) => html.includes(`href="${url}"`)).map(([name]) => name);
    expect(reporting).toEqual(['errors', 'errors/server_error']);
    for (const [name, html] of pages)
      expect([name, html]).toEqual([
        name,
        expect.not.stringMatching(/contact us|contact support|ask for (help|support)/i),
      ]);
  });

  test('every code of the services is a problem code', () => {
    expect(Object.keys(FAULT_STATUS).toSorted()).toEqual(Object.keys(PROBLEM_CODES).toSorted());
  });
});

describe('guides', () => {
  test('every Markdown file is a page', () => {
    const files = readdirSync(guides, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.md'),
    );
    const expected = [
      ...GUIDES.map(({ slug }) => `${slug}.md`),
      ...ERROR_PAGES.map((code) => `errors/${code}.md`),
    ];
    expect(files.toSorted()).toEqual(expected.toSorted());
  });

  test('the field tables contain every resource, and a description of every field', () => {
    const html = site.pages.get('resources')!;
    const { components, events } = versions.at(-1)!;
    for (const name of Object.keys(components).filter((each) => !/.Event$/.test(each)))
      expect(html).toContain(`id="${name.toLowerCase()}"`);
    for (const type of Object.keys(events)) expect(html).toContain(`<td><code>${type}</code></td>`);
    expect(matches(html, /<td>(.*?)<\/td>\s*<td>(?:.*?)<\/td>\s*<td><\/td>/g)).toEqual([]);
  });

  test('a field table of an unknown resource fails the build', () => {
    expect(() => expandMarks('{{fields:Nothing}}', versions.at(-1)!)).toThrow('which is not a resource');
  });

  test('the table of filters has every optional parameter of every list', () => {
    const guide = readFileSync(new URL('pagination-and-sync.md', guides), 'utf8');
    const rows = [...guide.matchAll(/^\| (`\w+`(?:, `\w+`)*) +\| (\w+(?:, \w+)*) +\|/gm)];
    const listed = rows.flatMap(([, names, lists]) =>
      names!.split(', ').flatMap((name) => lists!.split(', ').map((list) => `${list} ${name}`)),
    );
    const lists = Object.values(versions.at(-1)!.routes).filter(
      ({ query }) => 'cursor' in parametersOf(query),
    );
    const filters = lists.flatMap(({ path, query }) =>
      Object.entries(parametersOf(query))
        .filter(([name, schema]) => !['limit', 'cursor', 'price_list'].includes(name) && schema.isOptional())
        .map(([name]) => `${path.slice(1)} \`${name}\``),
    );
    expect(listed.toSorted()).toEqual(filters.toSorted());
  });

  test('show only images of docs/images, and each is served', () => {
    const shown = pages.flatMap(([, html]) => matches(html, /<img src="\/docs\/assets\/([\w-]+\.png)\?v=/g));
    expect(shown.length).toBeGreaterThan(0);
    for (const name of shown) expect([name, site.assets.get(name)?.type]).toEqual([name, 'image/png']);
    expect(() => renderGuide('![x](https://elsewhere.example/x.png)')).toThrow('is not an image');
  });

  test('code is displayed, not run', () => {
    expect(renderGuide('```html\n<script>alert("x")</script>\n```').html).toContain(
      '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;',
    );
  });
});

const entry = (date: string, title: string) => `## ${date}: ${title}\n\nSee [Orders](orders.md) & more.\n\n`;

describe('the changelog', () => {
  test('is a feed whose entries lead to their sections, newest first', () => {
    const feed = fillPage(site.pages.get('changelog.xml')!, marks, site.assets);
    const html = site.pages.get('changelog')!;
    const links = matches(feed, /<link href="https:\/\/commerce\.test\/docs\/changelog#([^"]+)"\/>/g);
    expect(links.length).toBe(matches(html, /<h2 (id)=/g).length);
    for (const anchor of links) expect(html).toContain(`<h2 id="${anchor}">`);
    const dates = matches(feed, /<updated>(.*?)<\/updated>/g);
    expect(dates).toEqual([dates[0], ...dates.slice(1).toSorted().toReversed()]);
  });

  test('an entry of the feed is escaped HTML with absolute links', () => {
    const feed = changelogFeed(`# Changelog\n\n${entry('2026-12-01', 'A < B')}${entry('2026-11-01', 'C')}`);
    expect(feed).toContain('<title>A &lt; B</title>');
    expect(feed).toContain('&lt;a href=&quot;{{docs_url}}/orders&quot;&gt;Orders&lt;/a&gt; &amp;amp; more');
    expect(() => changelogFeed('# Changelog\n\n## Soon\n')).toThrow('no entries');
  });
});

test('llms.txt lists the Markdown of every page with its summary', () => {
  const text = fillPage(site.pages.get('llms.txt')!, marks, site.assets);
  const listed = matches(text, /^- \[[^\]]+\]\(https:\/\/commerce\.test\/docs\/([^)]+)\): [A-Z\d`].*\.$/gm);
  expect(listed.toSorted()).toEqual([...site.pages.keys()].filter((name) => name.endsWith('.md')).toSorted());
});
