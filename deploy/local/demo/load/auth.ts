import {
  createApp,
  createDeveloper,
  createMembership,
  createPerson,
  createStore,
  openPrisma,
} from '@commerce/auth/seed.ts';
import { randomToken } from '@commerce/service-kit/crypto/hash.ts';
import type { World } from '../world.ts';
import { withDatabase } from './open.ts';

/** Stores with their people, the developer, the platform's staff, and the apps. @returns the client secrets by app id */
export function loadAuth(
  url: string,
  publicUrl: string,
  world: World,
  clientSecrets: string[] = world.apps.map(() => `sk_${randomToken()}`),
): Promise<Map<string, string>> {
  return withDatabase(url, async (db) => {
    const prisma = openPrisma(db);
    const createdAt = new Date(world.now);
    for (const { id, store, owner, teamUser, createdAtMs } of world.stores) {
      const since = new Date(createdAtMs);
      const plan = store.planTier as 'professional' | 'enterprise';
      await createStore(prisma, { id, name: store.name, plan, createdAt: since });
      for (const [person, role] of [
        [owner, 'owner'],
        [teamUser, 'manager'],
      ] as const) {
        await createPerson(prisma, { ...person, createdAt: since });
        await createMembership(prisma, { personId: person.id, storeId: id, role, createdAt: since });
      }
    }
    await createPerson(prisma, { ...world.platformStaff, platformStaff: true, createdAt });
    const { person, id: developer, name: company } = world.developer;
    await createPerson(prisma, { ...person, createdAt });
    await createDeveloper(prisma, { id: developer, name: company, memberIds: [person.id], createdAt });
    const secrets = new Map<string, string>();
    for (const [
      index,
      { id, developerId, name, redirectUris, scopes, createdAtMs },
    ] of world.apps.entries()) {
      const clientSecret = clientSecrets[index]!;
      // The gateway serves their logos, so the demo needs no other site.
      const logoUrl = `${publicUrl}/docs/assets/demo-app-${index + 1}.svg`;
      const app = { id, developerId, name, logoUrl, redirectUris, scopes };
      await createApp(prisma, {
        ...app,
        status: 'published',
        clientSecret,
        createdAt: new Date(createdAtMs),
      });
      secrets.set(id, clientSecret);
    }
    return secrets;
  });
}
