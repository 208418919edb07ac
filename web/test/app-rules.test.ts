import { expect, test } from 'vitest';
import { appProblems } from '../src/areas/developer/apps/app-rules.ts';

const GOOD = {
  name: 'Mate',
  description: '',
  logoUrl: '',
  redirectUris: ['https://mate.example/callback', 'http://127.0.0.1:4400/callback'],
  scopes: ['read_products'],
  supportUrl: 'http://mate.example/help',
  supportEmail: 'help@mate.example',
  installUrl: '',
};
const problemsOf = (changed: Partial<typeof GOOD>) =>
  appProblems({ ...GOOD, ...changed }, (problem) => problem);

test('an app without problems has none, with and without its optional fields', () => {
  expect(problemsOf({})).toEqual({});
  expect(problemsOf({ supportUrl: '', supportEmail: '', logoUrl: 'https://mate.example/logo.png' })).toEqual(
    {},
  );
});

test('each invalid field has its own problem', () => {
  const bad = {
    name: ' ',
    installUrl: 'http://mate.example/install',
    logoUrl: 'ftp://x',
    supportUrl: 'nope',
    supportEmail: 'ayuda',
    scopes: [],
  };
  expect(problemsOf(bad)).toEqual({
    name: 'missing',
    logoUrl: 'logoUrl',
    installUrl: 'installUrl',
    supportUrl: 'supportUrl',
    supportEmail: 'supportEmail',
    scopes: 'scopes',
  });
});

test('each redirect URL has its own problem', () => {
  const uris = [
    'https://a.example/b',
    'nope',
    'http://a.example',
    'https://a.example/#x',
    'https://a.example/b',
    '',
  ];
  expect(problemsOf({ redirectUris: uris })).toEqual({
    'redirectUris.1': 'url_not_absolute',
    'redirectUris.2': 'url_not_https',
    'redirectUris.3': 'url_fragment',
    'redirectUris.4': 'given_twice',
    'redirectUris.5': 'missing',
  });
});

test('a host with other characters than letters, digits, dots and hyphens is a problem of its own', () => {
  const url = 'https://mate.example;script-src/';
  expect(problemsOf({ logoUrl: url, installUrl: url, supportUrl: url, redirectUris: [url] })).toEqual({
    logoUrl: 'url_host',
    installUrl: 'url_host',
    supportUrl: 'url_host',
    'redirectUris.0': 'url_host',
  });
});
