import { expect, test } from 'vitest';
import { MAX_FAVORITES, toggled } from '../src/areas/store/pos/favorites.ts';

const ids = Array.from({ length: MAX_FAVORITES }, (_, n) => `prd_${n}`);

test('a full list of favorites replaces those that the shop no longer sells', () => {
  const unsold = new Set(['prd_0', 'prd_5']);
  const after = toggled(ids, 'prd_new', unsold);
  expect(after).toEqual([...ids.filter((id) => !unsold.has(id)), 'prd_new']);
});

test('a full list of favorites that are all sold takes no other, and one of them can be removed', () => {
  expect(toggled(ids, 'prd_new', new Set())).toBeNull();
  expect(toggled(ids, 'prd_3', new Set())).toEqual(ids.filter((id) => id !== 'prd_3'));
});

test('favorites that the shop does not sell stay while there is space for another', () => {
  expect(toggled(['prd_0'], 'prd_new', new Set(['prd_0']))).toEqual(['prd_0', 'prd_new']);
});
