import MiniSearch, { type Options } from 'minisearch';

/** Section of a page, as it is indexed. */
export interface Section {
  /** Path of the page and, below its first heading, the anchor. */
  id: string;
  /** Title of the page. */
  page: string;
  /** Heading of the section; empty at the beginning of a page. */
  heading: string;
  text: string;
}

type Found = Section & { terms: string[] };

/** Maximum length of a query; the rest is ignored. */
export const MAX_QUERY_LENGTH = 100;
const MAX_TERMS = 8;
const MAX_RESULTS = 20;
/** Characters of a result's text before and after the first match. */
const CONTEXT = 90;

/** Words of a text; of `updated_since` also `updated` and `since`. */
const wordsOf = (text: string): string[] =>
  (text.match(/[\p{L}\p{N}_]+/gu) ?? []).flatMap((word) =>
    word.includes('_') ? [word, ...word.split('_').filter((part) => part !== '')] : [word],
  );

const OPTIONS: Options<Section> = {
  fields: ['heading', 'page', 'text'],
  storeFields: ['page', 'heading', 'text'],
  tokenize: wordsOf,
  searchOptions: {
    boost: { heading: 4, page: 3 },
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
  },
};

/** Serialized index of sections. */
export function searchIndex(sections: Section[]): string {
  const index = new MiniSearch<Section>(OPTIONS);
  index.addAll(sections);
  return JSON.stringify(index);
}

/** Finds the sections that contain all terms of a query or, if none does, any of them. */
export function searchBy(serialized: string): (query: string) => Found[] {
  const index = MiniSearch.loadJSON<Section>(serialized, OPTIONS);
  return (query) => {
    const bounded = wordsOf(query.slice(0, MAX_QUERY_LENGTH)).slice(0, MAX_TERMS).join(' ');
    const all = index.search(bounded, { combineWith: 'AND' });
    const found = all.length > 0 ? all : index.search(bounded);
    return found.slice(0, MAX_RESULTS) as unknown as Found[];
  };
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Part of the text around its first match, with all matches marked. */
function excerpt({ text, terms }: Found): string {
  const longestFirst = terms.toSorted((one, other) => other.length - one.length);
  const pattern = `(?<![\\p{L}\\p{N}])(?:${longestFirst.join('|')})`;
  const first = Math.max(0, text.search(new RegExp(pattern, 'iu')));
  const start = first <= CONTEXT ? 0 : text.indexOf(' ', first - CONTEXT) + 1;
  const end = text.indexOf(' ', first + CONTEXT);
  const part = text.slice(start, end === -1 ? undefined : end);
  const marked = part
    .split(new RegExp(`(${pattern})`, 'iu'))
    .map((piece, index) => (index % 2 === 1 ? `<mark>${escapeHtml(piece)}</mark>` : escapeHtml(piece)));
  return `${start === 0 ? '' : '… '}${marked.join('')}${end === -1 ? '' : ' …'}`;
}

/** Results in HTML, best first. */
function resultList(found: Found[], query: string): string {
  if (query.trim() === '') return '<p class="results">Enter a word to search for.</p>';
  if (found.length === 0) return `<p class="results">No results for “${escapeHtml(query)}”.</p>`;
  const items = found.map((section) => {
    const { id, page, heading } = section;
    const title = heading === '' ? escapeHtml(page) : `${escapeHtml(page)} › ${escapeHtml(heading)}`;
    return `<li><a href="${escapeHtml(id)}">${title}</a><p>${excerpt(section)}</p></li>`;
  });
  return `<ol class="results">${items.join('')}</ol>`;
}

/** Fills the page of results: its list, and the query in the search box. */
export function resultPage(template: string, search: (query: string) => Found[], query: string): string {
  const bounded = query.slice(0, MAX_QUERY_LENGTH);
  return template
    .replace('value=""', () => `value="${escapeHtml(bounded)}"`)
    .replace('<!--results-->', () => resultList(search(bounded), bounded));
}
