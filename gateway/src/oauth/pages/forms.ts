import type { Person } from '@commerce/proto/commerce/auth/v1/people.ts';
import { consentPath } from '../paths.ts';
import { html, type Html } from './html.ts';
import type { Texts } from './texts.ts';

/** Button that declines and returns to the app. */
export function cancelForm(texts: Texts, id: string, csrf: string, label: string = texts.cancel): Html {
  return html`<form method="post" action="${consentPath(id)}">
    <input type="hidden" name="csrf" value="${csrf}" />
    <button class="quiet" type="submit" name="decision" value="deny">${label}</button>
  </form>`;
}

/** Signed-in account, and a button to switch it. */
export function signedInAs(texts: Texts, id: string, csrf: string, person: Person): Html {
  return html`<div class="who soft">
    ${texts.signedInAs} <strong>${person.email}</strong>.
    <form method="post" action="${consentPath(id, '/sign-out')}">
      <input type="hidden" name="csrf" value="${csrf}" />
      <button class="link" type="submit">${texts.someoneElse}</button>
    </form>
  </div>`;
}
