import { developerRoutes } from '@commerce/console-api/routes/developer.ts';
import { platformRoutes } from '@commerce/console-api/routes/platform.ts';
import type { Demo } from './demo.ts';
import type { Picture } from './picture.ts';

/** Screenshots of the platform admin. */
export const platformPictures: Picture[] = [
  { name: 'platform-home', who: 'staff', path: '/platform' },
  { name: 'platform-home-dark', who: 'staff', path: '/platform', locale: 'en-US', theme: 'dark' },
  { name: 'platform-reviews', who: 'staff', path: '/platform/reviews' },
  { name: 'platform-review', who: 'staff', path: '', find: firstReview, height: 640 },
  { name: 'platform-apps', who: 'staff', path: '/platform/apps' },
  { name: 'platform-developers', who: 'staff', path: '/platform/developers' },
  { name: 'platform-stores', who: 'staff', path: '/platform/stores' },
  { name: 'platform-audit', who: 'staff', path: '/platform/audit' },
  { name: 'platform-health', who: 'staff', path: '/platform/health' },
];

/** The oldest pending review; requests one when there is none. */
async function firstReview(demo: Demo): Promise<string> {
  const [staff, developer] = [await demo.as('staff'), await demo.as('developer')];
  const waiting = async () => (await staff.call(platformRoutes.listReviews, { query: {} })).items[0]?.id;
  const found = await waiting();
  if (found !== undefined) return `/platform/reviews/${found}`;
  const params = { developer: demo.developer };
  const { items } = await developer.call(developerRoutes.listApps, { params });
  const app = items.find(({ fields }) => (fields?.scopes.length ?? 0) < 12)!;
  const scopes = [...app.fields!.scopes, 'read_orders', 'write_stock'];
  const body = { ...app.fields!, scopes, version: app.updatedAt };
  await developer.call(developerRoutes.updateApp, { params: { ...params, app: app.id }, body });
  const note = 'Sumamos los pedidos, para descontar del stock lo que se vende en la vidriera.';
  await developer.call(developerRoutes.submit, { params: { ...params, app: app.id }, body: { note } });
  return `/platform/reviews/${await waiting()}`;
}
