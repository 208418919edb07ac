import { PRODUCT } from '@commerce/console-api/product.ts';
import type { RenderedGuide } from './markdown.ts';
import { escapeHtml } from './markdown.ts';
import { MAX_QUERY_LENGTH } from '../search.ts';
import type { ReferencePage } from './reference.ts';
import { ERROR_PAGES, GUIDES, guidePath } from './site-map.ts';

const link = (path: string, title: string, current: string): string =>
  `<li><a href="${path}"${path === current ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`;

/** Link to a page, with the pages below it. */
const branch = (item: string, children: string[]): string =>
  children.length === 0 ? item : item.replace('</li>', `<ul>${children.join('')}</ul></li>`);

function navigation(current: string, reference: readonly ReferencePage[]): string {
  const guides = GUIDES.map(({ slug, title }) => {
    const isOpen = slug === 'errors' && current.startsWith('/docs/errors');
    const codes = isOpen ? ERROR_PAGES.map((code) => link(guidePath(`errors/${code}`), code, current)) : [];
    return branch(link(guidePath(slug), title, current), codes);
  });
  const [overview, ...tags] = reference.map(({ slug, title }) =>
    link(guidePath(`reference/${slug}`), title, current),
  );
  return `<ul>${guides.join('')}</ul>
<p class="group">Reference</p>
<ul>${branch(overview!, tags)}
<li><a href="{{openapi_path}}">OpenAPI document</a></li><li><a href="/docs/postman.json">Postman collection</a></li></ul>`;
}

function contents(sections: RenderedGuide['sections']): string {
  if (sections.length < 3) return '';
  const items = sections.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`);
  return `<nav class="contents" aria-label="On this page"><p class="group">On this page</p><ul>${items.join('')}</ul></nav>`;
}

const head = (title: string, path: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · ${PRODUCT} API</title>
<link rel="stylesheet" href="{{asset:docs.css}}">
<link rel="icon" href="data:,">
<link rel="alternate" type="application/atom+xml" href="/docs/changelog.xml" title="${PRODUCT} API: changelog">
${path === '' ? '' : `<link rel="alternate" type="text/markdown" href="${markdownPath(path)}">\n`}<script src="{{asset:docs.js}}" defer></script>
</head>`;

const header = (current: string): string => `<a class="skip" href="#content">Skip to content</a>
<header class="top">
<a class="brand" href="/docs">${PRODUCT} <span>API</span></a>
<form class="search" role="search" action="/docs/search">
<input type="search" name="q" value="" maxlength="${MAX_QUERY_LENGTH}" aria-label="Search the documentation" placeholder="Search" aria-keyshortcuts="/ Control+K" autocomplete="off" required>
<kbd aria-hidden="true" hidden>/</kbd>
<div class="suggestions" role="region" aria-label="Suggestions" hidden></div>
</form>
<nav aria-label="Main"><a href="/docs/quick-start">Quick start</a><a href="/docs/reference"${current.startsWith('/docs/reference') ? ' aria-current="page"' : ''}>Reference</a></nav>
</header>`;

const markdownPath = (path: string): string => `${path === '/docs' ? '/docs/index' : path}.md`;

/**
 * Complete page of a guide or of the reference, served at `path`; a page without a Markdown form has no path.
 * @param reference pages of the version of the reference that the navigation shows
 */
export function guidePage(path: string, guide: RenderedGuide, reference: readonly ReferencePage[]): string {
  // The navigation appears twice: beside the text, and on narrow screens collapsed above it, which needs no script to open.
  const menu = navigation(path, reference);
  const source =
    path === '' ? '' : `<p class="source"><a href="${markdownPath(path)}">View as Markdown</a></p>\n`;
  const versionSwitch = path.startsWith('/docs/reference/') ? '{{version_switch}}\n' : '';
  return `${head(guide.title, path)}
<body>
${header(path)}
<div class="frame">
<nav class="side" aria-label="Guides">${menu}</nav>
<details class="menu"><summary>Contents</summary><nav aria-label="Guides">${menu}</nav></details>
<main id="content">
${versionSwitch}${guide.html}${source}</main>
${contents(guide.sections)}
</div>
</body>
</html>
`;
}
