import type { stockRoutes } from '@commerce/console-api/routes/stock.ts';
import type { ExamplesOf, Known } from './example.ts';

const shop = async ({ first }: Known) => ({ shop: await first('/shops') });
const stockItem = async ({ first }: Known) => ({ productId: await first('/products'), variantId: null });

export const stockExamples: ExamplesOf<typeof stockRoutes> = {
  list: async (known) => ({ query: { ...(await shop(known)), filter: 'low' } }),
  counts: async (known) => ({
    query: { shops: (await shop(known)).shop, products: (await stockItem(known)).productId },
  }),
  sums: async (known) => ({ query: { products: (await stockItem(known)).productId } }),
  setCounts: async (known) => ({
    body: {
      items: [
        { shopId: (await shop(known)).shop, ...(await stockItem(known)), onHand: 5, expectedOnHand: 5 },
      ],
    },
  }),
  adjust: async (known) => ({
    body: { shopId: (await shop(known)).shop, ...(await stockItem(known)), set: 5, reason: 'Conteo' },
  }),
  transfer: async (known) => {
    const { shop: fromShopId } = await shop(known);
    const lines = [{ ...(await stockItem(known)), quantity: 1 }];
    return { body: { fromShopId, toShopId: 'shp_01jcxk7mz0e5p8t2v9w3y4a6b7', lines } };
  },
  movements: async (known) => ({ query: { ...(await shop(known)), kind: 'adjustment' } }),
  reservations: async (known) => ({
    query: { ...(await shop(known)), product: (await stockItem(known)).productId },
  }),
  low: () => ({}),
  settings: () => ({}),
  setSettings: () => ({ body: { lowAt: 3 } }),
  setThreshold: async (known) => ({
    body: { shopId: (await shop(known)).shop, ...(await stockItem(known)), lowAt: 'store' },
  }),
};
