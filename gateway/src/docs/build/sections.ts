import type { Section } from '../search.ts';
import { renderGuide } from './markdown.ts';
import { guidePath } from './site-map.ts';

const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** Prose of HTML in one line, without its examples of code. */
export const textOf = (html: string): string =>
  html
    .replaceAll(/<pre[^>]*data-lang="(?!http|text)\w+">[\s\S]*?<\/pre>/g, ' ')
    .replaceAll(/<a class="anchor"[^>]*>#<\/a>/g, '')
    .replaceAll(/<(?!\/?(?:code|a|strong|em)\b)[^>]+>/g, ' ')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/\{\{\w+\}\}/g, '')
    .replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity]!)
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Sections of a page for the search: its beginning, and one for each heading; in the reference, one for each operation. */
export function sectionsOf({ name, markdown }: { name: string; markdown: string }): Section[] {
  const { title, html } = renderGuide(markdown, name);
  const start = name.startsWith('reference/') ? /(?=<h2 id=)/ : /(?=<h[23] id=)/;
  return html.split(start).map((part) => {
    const [, anchor, heading, rest] = /^<h[23] id="([^"]+)">([\s\S]*?)<\/h[23]>([\s\S]*)$/.exec(part) ?? [];
    return {
      id: `${guidePath(name)}${anchor === undefined ? '' : `#${anchor}`}`,
      page: textOf(title),
      heading: textOf(heading ?? ''),
      text: textOf(rest ?? part.replace(/<h1>[\s\S]*?<\/h1>/, '')),
    };
  });
}
