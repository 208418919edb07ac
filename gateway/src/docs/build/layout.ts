import { PRODUCT } from '@commerce/console-api/product.ts';
import type { RenderedGuide } from './markdown.ts';
import { escapeHtml } from './markdown.ts';
import { ERROR_PAGES, GUIDES, guidePath } from './site-map.ts';

const link = (path: string, title: string, current: string): string =>
  `<li><a href="${path}"${path === current ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`;

function navigation(current: string): string {
  const guides = GUIDES.map(({ slug, title }) => {
    const item = link(guidePath(slug), title, current);
    if (slug !== 'errors' || !current.startsWith('/docs/errors')) return item;
    const codes = ERROR_PAGES.map((code) => link(guidePath(`errors/${code}`), code, current));
    return item.replace('</li>', `<ul>${codes.join('')}</ul></li>`);
  });
  return `<ul>${guides.join('')}</ul>
<p class="group">Reference</p>
<ul>${link('/docs/reference', 'API reference', current)}<li><a href="{{openapi_path}}">OpenAPI document</a></li></ul>`;
}

function contents(sections: RenderedGuide['sections']): string {
  if (sections.length < 3) return '';
  const items = sections.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`);
  return `<nav class="contents" aria-label="On this page"><p class="group">On this page</p><ul>${items.join('')}</ul></nav>`;
}

const head = (title: string, stylesheet = 'docs.css'): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · ${PRODUCT} API</title>
<link rel="stylesheet" href="{{asset:${stylesheet}}}">
<link rel="icon" href="data:,">
</head>`;

const header = (current: string): string => `<a class="skip" href="#content">Skip to content</a>
<header class="top">
<a class="brand" href="/docs">${PRODUCT} <span>API</span></a>
${current === '/docs/reference' ? '{{version_switch}}' : ''}
<nav aria-label="Main"><a href="/docs/quick-start">Quick start</a><a href="/docs/reference"${current === '/docs/reference' ? ' aria-current="page"' : ''}>Reference</a></nav>
</header>`;

/** Complete page of a guide, served at `path`. */
export function guidePage(path: string, guide: RenderedGuide): string {
  // The navigation appears twice: beside the text, and on narrow screens collapsed above it, which needs no script to open.
  const menu = navigation(path);
  return `${head(guide.title)}
<body>
${header(path)}
<div class="frame">
<nav class="side" aria-label="Guides">${menu}</nav>
<details class="menu"><summary>Contents</summary><nav aria-label="Guides">${menu}</nav></details>
<main id="content">
${guide.html}</main>
${contents(guide.sections)}
</div>
</body>
</html>
`;
}

/** Page of the reference, filled by the viewer. */
export function referencePage(): string {
  return `${head('Reference', 'reference.css')}
<body>
${header('/docs/reference')}
<main id="content"><div id="reference" data-document="{{openapi_path}}"><noscript><p>The reference requires JavaScript. The
<a href="{{openapi_path}}">OpenAPI document</a> and the <a href="/docs/resources">field tables</a> do not.</p></noscript></div></main>
<script src="{{asset:redoc.js}}" defer></script>
<script src="{{asset:reference.js}}" defer></script>
</body>
</html>
`;
}
