import type { AuthorizingApp } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { html, type Html } from './html.ts';
import { isolated, sentence } from './sentence.ts';
import type { Texts } from './texts.ts';

/** Logo of the app, or its initial, with its name and developer. */
export function appHeader(texts: Texts, app: AuthorizingApp): Html {
  const logo = app.logoUrl
    ? html`<img class="logo" src="${app.logoUrl}" alt="" width="48" height="48" />`
    : html`<span class="logo" aria-hidden="true">${initialOf(app.name)}</span>`;
  return html`<div class="app">
    ${logo}
    <div>
      <strong>${isolated(app.name)}</strong><span class="soft">${sentence(texts.by, app.developerName)}</span>
    </div>
  </div>`;
}

function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name);
  return first?.segment.toUpperCase() ?? '';
}
