import { PRODUCT } from '@commerce/console-api/product.ts';
import { renderGuide } from './markdown.ts';
import { textOf } from './sections.ts';
import type { Source } from './site.ts';

/** First paragraph of a page. */
function summaryOf({ name, markdown }: Source): string {
  const { html } = renderGuide(markdown, name);
  return textOf(/<p>([\s\S]*?)<\/p>/.exec(html)![1]!).replace(/:$/, '.');
}

const linkTo = (source: Source): string =>
  `- [${renderGuide(source.markdown, source.name).title}]({{docs_url}}/${source.name}.md): ${summaryOf(source)}`;

/** Index of the pages in Markdown for language models (llmstxt.org). */
export function llmsIndex(sources: readonly Source[]): string {
  const inSection = (prefix: string) => sources.filter(({ name }) => name.startsWith(prefix));
  const guides = sources.filter(({ name }) => !name.includes('/'));
  return [
    `# ${PRODUCT} API`,
    `> REST API, OAuth 2.0 and webhooks for apps that merchants install on their stores: catalog, prices, stock, orders and customers.`,
    `The base URL is {{base_url}}. All pages are in Markdown at the addresses below. The [OpenAPI document]({{auth_url}}{{openapi_path}}) describes every operation and event.`,
    `## Guides\n\n${guides.map(linkTo).join('\n')}`,
    `## Reference\n\n${inSection('reference/').map(linkTo).join('\n')}`,
    `## Optional\n\n${inSection('errors/').map(linkTo).join('\n')}`,
  ]
    .join('\n\n')
    .concat('\n');
}
