import type { posRoutes } from '@commerce/console-api/routes/pos.ts';
import type { ExamplesOf } from './example.ts';

export const posExamples: ExamplesOf<typeof posRoutes> = {
  scan: async ({ first }) => ({ query: { shop: await first('/shops'), code: 'no-such-code' } }),
  search: async ({ first }) => ({ query: { shop: await first('/shops'), q: 'mate' } }),
  product: async ({ first }) => ({
    params: { product: await first('/products') },
    query: { shop: await first('/shops') },
  }),
  prices: async ({ first }) => ({
    body: { shopId: await first('/shops'), items: [{ productId: await first('/products') }] },
  }),
  buyers: () => ({ query: { q: 'ana' } }),
  sell: async ({ first }) => ({
    body: {
      shopId: await first('/shops'),
      lines: [{ name: 'Grabado', unitPriceCentavos: 100, quantity: 1 }],
      payments: [{ gateway: 'cash', amountCentavos: 100 }],
      discountCentavos: 0,
      expectedTotalCentavos: 100,
    },
  }),
};
