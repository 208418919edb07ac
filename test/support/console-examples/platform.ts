import type { platformRoutes } from '@commerce/console-api/routes/platform.ts';
import { platform } from '../platform.ts';
import type { ExamplesOf } from './example.ts';

const NO_REVIEW = 'rev_00000000000000000000000000';
const NO_STORE = 'sto_00000000000000000000000000';
const app = () => ({ app: platform().demo.apps[0].client_id });
const reason = { reason: 'Porque sí.' };

export const platformExamples: ExamplesOf<typeof platformRoutes> = {
  listReviews: () => ({ query: { state: 'decided', limit: 2 } }),
  getReview: () => ({ params: { review: NO_REVIEW }, status: 404 }),
  approve: () => ({ params: { review: NO_REVIEW }, body: { reason: '' } }),
  reject: () => ({ params: { review: NO_REVIEW }, body: reason }),
  listApps: () => ({ query: { q: 'a', status: 'published' } }),
  getApp: () => ({ params: app() }),
  suspendApp: () => ({ params: app(), body: reason }),
  restoreApp: () => ({ params: app(), body: { reason: '' } }),
  listDevelopers: () => ({ query: { q: 'a' } }),
  getDeveloper: ({ developer }) => ({ params: { id: developer } }),
  suspendDeveloper: ({ developer }) => ({ params: { id: developer }, body: reason }),
  restoreDeveloper: ({ developer }) => ({ params: { id: developer }, body: { reason: '' } }),
  listStores: () => ({ query: { q: 'a', plan: 'enterprise' } }),
  getStore: ({ store }) => ({ params: { id: store } }),
  setPlan: ({ store }) => ({ params: { id: store }, body: { planTier: 'enterprise', reason: '' } }),
  suspendStore: () => ({ params: { id: NO_STORE }, body: reason, status: 404 }),
  restoreStore: () => ({ params: { id: NO_STORE }, body: { reason: '' }, status: 404 }),
  listAudit: ({ store }) => ({ query: { subject: store } }),
  figures: () => ({ query: { days: '90' } }),
  health: () => ({}),
};
