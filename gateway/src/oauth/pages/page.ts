import { PRODUCT } from '@commerce/console-api/product.ts';
import { html, type Html } from './html.ts';
import { STYLE_ELEMENT } from './style.ts';
import type { Texts } from './texts.ts';

/** A page before it is sent. */
export interface Page {
  title: string;
  body: Html;
  /** Whose image the page shows; empty when none. */
  logoUrl?: string;
  /** Where the page's forms lead in the end, beyond our own pages. */
  redirectUri?: string;
  /** Whether the page asks for a password: its forms may then lead nowhere but to us and the app itself. */
  asksPassword?: boolean;
}

/** The whole document. */
export function documentOf(texts: Texts, { title, body }: Page): string {
  return html`<!doctype html>
    <html lang="${texts.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <main>
          <p class="brand">${PRODUCT}</p>
          <div class="card">${body}</div>
        </main>
      </body>
    </html> `.text;
}
