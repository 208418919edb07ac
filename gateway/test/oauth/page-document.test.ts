import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PRODUCT } from '@commerce/console-api/product.ts';
import { SCOPE_NAMES } from '@commerce/public-api/scopes.ts';
import { PRODUCT as MAIL_PRODUCT } from '@commerce/service-kit/mail/brand.ts';
import { consentPage } from '../../src/oauth/pages/consent-page.ts';
import { documentOf } from '../../src/oauth/pages/page.ts';
import { TEXTS_EN } from '../../src/oauth/pages/texts-en.ts';
import { TEXTS_ES } from '../../src/oauth/pages/texts-es.ts';

const document = (texts = TEXTS_ES, granted: string[] = []): string =>
  documentOf(
    texts,
    consentPage(texts, {
      id: 'request',
      csrf: 'token',
      app: {
        name: 'Facturador',
        developerName: 'Apps del Sur',
        logoUrl: 'https://cdn.example.com/logo.png',
      } as Parameters<typeof consentPage>[1]['app'],
      scopes: ['read_products', 'write_products'],
      redirectUri: 'https://app.example.com/callback',
      person: { email: 'ana@example.com' } as Parameters<typeof consentPage>[1]['person'],
      store: {
        id: 'sto_1',
        name: 'La Tienda',
        installed: granted.length > 0,
        grantedScopes: granted,
      },
    }),
  );

test('the mark of the OAuth pages is the one of the back office', () => {
  const mark = readFileSync(new URL('../../../web/src/brand/mark.svg', import.meta.url), 'utf8');
  const shapes = mark.slice(mark.indexOf('<rect'));
  expect(document()).toContain(shapes.trim());
});

test('mails and pages name the same product', () => {
  expect(MAIL_PRODUCT).toBe(PRODUCT);
  expect(document()).toContain(`<span>${PRODUCT}</span>`);
});

test('the only resource that the consent page loads is the logo of the app', () => {
  const loaded = [...document().matchAll(/(?:src|href)="([^"]*)"|url\(([^)]*)\)|@import|@font-face/g)];
  expect(loaded.map(([, attribute]) => attribute)).toEqual(['https://cdn.example.com/logo.png']);
});

test('the consent page separates what the app may see from what it may change', () => {
  const page = document(TEXTS_EN);
  const parts = [
    '>View<',
    'read_products',
    '>Create and edit<',
    'write_products',
    'value="allow"',
    'value="deny"',
  ];
  const places = parts.map((part) => page.indexOf(part));
  expect(places.every((place) => place > 0)).toBe(true);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test('every permission of a reauthorization is listed once, the new ones first and marked', () => {
  const page = document(TEXTS_ES, ['read_products', 'read_stock']);
  const listed = [...page.matchAll(/data-scope="(\w+)"/g)].map(([, scope]) => scope);
  expect(listed).toEqual(['write_products', 'read_products', 'read_stock']);
  expect(page.split('class="new"')).toHaveLength(2);
  expect(SCOPE_NAMES).toEqual(expect.arrayContaining(listed));
});
