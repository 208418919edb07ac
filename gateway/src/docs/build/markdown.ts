import { Marked, type Tokens } from 'marked';
import { guidePath } from './site-map.ts';

/** Second-level heading, for the table of contents. */
export interface Section {
  id: string;
  /** HTML. */
  title: string;
}

/** Guide rendered to HTML. */
export interface RenderedGuide {
  /** Text of the first heading. */
  title: string;
  html: string;
  sections: Section[];
}

/** Escapes text for HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const plain = (html: string): string => html.replaceAll(/<[^>]+>/g, '');

/** Id of a heading: `What is guaranteed` → `what-is-guaranteed`. */
export const slugOf = (html: string): string =>
  plain(html)
    .toLowerCase()
    .replaceAll(/&\w+;/g, '')
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^-|-$/g, '');

// Pages link to each other by file, so that the links also work in the repository and in the Markdown that is served.
function href(link: string, page: string): string {
  if (!/^[^:]+\.md(#|$)/.test(link)) return link;
  const { pathname, hash } = new URL(link, `http://docs/${page}.md`);
  return `${guidePath(pathname.slice(1, -'.md'.length))}${hash}`;
}

function renderer(found: { title: string; sections: Section[] }, page: string) {
  const ids = new Set<string>();
  return {
    heading(
      this: { parser: { parseInline(tokens: Tokens.Generic[]): string } },
      { depth, tokens }: Tokens.Heading,
    ) {
      const html = this.parser.parseInline(tokens);
      if (depth === 1) {
        found.title = plain(html);
        return `<h1>${html}</h1>\n`;
      }
      let id = slugOf(html);
      const section = found.sections.at(-1)?.id;
      if (depth === 3 && ids.has(id) && section !== undefined) id = `${section}-${id}`;
      while (ids.has(id)) id += '-';
      ids.add(id);
      if (depth === 2) found.sections.push({ id, title: html });
      return `<h${depth} id="${id}">${html} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${depth}>\n`;
    },
    link(
      this: { parser: { parseInline(tokens: Tokens.Generic[]): string } },
      { href: to, tokens }: Tokens.Link,
    ) {
      return `<a href="${escapeHtml(href(to, page))}">${this.parser.parseInline(tokens)}</a>`;
    },
    image({ href: from, text }: Tokens.Image) {
      const name = /^\.\.\/images\/([\w-]+\.png)$/.exec(from)?.[1];
      if (name === undefined) throw new Error(`${from} is not an image in docs/images`);
      return `<img src="{{asset:${name}}}" alt="${escapeHtml(text)}" loading="lazy">`;
    },
    code({ text, lang }: Tokens.Code) {
      const label = lang === undefined || lang === '' ? '' : ` data-lang="${escapeHtml(lang)}"`;
      return `<pre tabindex="0"${label}><code>${escapeHtml(text)}\n</code></pre>\n`;
    },
  };
}

/**
 * Renders a guide's Markdown. The author is trusted: HTML in it is passed on.
 * @param page name of the page, which relative links start from
 */
export function renderGuide(markdown: string, page = 'index'): RenderedGuide {
  const found = { title: '', sections: [] as Section[] };
  const html = new Marked({ renderer: renderer(found, page) }).parse(markdown, { async: false });
  // Wide tables scroll, also by keyboard, instead of widening the page.
  const scrolling = html
    .replaceAll('<table>', '<div class="table" tabindex="0" role="region" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<th>', '<th scope="col">');
  return { ...found, html: scrolling };
}
