import { PRODUCT } from '@commerce/console-api/product.ts';
import { html, type Html } from './html.ts';
import { MARK } from './mark.ts';
import { STYLE_ELEMENT } from './style.ts';
import type { Texts } from './texts.ts';

/** Page before it is rendered. */
export interface Page {
  title: string;
  body: Html;
  /** Image that the page shows; empty if none. */
  logoUrl?: string;
  /** Final target of the page's forms outside of this site. */
  redirectUri?: string;
  /** True if the page asks for a password: its forms may then only lead to this site and to the app itself. */
  asksPassword?: boolean;
}

/** Complete HTML document of a page. */
export function documentOf(texts: Texts, { title, body }: Page): string {
  return html`<!doctype html>
    <html lang="${texts.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · ${PRODUCT}</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <header class="brand">${MARK}<span>${PRODUCT}</span></header>
        <main class="card">${body}</main>
      </body>
    </html> `.text;
}
