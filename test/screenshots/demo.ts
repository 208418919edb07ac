import { readFileSync } from 'node:fs';
import { sessionRoutes } from '@commerce/console-api/routes/session.ts';
import { ConsoleClient } from '../support/console-client.ts';
import type { Account, DemoApp, Platform } from '../support/platform.ts';
import type { Picture } from './picture.ts';

/** The demo shown in the screenshots. */
export interface Demo {
  /** The directory of the stack. */
  dataDir: string;
  gateway: string;
  store: string;
  developer: string;
  /** The developer's apps; the first subscribes to every event. */
  apps: readonly DemoApp[];
  people: Record<NonNullable<Picture['who']>, Account>;
  /** Signs in to the console API as a person. */
  as: (who: NonNullable<Picture['who']>) => Promise<ConsoleClient>;
}

/** The demo of the running stack with the given data directory. */
export async function openDemo(dataDir: string): Promise<Demo> {
  const file = JSON.parse(readFileSync(`${dataDir}/demo.json`, 'utf8')) as Platform['demo'] & {
    auth_url: string;
  };
  const gateway = file.auth_url;
  const [store, otherStore] = file.stores;
  const people = {
    owner: store.owner,
    otherOwner: otherStore.owner,
    team: store.team_user,
    developer: file.developer,
    staff: file.platform,
  };
  const clients = new Map<string, Promise<ConsoleClient>>();
  const as = (who: keyof typeof people): Promise<ConsoleClient> => {
    const client = clients.get(who) ?? ConsoleClient.of(gateway, people[who]);
    clients.set(who, client);
    return client;
  };
  const { session } = await (await as('developer')).call(sessionRoutes.get, {});
  const developer = session!.developers[0]!.id;
  return { dataDir, gateway, store: store.id, developer, apps: file.apps, people, as };
}
