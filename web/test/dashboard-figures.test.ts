import { describe, expect, test } from 'vitest';
import { changeOf, marginOf } from '../src/areas/store/dashboard/figures.ts';
import { labelEvery } from '../src/lib/label-every.ts';

const GOODS = { amountCentavos: 10_000, discountCentavos: 0, cogsCentavos: 6_000, uncostedCentavos: 0 };

describe('the figures of the dashboard', () => {
  test('a margin is what goods of a known cost brought in, minus their cost', () => {
    expect(marginOf(GOODS)).toMatchObject({ marginCentavos: 4_000, percent: 40 });
  });

  test('goods whose cost is unknown count neither as profit nor in the percentage', () => {
    expect(marginOf({ ...GOODS, amountCentavos: 15_000, uncostedCentavos: 5_000 })).toEqual({
      netCentavos: 15_000,
      costedCentavos: 10_000,
      uncostedCentavos: 5_000,
      cogsCentavos: 6_000,
      marginCentavos: 4_000,
      percent: 40,
    });
  });

  test('discounts reduce goods of known and of unknown cost alike', () => {
    const margin = marginOf({
      amountCentavos: 20_000,
      discountCentavos: 2_000,
      cogsCentavos: 6_000,
      uncostedCentavos: 10_000,
    });
    expect(margin).toMatchObject({ costedCentavos: 9_000, uncostedCentavos: 9_000, marginCentavos: 3_000 });
  });

  test('without any known cost the margin is unknown, not 100 %', () => {
    const margin = marginOf({
      amountCentavos: 10_000,
      discountCentavos: 0,
      cogsCentavos: 0,
      uncostedCentavos: 10_000,
    });
    expect(margin.marginCentavos).toBeUndefined();
    expect(margin.percent).toBeUndefined();
    expect(marginOf({ ...GOODS, amountCentavos: 0, cogsCentavos: 0 }).marginCentavos).toBeUndefined();
  });

  test('goods sold below their cost have a negative margin', () => {
    expect(marginOf({ ...GOODS, cogsCentavos: 12_000 })).toMatchObject({
      marginCentavos: -2_000,
      percent: -20,
    });
  });

  test('a change is relative to the period before, and unknown without one', () => {
    expect(changeOf(150, 100)).toBe(50);
    expect(changeOf(50, 100)).toBe(-50);
    expect(changeOf(50, 0)).toBeUndefined();
  });

  test.each([
    [7, 20, 1],
    [30, 20, 2],
    [90, 20, 5],
    [90, 4, 23],
  ])('%i days with room for %i labels have one every %i days', (days, labels, every) => {
    expect(labelEvery(days, labels)).toBe(every);
  });
});
