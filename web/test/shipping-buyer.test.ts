import { expect, test } from 'vitest';
import { withBuyer, withoutBuyer } from '../src/areas/store/orders/shipping-buyer.ts';

const EMPTY = {
  methodType: 'local_delivery' as const,
  methodName: 'Envío local',
  priceCentavos: 0,
  address: {
    street: '',
    streetNumber: '',
    apartment: '',
    city: '',
    state: '',
    postalCode: '',
    notes: '',
  },
  recipientName: '',
  recipientPhone: '',
  recipientDocument: '',
  carrier: '',
};
const ADDRESS = {
  street: 'San Martín',
  streetNumber: '100',
  city: 'Rosario',
  state: 'Santa Fe',
  postalCode: '2000',
};
const ANA = { name: 'Ana', phone: '341 555-0101', dni: '30111222', shippingAddresses: [ADDRESS] };

test("a buyer's data fills the empty fields, and is removed with the buyer", () => {
  const after = withBuyer(EMPTY, ANA);
  expect(after).toMatchObject({ recipientName: 'Ana', recipientDocument: '30111222', address: ADDRESS });
  expect(withoutBuyer(after, { before: EMPTY, after })).toEqual(EMPTY);
});

test('fields that were typed, before or after the buyer was chosen, stay when the buyer is removed', () => {
  const before = { ...EMPTY, recipientName: 'Portería', priceCentavos: 500 };
  const after = withBuyer(before, ANA);
  expect(after.recipientName).toBe('Portería');
  const edited = {
    ...after,
    recipientPhone: '341 555-0909',
    priceCentavos: 900,
    address: { ...after.address, apartment: '3 B' },
  };
  expect(withoutBuyer(edited, { before, after })).toEqual({
    ...before,
    recipientPhone: '341 555-0909',
    priceCentavos: 900,
    address: { ...EMPTY.address, apartment: '3 B' },
  });
});
