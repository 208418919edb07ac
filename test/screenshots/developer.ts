import { developerRoutes } from '@commerce/console-api/routes/developer.ts';
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
