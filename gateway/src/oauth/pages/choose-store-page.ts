import type { AuthorizingApp, ConsentStore } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import type { Person } from '@commerce/proto/commerce/auth/v1/people.ts';
import { consentPath } from '../paths.ts';
import { appHeader } from './app-header.ts';
import { cancelForm, signedInAs } from './forms.ts';
import { html } from './html.ts';
import type { Page } from './page.ts';
import { isolated, sentence } from './sentence.ts';
import type { Texts } from './texts.ts';

/** Content of the page. */
export interface ChooseStoreView {
  id: string;
  csrf: string;
  app: AuthorizingApp;
  redirectUri: string;
  person: Person;
  stores: ConsentStore[];
}

/** Page to choose which of several stores to install the app on. */
export function chooseStorePage(texts: Texts, view: ChooseStoreView): Page {
  const { id, csrf, app, redirectUri, person, stores } = view;
  const title = texts.chooseStoreTitle(app.name);
  const choices = stores.map(
    (store) =>
      html`<label class="choice"
        ><input type="radio" name="store" value="${store.id}" required />
        <span
          >${isolated(store.name)}${store.installed && html` <span class="soft">(${texts.alreadyInstalled})</span>`}</span
        ></label
      >`,
  );
  return {
    title,
    logoUrl: app.logoUrl,
    redirectUri,
    body: html`${appHeader(texts, app)}
      <h1 id="question">${sentence(texts.chooseStoreTitle, app.name)}</h1>
      <p class="soft">${texts.chooseStoreLead}</p>
      <form method="get" action="${consentPath(id)}">
        <div role="radiogroup" aria-labelledby="question">${choices}</div>
        <button type="submit">${texts.continue}</button>
      </form>
      ${cancelForm(texts, id, csrf)} ${signedInAs(texts, id, csrf, person)}`,
  };
}
