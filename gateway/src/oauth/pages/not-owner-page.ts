import type { AuthorizingApp } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import type { Person } from '@commerce/proto/commerce/auth/v1/people.ts';
import { appHeader } from './app-header.ts';
import { cancelForm, signedInAs } from './forms.ts';
import { html, type Html } from './html.ts';
import type { Page } from './page.ts';
import { sentence } from './sentence.ts';
import type { Message, Texts } from './texts.ts';

/** Content of the page. */
export interface NotOwnerView {
  id: string;
  csrf: string;
  app: AuthorizingApp;
  redirectUri: string;
  person: Person;
  /** Stores that the person is a team member of; empty without any. */
  teamStoreNames: string[];
  /** True if the app is not published, so that only test stores of its developer can install it. */
  testStoresOnly: boolean;
}

/** Explanation of why the person cannot continue. */
interface Reason {
  title: string;
  body: Html;
}

/** Page for a person who cannot authorize the app: only owners can, not team users (contract, section 5). */
export function notOwnerPage(texts: Texts, view: NotOwnerView): Page {
  const { id, csrf, app, redirectUri, person } = view;
  const { title, body } = reasonOf(texts, view);
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

function reasonOf(texts: Texts, { app, teamStoreNames, testStoresOnly }: NotOwnerView): Reason {
  if (testStoresOnly) return reasonWith(texts.notPublished, app.name);
  if (teamStoreNames.length > 0) return reasonWith(texts.ownerOnly, app.name, teamStoreNames.join(', '));
  return reasonWith(texts.noStore, app.name);
}

/** Reason with a message whose body has its names isolated. */
function reasonWith<Names extends string[]>(message: (...names: Names) => Message, ...names: Names): Reason {
  return {
    title: message(...names).title,
    body: sentence((...isolatedNames: Names) => message(...isolatedNames).body, ...names),
  };
}
