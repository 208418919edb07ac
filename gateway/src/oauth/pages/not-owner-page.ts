import type { AuthorizingApp } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import type { Person } from '@commerce/proto/commerce/auth/v1/people.ts';
import { appHeader } from './app-header.ts';
import { cancelForm, signedInAs } from './forms.ts';
import { html, type Html } from './html.ts';
import type { Page } from './page.ts';
import { sentence } from './sentence.ts';
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

/** Why not, in words. */
interface Reason {
  title: string;
  body: Html;
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

function reason(texts: Texts, { app, teamStoreNames, testStoresOnly }: NotOwnerView): Reason {
  if (testStoresOnly) return told(texts.notPublished, app.name);
  if (teamStoreNames.length > 0) return told(texts.ownerOnly, app.name, teamStoreNames.join(', '));
  return told(texts.noStore, app.name);
}

/** A message whose body has the names isolated. */
function told<Names extends string[]>(message: (...names: Names) => Message, ...names: Names): Reason {
  return {
    title: message(...names).title,
    body: sentence((...given: Names) => message(...given).body, ...names),
  };
}
