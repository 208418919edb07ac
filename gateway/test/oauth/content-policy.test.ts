import type { Response } from 'express';
import { expect, test } from 'vitest';
import { html } from '../../src/oauth/pages/html.ts';
import type { Page } from '../../src/oauth/pages/page.ts';
import { sendPage } from '../../src/oauth/pages/send-page.ts';
import { TEXTS_EN } from '../../src/oauth/pages/texts-en.ts';

/** Content security policy of a page, by directive. */
function policyOf(page: Partial<Page>): Record<string, string> {
  let policy = '';
  const res = {
    writeHead: (_status: number, headers: Record<string, string>) =>
      (policy = headers['Content-Security-Policy']!),
    end: () => undefined,
  } as unknown as Response;
  sendPage(res, TEXTS_EN, 200, { title: '', body: html``, ...page });
  return Object.fromEntries(policy.split('; ').map((directive) => directive.split(/ (.*)/)));
}

test('the policy allows the origins of the logo and of the app', () => {
  const page = {
    logoUrl: 'https://cdn.example/logo.png',
    redirectUri: 'https://app.example:8443/callback',
    asksPassword: true,
  };
  expect(policyOf(page)).toMatchObject({
    'img-src': 'https://cdn.example',
    'form-action': "'self' https://app.example:8443",
  });
});

test.each([
  'https://a.example;script-src/',
  'https://a.example,script-src/',
  "https://'unsafe-inline'.example/",
  'https://a".example/',
])('an app stored with %s cannot add to the policy', (url) => {
  const none = policyOf({});
  expect(policyOf({ logoUrl: url, redirectUri: url, asksPassword: true })).toEqual(none);
  expect(policyOf({ logoUrl: url, redirectUri: url })).toEqual({ ...none, 'form-action': "'self' https:" });
});
