import { html } from './html.ts';
import type { Page } from './page.ts';
import type { Message, Texts } from './texts.ts';

/** Page with a message. @param requestId shown after a failure, for support */
export function messagePage(texts: Texts, { title, body }: Message, requestId?: string): Page {
  return {
    title,
    body: html`<h1>${title}</h1>
      <p>${body}</p>
      ${requestId !== undefined && html`<p class="soft">${texts.requestId}: ${requestId}</p>`}`,
  };
}
