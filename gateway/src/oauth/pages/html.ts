import { escapeHtml } from '@commerce/service-kit/html.ts';

/** Text that is HTML already and goes into a page as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a template may hold; everything that is not Html is escaped. */
export type Part = string | number | Html | false | undefined | readonly Html[];

function render(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return part.map((item) => item.text).join('');
}

/** A template whose parts are escaped for element content and for quoted attributes alike. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((text, next, index) => text + render(parts[index - 1]) + next));
}
