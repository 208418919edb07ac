import type { AuthorizingApp, ConsentStore } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import type { Person } from '@commerce/proto/commerce/auth/v1/people.ts';
import { isScope, SCOPE_NAMES, SCOPES } from '@commerce/public-api/scopes.ts';
import { consentPath } from '../paths.ts';
import { appHeader } from './app-header.ts';
import { signedInAs } from './forms.ts';
import { html, type Html } from './html.ts';
import { EYE, PENCIL } from './mark.ts';
import type { Page } from './page.ts';
import { sentence } from './sentence.ts';
import type { Texts } from './texts.ts';

/** Content of the consent page. */
export interface ConsentView {
  id: string;
  csrf: string;
  app: AuthorizingApp;
  /** Requested scopes. */
  scopes: string[];
  redirectUri: string;
  person: Person;
  store: ConsentStore;
}

/** Page on which the owner decides. A reauthorization lists new scopes first, marked as new. */
export function consentPage(texts: Texts, view: ConsentView): Page {
  const { id, csrf, app, redirectUri, person, store } = view;
  const question = store.installed ? texts.reconsentTitle : texts.consentTitle;
  return {
    title: question(app.name, store.name),
    logoUrl: app.logoUrl,
    redirectUri,
    body: html`${appHeader(texts, app)}
      <h1>${sentence(question, app.name, store.name)}</h1>
      <p>${texts.scopesLead}</p>
      ${scopeLists(texts, view)}
      <form method="post" action="${consentPath(id)}">
        <input type="hidden" name="csrf" value="${csrf}" />
        <input type="hidden" name="store" value="${store.id}" />
        <button type="submit" name="decision" value="allow">${texts.allow}</button>
        <button class="quiet" type="submit" name="decision" value="deny">${texts.deny}</button>
      </form>
      <p class="soft note">${texts.returnTo(new URL(redirectUri).host)} ${texts.revocable}</p>
      ${signedInAs(texts, id, csrf, person)}`,
  };
}

function scopeLists(texts: Texts, { scopes, store }: ConsentView): Html {
  const granted = new Set(store.grantedScopes);
  const all = SCOPE_NAMES.filter((scope) => granted.has(scope) || scopes.includes(scope));
  const added = all.filter((scope) => !granted.has(scope));
  const kept = all.filter((scope) => granted.has(scope));
  if (store.installed)
    return html`${section(texts, texts.newScopes, added, true)} ${section(texts, texts.keptScopes, kept)}`;
  const reads = all.filter((scope) => !isWrite(scope));
  return html`${section(texts, texts.readScopes, reads)}
  ${section(texts, texts.writeScopes, all.filter(isWrite))}`;
}

const isWrite = (scope: string): boolean => scope.startsWith('write_');

/** Scopes under a heading; nothing without scopes. */
function section(texts: Texts, title: string, scopes: readonly string[], isNew = false): Html {
  if (scopes.length === 0) return html``;
  const items = scopes.map(
    (scope) =>
      html`<li data-scope="${scope}">
        ${isWrite(scope) ? PENCIL : EYE}<span
          >${isScope(scope) ? SCOPES[scope][texts.language] : scope}${isNew && html` <span class="new">${texts.newMark}</span>`}</span
        >
      </li>`,
  );
  return html`<h2>${title}</h2>
    <ul>
      ${items}
    </ul>`;
}
