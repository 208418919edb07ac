import { developerRoutes } from '@commerce/console-api/routes/developer.ts';
import { platformRoutes } from '@commerce/console-api/routes/platform.ts';
import type { View } from '../support/chromium.ts';
import type { Demo } from './demo.ts';

/** A picture of a page for the documentation. */
export interface Picture extends View {
  /** Of the file, without ending. */
  name: string;
  /** Who looks at it; nobody without one. */
  who?: 'owner' | 'team' | 'developer' | 'staff';
  /** Its address; `:store` is the demo's first store, `:developer` its developer. */
  path: string;
  /** What is done on the page before: a click on the first element with that role and name. */
  click?: { role: 'button' | 'tab' | 'link'; name: string }[];
  /** An address that is not known before the demo runs. */
  find?: (demo: Demo) => Promise<string>;
}

/** Every picture, by area. */
export const pictures: Picture[] = [
  { name: 'sign-in', path: '/sign-in' },
  { name: 'home', who: 'owner', path: '/' },
  { name: 'dashboard', who: 'owner', path: '/stores/:store' },
  { name: 'shops', who: 'owner', path: '/stores/:store/shops' },
  { name: 'shops-phone', who: 'owner', path: '/stores/:store/shops', width: 360 },
  { name: 'developer-home', who: 'developer', path: '/developers/:developer' },
  { name: 'developer-app', who: 'developer', path: '', find: firstApp('') },
  { name: 'developer-app-phone', who: 'developer', path: '', find: firstApp(''), width: 360 },
  { name: 'developer-app-settings', who: 'developer', path: '', find: firstApp('/settings') },
  { name: 'developer-new-app', who: 'developer', path: '/developers/:developer/apps/new' },
  { name: 'developer-stores', who: 'developer', path: '/developers/:developer/stores' },
  { name: 'platform-home', who: 'staff', path: '/platform' },
  { name: 'platform-reviews', who: 'staff', path: '/platform/reviews' },
  { name: 'platform-review', who: 'staff', path: '', find: firstReview },
  { name: 'platform-apps', who: 'staff', path: '/platform/apps' },
  { name: 'platform-developers', who: 'staff', path: '/platform/developers' },
  { name: 'platform-stores', who: 'staff', path: '/platform/stores' },
  { name: 'platform-audit', who: 'staff', path: '/platform/audit' },
  { name: 'platform-health', who: 'staff', path: '/platform/health' },
];

/** A page of the demo developer's first app. */
function firstApp(part: string): (demo: Demo) => Promise<string> {
  return async (demo) => {
    const developer = await demo.as('developer');
    const { items } = await developer.call(developerRoutes.listApps, {
      params: { developer: demo.developer },
    });
    return `/developers/:developer/apps/${items[0]!.id}${part}`;
  };
}

/** The review that waits longest; one is asked for when none does. */
async function firstReview(demo: Demo): Promise<string> {
  const [staff, developer] = [await demo.as('staff'), await demo.as('developer')];
  const waiting = async () => (await staff.call(platformRoutes.listReviews, { query: {} })).items[0]?.id;
  const found = await waiting();
  if (found !== undefined) return `/platform/reviews/${found}`;
  const params = { developer: demo.developer };
  const { items } = await developer.call(developerRoutes.listApps, { params });
  const app = items.find(({ fields }) => (fields?.scopes.length ?? 0) < 12)!;
  const body = { ...app.fields!, scopes: [...app.fields!.scopes, 'read_orders', 'write_stock'] };
  await developer.call(developerRoutes.updateApp, { params: { ...params, app: app.id }, body });
  const note = 'Sumamos los pedidos, para descontar del stock lo que se vende en la vidriera.';
  await developer.call(developerRoutes.submit, { params: { ...params, app: app.id }, body: { note } });
  return `/platform/reviews/${await waiting()}`;
}
