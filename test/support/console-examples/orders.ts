import type { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { type ExamplesOf, type Known, VERSION } from './example.ts';

const order = async ({ first }: Known) => ({ order: await first('/orders') });
const shipping = {
  methodType: 'pickup' as const,
  methodName: 'Retiro',
  priceCentavos: 0,
  recipientName: 'Ana',
  recipientPhone: '',
  recipientDocument: '',
};

export const orderExamples: ExamplesOf<typeof orderRoutes> = {
  list: () => ({ query: { status: 'pending', q: 'ana', from: '2026-01-01' } }),
  get: async (known) => ({ params: await order(known) }),
  getMany: async ({ first }) => ({ query: { ids: await first('/orders') } }),
  history: async (known) => ({ params: await order(known) }),
  create: async ({ first }) => ({
    body: {
      source: 'phone',
      shopId: await first('/shops'),
      lines: [{ name: 'Grabado', unitPriceCentavos: 100, quantity: 1 }],
      paymentGateway: 'cash',
      discountCentavos: 0,
    },
  }),
  setStatus: async (known) => ({ params: await order(known), body: { status: 'confirmed' } }),
  setPayment: async (known) => ({
    params: await order(known),
    body: { outcome: 'confirmed', version: VERSION },
  }),
  payments: async (known) => ({ params: await order(known) }),
  refund: async (known) => ({
    params: await order(known),
    body: { gateway: 'cash', amountCentavos: 100, reason: 'x', version: VERSION },
  }),
  edit: async (known) => ({
    params: await order(known),
    body: {
      lines: [{ name: 'Grabado', unitPriceCentavos: 100, quantity: 1 }],
      discountCentavos: 0,
      version: VERSION,
    },
  }),
  setShipping: async (known) => ({ params: await order(known), body: { ...shipping, version: VERSION } }),
  setTracking: async (known) => ({
    params: await order(known),
    body: { trackingNumber: 'AR-1', version: VERSION },
  }),
  end: async (known) => ({
    params: await order(known),
    body: { as: 'cancelled', notes: 'x', version: VERSION },
  }),
  returnItems: async (known) => ({
    params: await order(known),
    body: { lines: [{ index: 0, quantity: 1, restock: true }], version: VERSION },
  }),
  addNote: async (known) => ({ params: await order(known), body: { text: 'x' } }),
  flow: () => ({}),
  putFlow: () => ({ body: { steps: [{ status: 'confirmed', label: 'Confirmado' }], version: VERSION } }),
  settings: () => ({}),
  putSettings: () => ({ body: { orderExpiryMs: 172_800_000, discountLimitBp: 10_000, version: VERSION } }),
};
