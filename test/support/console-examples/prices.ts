import type { priceRoutes } from '@commerce/console-api/routes/prices.ts';
import { type ExamplesOf, type Known, VERSION } from './example.ts';

const product = async ({ first }: Known) => ({ product: await first('/products') });
/** Unknown ids: price lists and promotions are not in the public API, which the lookups use. */
const NO_LIST = 'pl_01jcxk7mz0e5p8t2v9w3y4a6b7';
const NO_PRODUCT = 'prd_01jcxk7mz0e5p8t2v9w3y4a6b7';
const NO_PROMOTION = 'prm_01jcxk7mz0e5p8t2v9w3y4a6b7';
const list = { name: 'Mayorista', rule: { percentBp: -1_000, overListId: null, roundingCentavos: 100 } };
const promotion = async ({ first }: Known) => ({
  name: 'Semana',
  percentBp: 1_000,
  amountCentavos: null,
  productIds: [await first('/products')],
  categoryIds: [],
  brandIds: [],
  shopIds: [],
  startsAt: '2026-11-01T03:00:00.000Z',
  endsAt: null,
});
const change = async ({ first }: Known) => ({
  target: 'prices',
  priceListId: null,
  products: { by: 'products', ids: [await first('/products')] },
  percentBp: 500,
  amountCentavos: null,
  roundingCentavos: 1,
});
const entry = async ({ first }: Known) => ({ productId: await first('/products'), variantId: null });

export const priceExamples: ExamplesOf<typeof priceRoutes> = {
  list: () => ({ query: { q: 'a', limit: 10 } }),
  edit: async (known) => ({ params: await product(known), body: { costCentavos: 100, variants: [] } }),
  explain: async ({ first }) => ({
    query: { shop: await first('/shops'), product: NO_PRODUCT },
    status: 400,
  }),
  lists: () => ({}),
  createList: () => ({ body: list }),
  updateList: () => ({ params: { list: NO_LIST }, body: { ...list, version: VERSION } }),
  deleteList: () => ({ params: { list: NO_LIST } }),
  setShopList: async ({ first }) => ({
    params: { shop: await first('/shops') },
    body: { priceListId: null },
  }),
  entries: () => ({ params: { list: NO_LIST }, status: 404 }),
  setEntries: async (known) => ({
    params: { list: NO_LIST },
    body: { entries: [{ ...(await entry(known)), priceCentavos: 100 }] },
  }),
  removeEntries: async (known) => ({ params: { list: NO_LIST }, body: { entries: [await entry(known)] } }),
  promotions: () => ({ query: { state: 'running' } }),
  promotion: () => ({ params: { promotion: NO_PROMOTION }, status: 404 }),
  createPromotion: async (known) => ({ body: await promotion(known) }),
  updatePromotion: async (known) => ({
    params: { promotion: NO_PROMOTION },
    body: { ...(await promotion(known)), version: VERSION },
  }),
  endPromotion: () => ({ params: { promotion: NO_PROMOTION } }),
  previewChange: async (known) => ({ body: await change(known) }),
  startChange: async (known) => ({ body: await change(known) }),
  changes: () => ({}),
};
