import { describe, expect, test } from 'vitest';
import { Fault } from '@commerce/service-kit/fault.ts';
import { readAppFields } from '../src/domain/app-fields.ts';
import { redirectUriProblem } from '@commerce/texts/redirect-uri.ts';
import { FIELDS } from './support/developers.ts';

describe('redirect URI', () => {
  test.each([
    'https://app.example/callback',
    'https://app.example',
    'https://app.example/',
    'https://app.example:8443/a/b?tenant=1',
    'https://xn--ar-ela.example/cb',
    'https://[2001:db8::1]/callback',
    'http://127.0.0.1:4409/callback',
    'http://[::1]:4409/callback',
    'http://localhost:3000/callback',
  ])('%s is accepted', (uri) => {
    expect(redirectUriProblem(uri)).toBeUndefined();
  });

  test.each([
    ['http://app.example/callback', /https/],
    ['http://127.0.0.1.example/callback', /https/],
    ['http://localhost.example/', /https/],
    ['myapp://callback', /https/],
    ['javascript:alert(1)', /https/],
    ['data:text/html,x', /https/],
    ['/callback', /absolute/],
    ['', /absolute/],
    ['https://app.example/ x', /absolute/],
    ['https://app.example\\@evil.example/', /absolute/],
    ['https://app.example/\ncallback', /absolute/],
    [`https://app.example/${'a'.repeat(2048)}`, /absolute/],
    ['https://app.example/callback#part', /fragment/],
    ['https://app.example/callback#', /fragment/],
    ['https://*.app.example/callback', /wildcard/],
    ['https://app.example/*', /wildcard/],
    ['https://app.example;script-src/callback', /host of letters/],
    ['https://app.example,other.example/', /host of letters/],
    ["https://app'.example/", /host of letters/],
    ['https://app".example/', /host of letters/],
    ['https://app%3bx.example/', /host of letters/],
    ['https://user:secret@app.example/', /user/],
    ['https://APP.example/callback', /written as https:\/\/app\.example\/callback/],
    ['https://app.example:443/callback', /written as https:\/\/app\.example\/callback/],
    ['https://app.example/a/../b', /written as https:\/\/app\.example\/b/],
    ['http://127.1:80/', /written as http:\/\/127\.0\.0\.1\//],
    ['https://añil.example/', /written as https:\/\/xn--/],
  ])('%j is refused', (uri, problem) => {
    expect(redirectUriProblem(uri)?.message).toMatch(problem);
  });
});

/** The fields with problems. */
function problemsOf(changed: Partial<typeof FIELDS>): (string | undefined)[] {
  try {
    readAppFields({ ...FIELDS, ...changed });
  } catch (error) {
    if (error instanceof Fault) return error.details.map(({ field }) => field);
    throw error;
  }
  return [];
}

describe('fields of an app', () => {
  test('surrounding spaces are removed, and scopes are stored once and in their order', () => {
    const given = { ...FIELDS, name: '  Mi app ', scopes: ['write_stock', 'read_products', 'write_stock'] };
    expect(readAppFields(given)).toEqual({ ...FIELDS, scopes: ['read_products', 'write_stock'] });
  });

  test('optional fields may be empty', () => {
    expect(
      problemsOf({ description: '', logoUrl: '', supportUrl: '', supportEmail: '', installUrl: '' }),
    ).toEqual([]);
  });

  test('every problem is reported at once', () => {
    expect(
      problemsOf({
        name: ' ',
        description: 'x'.repeat(501),
        logoUrl: 'http://app.example/logo.png',
        redirectUris: ['https://a.example/#x', 'https://b.example/', 'https://b.example/'],
        scopes: ['read_everything'],
        supportUrl: 'javascript:alert(1)',
        supportEmail: 'not an email',
        installUrl: 'http://app.example/install',
      }),
    ).toEqual([
      'name',
      'description',
      'logo_url',
      'redirect_uris[0]',
      'redirect_uris[2]',
      'scopes',
      'support_url',
      'support_email',
      'install_url',
    ]);
  });

  test.each([
    ['name', { name: 'x'.repeat(61) }],
    ['name', { name: 'two\nlines' }],
    ['name', { name: '\ud800' }],
    ['redirect_uris', { redirectUris: [] }],
    ['redirect_uris', { redirectUris: Array.from({ length: 11 }, (_, n) => `https://a.example/${n}`) }],
    ['scopes', { scopes: [] }],
    ['logo_url', { logoUrl: 'https://app.example;script-src/logo.png' }],
    ['support_url', { supportUrl: 'http://app,example/' }],
    ['install_url', { installUrl: 'javascript:alert(1)' }],
    ['install_url', { installUrl: 'https://user:secret@app.example/' }],
    ['install_url', { installUrl: `https://app.example/${'a'.repeat(2048)}` }],
  ])('%s is refused out of its bounds: %j', (field, changed) => {
    expect(problemsOf(changed)).toEqual([field]);
  });

  test('missing fields are refused', () => {
    expect(() => readAppFields(undefined)).toThrow(Fault);
  });
});
