import { secretBoxSchema } from '@commerce/service-kit/crypto/secret-box.ts';
import { newWebhookSecret, secretPurpose } from '@commerce/webhooks/domain/endpoint.ts';
import { endpointPut } from '@commerce/webhooks/store/endpoint.ts';
import { openPrisma } from '@commerce/webhooks/store/prisma.ts';
import type { World } from '../world.ts';
import { withDatabase } from './open.ts';

/** The endpoints of the demo apps. @returns their secrets by app id */
export function loadWebhooks(
  url: string,
  encryptionKeys: string,
  world: World,
): Promise<Map<string, string>> {
  return withDatabase(url, async (db) => {
    const prisma = openPrisma(db);
    const box = secretBoxSchema.parse(encryptionKeys);
    const secrets = new Map<string, string>();
    for (const { id, webhookUrl, eventTypes, createdAtMs } of world.apps) {
      const secret = newWebhookSecret();
      const sealed = box.seal(secret, secretPurpose(id));
      await endpointPut(prisma, id, { url: webhookUrl, eventTypes }, sealed, new Date(createdAtMs));
      secrets.set(id, secret);
    }
    return secrets;
  });
}
