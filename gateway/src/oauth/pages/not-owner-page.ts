import type { AuthorizingApp, Person } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { appHeader } from './app-header.ts';
import { cancelForm, signedInAs } from './forms.ts';
import { html } from './html.ts';
import type { Page } from './page.ts';
import type { Texts } from './texts.ts';

/** What the page shows. */
export interface NotOwnerView {
  id: string;
  csrf: string;
  app: AuthorizingApp;
  redirectUri: string;
  person: Person;
  /** Stores in whose team the person is; empty for a person without a store. */
  teamStoreNames: string[];
}

/** Only the owner can authorize, not a team user (contract, section 5). */
export function notOwnerPage(texts: Texts, view: NotOwnerView): Page {
  const { id, csrf, app, redirectUri, person, teamStoreNames } = view;
  const { title, body } =
    teamStoreNames.length > 0
      ? texts.ownerOnly(app.name, teamStoreNames.join(', '))
      : texts.noStore(app.name);
  return {
    title,
    logoUrl: app.logoUrl,
    redirectUri,
    body: html`${appHeader(texts, app)}
      <h1>${title}</h1>
      <p>${body}</p>
      ${cancelForm(texts, id, csrf, texts.backToApp)} ${signedInAs(texts, id, csrf, person)}`,
  };
}
