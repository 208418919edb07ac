import type { developerRoutes } from '@commerce/console-api/routes/developer.ts';
import { platform } from '../platform.ts';
import { type ExamplesOf, VERSION } from './example.ts';

const body = {
  name: 'Mi app',
  description: '',
  logoUrl: '',
  installUrl: '',
  redirectUris: ['https://app.example/callback'],
  scopes: ['read_products'],
  supportUrl: '',
  supportEmail: '',
};
const app = () => ({ app: platform().demo.apps[0].client_id });
const secret = () => ({ ...app(), secret: '00000000-0000-4000-8000-000000000000' });

export const developerExamples: ExamplesOf<typeof developerRoutes> = {
  get: () => ({}),
  listApps: () => ({ query: { limit: 2 } }),
  createApp: () => ({ body }),
  getApp: () => ({ params: app() }),
  updateApp: () => ({ params: app(), body: { ...body, version: VERSION } }),
  listSecrets: () => ({ params: app() }),
  createSecret: () => ({ params: app(), body: { othersForS: 3600 } }),
  expireSecret: () => ({ params: secret() }),
  submit: () => ({ params: app(), body: { note: '' } }),
  withdraw: () => ({ params: app() }),
  listReviews: () => ({ params: app() }),
  listStores: () => ({}),
  createStore: () => ({ body: { name: 'Tienda de prueba', seed: 'small' } }),
};
