import type { Browser, BrowserContext } from 'playwright-core';
import { openProfile, signIn, type View } from './chromium.ts';
import type { Viewer } from './every-page.ts';
import type { FilledWorld } from './filled-world.ts';
import { platform } from './platform.ts';

/** Opens a browser profile for each kind of viewer of a world. */
export async function viewersOf(
  world: FilledWorld,
  browser: Browser,
  gateway: string,
  view: View,
): Promise<Record<Viewer, BrowserContext>> {
  const open = () => openProfile(browser, gateway, view);
  const viewers = {
    anonymous: await open(),
    owner: await open(),
    developer: await open(),
    staff: await open(),
  };
  await signIn(viewers.owner, gateway, world.owner);
  await signIn(viewers.developer, gateway, world.developer);
  await signIn(viewers.staff, gateway, platform().demo.platform);
  return viewers;
}
