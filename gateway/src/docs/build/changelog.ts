import { PRODUCT } from '@commerce/console-api/product.ts';
import { escapeHtml, renderGuide } from './markdown.ts';

/** `## 2026-11-23: Price lists`, up to the next heading. */
const ENTRY = /^## (\d{4}-\d{2}-\d{2}): (.+)\n([\s\S]*?)(?=^## |(?![\s\S]))/gm;

function entryXml([heading, date, title, body]: RegExpMatchArray): string {
  const { sections } = renderGuide(`# x\n\n${heading}`, 'changelog');
  const address = `{{docs_url}}/changelog#${sections[0]!.id}`;
  // Absolute links: readers show an entry outside of its page.
  const html = renderGuide(body!, 'changelog').html.replaceAll('href="/docs', 'href="{{docs_url}}');
  return `<entry>
<id>${address}</id>
<title>${escapeHtml(title!)}</title>
<link href="${address}"/>
<updated>${date}T00:00:00Z</updated>
<content type="html">${escapeHtml(html)}</content>
</entry>`;
}

/** Atom feed (RFC 4287) of the changelog. Throws if it has no entries. */
export function changelogFeed(markdown: string): string {
  const entries = [...markdown.matchAll(ENTRY)];
  if (entries.length === 0) throw new Error('the changelog has no entries: `## YYYY-MM-DD: Title`');
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>{{docs_url}}/changelog</id>
<title>${PRODUCT} API: changelog</title>
<link href="{{docs_url}}/changelog"/>
<link rel="self" href="{{docs_url}}/changelog.xml"/>
<updated>${entries[0]![1]}T00:00:00Z</updated>
<author><name>${PRODUCT}</name></author>
${entries.map(entryXml).join('\n')}
</feed>
`;
}
