import type { AuthorizingApp } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { consentPath } from '../paths.ts';
import { appHeader } from './app-header.ts';
import { cancelForm } from './forms.ts';
import { html } from './html.ts';
import type { Page } from './page.ts';
import { sentence } from './sentence.ts';
import type { Texts } from './texts.ts';

/** Content of the sign-in page. */
export interface SignInView {
  id: string;
  csrf: string;
  app: AuthorizingApp;
  redirectUri: string;
  /** Email of the previous attempt. */
  email?: string;
  /** Error of the previous attempt. */
  error?: string;
}

/** Page to sign in with email and password before the consent page. */
export function signInPage(texts: Texts, { id, csrf, app, redirectUri, email, error }: SignInView): Page {
  const described = error === undefined ? undefined : html` aria-invalid="true" aria-describedby="error"`;
  return {
    title: texts.signInTitle(app.name),
    logoUrl: app.logoUrl,
    redirectUri,
    asksPassword: true,
    body: html`${appHeader(texts, app)}
      <h1>${sentence(texts.signInTitle, app.name)}</h1>
      <p class="soft">${sentence(texts.signInLead, app.name)}</p>
      ${error !== undefined && html`<p class="error" id="error" role="alert">${error}</p>`}
      <form method="post" action="${consentPath(id, '/sign-in')}">
        <input type="hidden" name="csrf" value="${csrf}" />
        <label for="email">${texts.email}</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="username"
          required
          autofocus
          value="${email ?? ''}"
          ${described}
        />
        <label for="password">${texts.password}</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          required${described}
        />
        <button type="submit">${texts.signIn}</button>
      </form>
      ${cancelForm(texts, id, csrf)}`,
  };
}
