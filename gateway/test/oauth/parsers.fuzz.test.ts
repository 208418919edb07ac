import { expect, test } from 'vitest';
import fc from 'fast-check';
import { answerUrl } from '../../src/oauth/authorize/redirect.ts';
import { html } from '../../src/oauth/pages/html.ts';
import { languageOf } from '../../src/oauth/pages/language.ts';

test('whatever a template is given, no tag and no quote comes of it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(html`${text}`.text).not.toMatch(/[<>"']/);
    }),
  );
});

test('any Accept-Language yields a language', () => {
  fc.assert(
    fc.property(fc.string(), (header) => {
      expect(['es', 'en']).toContain(languageOf(header));
    }),
  );
});

test('an answer gives its parameters back as they were, and leaves the redirect URI as it is', () => {
  const uris = fc.constantFrom('https://a.example/cb', 'https://a.example/cb?x=%20y', 'http://127.0.0.1:1/');
  fc.assert(
    fc.property(uris, fc.string(), (uri, state) => {
      const url = answerUrl(uri, { state, code: 'c' });
      expect(url.startsWith(uri)).toBe(true);
      expect(new URL(url).searchParams.get('state')).toBe(state);
      expect(new URL(url).searchParams.get('code')).toBe('c');
    }),
  );
});
