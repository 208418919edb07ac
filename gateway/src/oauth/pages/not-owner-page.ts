import type { AuthorizingApp, Person } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { appHeader } from './app-header.ts';
import { cancelForm, signedInAs } from './forms.ts';
import { html } from './html.ts';
import type { Page } from './page.ts';
import type { Message, Texts } from './texts.ts';

/** What the page shows. */
export interface NotOwnerView {
  id: string;
  csrf: string;
  app: AuthorizingApp;
  redirectUri: string;
  person: Person;
  /** Stores in whose team the person is; empty for a person without a store. */
  teamStoreNames: string[];
  /** The app is not published: only the stores of its developer count. */
  testStoresOnly: boolean;
}

/** Only the owner can authorize, not a team user (contract, section 5); and only where the app may be authorized yet. */
export function notOwnerPage(texts: Texts, view: NotOwnerView): Page {
  const { id, csrf, app, redirectUri, person } = view;
  const { title, body } = reason(texts, view);
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

function reason(texts: Texts, { app, teamStoreNames, testStoresOnly }: NotOwnerView): Message {
  if (testStoresOnly) return texts.notPublished(app.name);
  if (teamStoreNames.length > 0) return texts.ownerOnly(app.name, teamStoreNames.join(', '));
  return texts.noStore(app.name);
}
