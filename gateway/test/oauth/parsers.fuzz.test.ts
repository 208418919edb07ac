import { expect, test } from 'vitest';
import fc from 'fast-check';
import { responseUrl } from '../../src/oauth/authorize/redirect.ts';
import { html } from '../../src/oauth/pages/html.ts';
import { languageOf } from '../../src/oauth/pages/language.ts';

test('a template never emits a tag or a quote from a value', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(html`${text}`.text).not.toMatch(/[<>"']/);
    }),
  );
});

test('every Accept-Language header selects a language', () => {
  fc.assert(
    fc.property(fc.string(), (header) => {
      expect(['es', 'en']).toContain(languageOf(header));
    }),
  );
});

test('a response URL contains its parameters unchanged, and leaves the redirect URI as it is', () => {
  const uris = fc.constantFrom('https://a.example/cb', 'https://a.example/cb?x=%20y', 'http://127.0.0.1:1/');
  fc.assert(
    fc.property(uris, fc.string(), (uri, state) => {
      const url = responseUrl(uri, { state, code: 'c' });
      expect(url.startsWith(uri)).toBe(true);
      expect(new URL(url).searchParams.get('state')).toBe(state);
      expect(new URL(url).searchParams.get('code')).toBe('c');
    }),
  );
});
