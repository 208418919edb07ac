import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resultPage, searchBy, searchIndex } from '../../src/docs/search.ts';
import { readSite } from '../../src/docs/site.ts';
import type { Site } from '../../src/docs/site.ts';
import { builtSite } from './built-site.ts';
import type { TemporarySite } from './built-site.ts';

let temporary: TemporarySite;
let site: Site;
let search: ReturnType<typeof searchBy>;

beforeAll(async () => {
  temporary = await builtSite();
  site = readSite(temporary.folder);
  search = searchBy(site.searchIndex);
});
afterAll(() => temporary.remove());

const first = (query: string): string | undefined => search(query)[0]?.id;

describe('the search', () => {
  test.each([
    ['X-Service-Signature', '/docs/webhooks#is-it-really-from-us'],
    ['idempotency key', '/docs/writing#exactly-once-the-idempotency-key'],
    ['refresh token', '/docs/oauth#5-refresh'],
    ['insufficient_stock', '/docs/errors/conflict'],
  ])('finds %j in %s', (query, section) => {
    expect(
      search(query)
        .slice(0, 5)
        .map(({ id }) => id),
    ).toContain(section);
  });

  test('finds the beginning of a word and a misspelled one', () => {
    expect(search('idempot').length).toBeGreaterThan(0);
    expect(search('webhoks').length).toBeGreaterThan(0);
  });

  test('prefers sections with all words, and otherwise finds any of them', () => {
    expect(first('rate limits zzzzzz')).toBe(first('rate limits'));
  });

  test('finds every page by its title', () => {
    for (const name of [...site.pages.keys()].filter((each) => /^errors\/\w+$/.test(each)))
      expect(search(name.slice('errors/'.length)).map(({ id }) => id)).toContain(`/docs/${name}`);
  });

  test('has at most 20 results, however long the query', () => {
    expect(search('the').length).toBe(20);
    expect(search('the order of '.repeat(10_000)).length).toBe(20);
  });
});

test('sections of the reference are operations', () => {
  expect(search('list orders')[0]?.id).toBe('/docs/reference/2026-10/orders#list-orders');
  expect(
    search('errors')
      .filter(({ id }) => /reference.*#.*errors/.test(id))
      .map(({ id }) => id),
  ).toEqual(['/docs/reference/2026-10#errors-of-all-operations']);
});

/** The search of a site with one section. */
const one = (text: string) => searchBy(searchIndex([{ id: '/docs/x#y', page: 'A', heading: 'B', text }]));

describe('the page of results', () => {
  const template = '<input value=""><!--results-->';

  test('links to the section, with its page and heading, and marks the matches in their context', () => {
    const text = `${'before '.repeat(50)}Rate <limits> here ${'after '.repeat(50)}`;
    const html = resultPage(template, one(text), 'rate limits');
    expect(html).toContain('<a href="/docs/x#y">A › B</a>');
    expect(html).toMatch(
      /<p>… (before )+<mark>Rate<\/mark> &lt;<mark>limits<\/mark>&gt; here (after )+.* …<\/p>/,
    );
  });

  test('shows a query as text, whatever it contains', () => {
    const query = '"><script>alert(1)</script> $& $1';
    const html = resultPage(template, one('text'), query);
    expect(html).not.toContain('<script>');
    expect(html).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; $&amp; $1"');
    expect(html).toContain('No results for “&quot;&gt;&lt;script&gt;');
  });

  test.each(['$id', 'a+b', '(', '[x', '\\', '🙂', '\ud800', '*'.repeat(100)])(
    'takes the query %j',
    (query) => {
      expect(resultPage(template, one(`$id a+b [x \\ 🙂 ${query}`), query)).toContain('class="results"');
    },
  );

  test('asks for a word when there is none', () => {
    expect(resultPage(template, search, ' ')).toContain('Enter a word');
  });
});
