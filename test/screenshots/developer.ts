import { setTimeout as sleep } from 'node:timers/promises';
import { developerRoutes } from '@commerce/console-api/routes/developer.ts';
import { sandboxRoutes } from '@commerce/console-api/routes/sandbox.ts';
import type { Demo } from './demo.ts';
import type { Picture } from './picture.ts';

/** Screenshots of a developer’s apps. */
export const developerPictures: Picture[] = [
  { name: 'developer-home', who: 'developer', path: '/developers/:developer' },
  { name: 'developer-app', who: 'developer', path: '', find: firstApp('') },
  { name: 'developer-app-phone', who: 'developer', path: '', find: firstApp(''), width: 360 },
  { name: 'developer-app-settings', who: 'developer', path: '', find: firstApp('/settings') },
  { name: 'developer-new-app', who: 'developer', path: '/developers/:developer/apps/new' },
  { name: 'developer-stores', who: 'developer', path: '/developers/:developer/stores' },
  { name: 'developer-store', who: 'developer', path: '', find: testStore },
];

/** A test store of the demo developer, with sample data. */
async function testStore(demo: Demo): Promise<string> {
  const { developer } = demo;
  const client = await demo.as('developer');
  const body = { name: 'Tienda de ejemplo', seed: 'small' as const };
  const { id } = await client.call(developerRoutes.createStore, { params: { developer }, body });
  for (let state = 'seeding'; state === 'seeding'; await sleep(200))
    ({ state } = await client.call(sandboxRoutes.get, { params: { developer, store: id } }));
  return `/developers/:developer/stores/${id}`;
}

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
