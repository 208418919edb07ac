import { secretBoxSchema } from '@commerce/service-kit/crypto/secret-box.ts';
import { endpointSeedMany } from '@commerce/webhooks/seed.ts';
import type { World } from '../world.ts';
import { withDatabase } from './open.ts';

/** Creates the endpoints of the demo apps. @returns their secrets by app id */
export function loadWebhooks(
  url: string,
  encryptionKeys: string,
  world: World,
): Promise<Map<string, string>> {
  const endpoints = world.apps.map(({ id, webhookUrl, eventTypes, createdAtMs }) => ({
    appId: id,
    url: webhookUrl,
    eventTypes,
    createdAtMs,
  }));
  return withDatabase(url, (db) => endpointSeedMany(db, secretBoxSchema.parse(encryptionKeys), endpoints));
}
