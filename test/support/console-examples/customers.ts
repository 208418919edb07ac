import type { customerRoutes } from '@commerce/console-api/routes/customers.ts';
import { type ExamplesOf, type Known, VERSION } from './example.ts';

const person = { name: 'Ana', email: '', phone: '', dni: '', shippingAddresses: [] };
const importedRow = { name: 'Ana', email: 'ana@example.com', phone: '', dni: '', tags: [], address: null };
const customer = async ({ first }: Known) => ({ customer: await first('/customers') });

export const customerExamples: ExamplesOf<typeof customerRoutes> = {
  list: () => ({ query: { q: 'ana', kind: 'customer' } }),
  import: () => ({ body: { rows: [importedRow], checkOnly: true } }),
  export: () => ({}),
  get: async (known) => ({ params: await customer(known) }),
  orders: async (known) => ({ params: await customer(known), query: { limit: 5 } }),
  figures: async (known) => ({ params: await customer(known) }),
  addNote: async (known) => ({ params: await customer(known), body: { text: 'Llamar antes.' } }),
  removeNote: async (known) => ({ params: { ...(await customer(known)), note: 'none' } }),
  create: () => ({ body: person }),
  update: async (known) => ({ params: await customer(known), body: { ...person, version: VERSION } }),
  setTags: async (known) => ({ params: await customer(known), body: { tags: ['vip'], version: VERSION } }),
  promote: async (known) => ({ params: await customer(known) }),
  erase: async (known) => ({ params: await customer(known) }),
  dataFile: async (known) => ({ params: { ...(await customer(known)), request: 'none' }, status: 404 }),
  requestData: async (known) => ({ params: await customer(known) }),
};
