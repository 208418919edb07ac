import { escapeHtml } from '@commerce/service-kit/html.ts';

/** HTML that goes into a page unescaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Interpolated value; everything except Html is escaped. */
export type Part = string | number | Html | false | undefined | readonly Html[];

function render(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return part.map((item) => item.text).join('');
}

/** Template tag that escapes its values, for element content and quoted attributes. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((text, next, index) => text + render(parts[index - 1]) + next));
}
