import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { bareOrder, exampleOrder } from '../src/2026-10/examples/order.ts';
import { barePrice, exampleProduct } from '../src/2026-10/examples/product.ts';
import { iso, pesos } from '../src/2026-10/presenters/common.ts';
import { presentOrder, presentProduct, presentResolvedPrice } from '../src/2026-10/presenters/index.ts';
import { fullAddress } from '../src/2026-10/presenters/shop.ts';
import { NO_GRANTS } from '../src/route.ts';

describe('amounts', () => {
  test('have at most two decimals and lose no centavo, up to 10^12 pesos', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 14 }), (centavos) => {
        const printed = JSON.stringify(pesos(centavos));
        expect(printed).toMatch(/^\d+(\.\d{1,2})?$/);
        expect(Math.round(Number(printed) * 100)).toBe(centavos);
      }),
    );
  });
});

test('times are those of Date.toISOString, before 1970 and after 9999 too', () => {
  const LAST_MS = 8.64e15;
  const whole = fc.integer({ min: -LAST_MS, max: LAST_MS });
  const near = fc.integer({ min: -86_400_000, max: 2_000_000_000_000 });
  fc.assert(
    fc.property(fc.oneof(whole, near), (ms) => {
      expect(iso(ms)).toBe(new Date(ms).toISOString());
    }),
    { numRuns: 20_000 },
  );
  expect(() => iso(Number.NaN)).toThrow(RangeError);
});

describe('the address in one line', () => {
  const address = { street: 'Av. Corrientes', streetNumber: 1234, city: 'CABA', postalCode: 'C1043' };

  test('is written as in Argentina', () => {
    expect(fullAddress(address)).toBe('Av. Corrientes 1234, C1043 CABA');
  });

  test('contains S/N for a house without a number', () => {
    expect(fullAddress({ ...address, street: 'Ruta 9 km 280', streetNumber: 0 })).toBe(
      'Ruta 9 km 280 S/N, C1043 CABA',
    );
  });

  test('has no stray comma or space if a part is unknown', () => {
    expect(fullAddress({ ...address, postalCode: '' })).toBe('Av. Corrientes 1234, CABA');
    expect(fullAddress({ ...address, postalCode: '', city: '' })).toBe('Av. Corrientes 1234');
  });
});

describe('data entered by merchants', () => {
  test('can have an axis named __proto__', () => {
    const [variant] = exampleProduct.variants;
    const product = {
      ...exampleProduct,
      variants: [{ ...variant!, attributes: [{ name: '__proto__', value: 'x' }] }],
    };
    expect(JSON.stringify(presentProduct(product, NO_GRANTS).variants[0]!.attributes)).toBe(
      '{"__proto__":"x"}',
    );
  });

  test('has null for a buyer without an id, who is not identifiable', () => {
    const order = { ...exampleOrder, customer: { id: '', name: 'Mostrador', email: '', phone: '' } };
    expect(presentOrder(order, NO_GRANTS).customer).toBeNull();
  });
});

describe('a broken message', () => {
  test('is an error instead of an incomplete body', () => {
    expect(() => presentOrder({ ...bareOrder, payment: undefined }, NO_GRANTS)).toThrow('no payment');
    expect(() => presentResolvedPrice({ ...barePrice, source: 0 })).toThrow('The enum value 0 has no name.');
  });
});
