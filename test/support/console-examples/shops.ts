import type { shopRoutes } from '@commerce/console-api/routes/shops.ts';
import { type ExamplesOf, VERSION } from './example.ts';

const shop = {
  name: 'Centro',
  description: '',
  image: '',
  phone: '11 5555-0101',
  email: 'centro@example.com',
  address: {
    street: 'Av. Corrientes',
    streetNumber: 1234,
    crossStreets: '',
    city: 'Buenos Aires',
    postalCode: '1043',
  },
  schedule: [{ day: 'monday', open: '09:00', close: '18:00' }],
  isActive: true,
};

export const shopExamples: ExamplesOf<typeof shopRoutes> = {
  list: () => ({ query: { limit: 2 } }),
  get: async ({ first }) => ({ params: { shop: await first('/shops') } }),
  create: () => ({ body: shop }),
  update: async ({ first }) => ({
    params: { shop: await first('/shops') },
    body: { ...shop, version: VERSION },
  }),
};
