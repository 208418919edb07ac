import { expect, test } from 'vitest';
import { isMailAddress } from '../src/email.ts';

test.each(['ana@example.com', "o'brien+tag@sub.example.com.ar", `${'a'.repeat(64)}@example.com`])(
  '%j is a deliverable address',
  (text) => {
    expect(isMailAddress(text)).toBe(true);
  },
);

test.each([
  '<script>@x.com',
  'a\u200bb@example.com',
  'ana@localhost',
  'ana@exa mple.com',
  'añá@example.com',
  'a@b@example.com',
  `${'a'.repeat(65)}@example.com`,
  `a@${'b.'.repeat(130)}com`,
  '',
])('%j is not a deliverable address', (text) => {
  expect(isMailAddress(text)).toBe(false);
});
