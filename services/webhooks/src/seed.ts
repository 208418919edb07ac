import { eventVersions } from '@commerce/public-api/events/versions.ts';
import type { SecretBox } from '@commerce/service-kit/crypto/secret-box.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import { newestVersion } from './domain/api-version.ts';
import { headersOf, signBody, type AttemptContent } from '@commerce/public-api/events/request.ts';
import { newWebhookSecret, secretPurpose } from './domain/endpoint.ts';
import { endpointPut } from './store/endpoint.ts';
import { openPrisma } from './store/prisma.ts';

export { DURATION_STEPS_MS } from './domain/durations.ts';
export { EVENT_TYPES } from './domain/event-types.ts';
export { MAX_ATTEMPTS, RETRY_WAITS_MS } from './domain/schedule.ts';

/** An endpoint of demo data. */
export interface EndpointSeed {
  appId: string;
  url: string;
  eventTypes: string[];
  createdAtMs: number;
}

/** Creates active endpoints. @returns their secrets by app id */
export async function endpointSeedMany(
  db: Database,
  secretBox: SecretBox,
  endpoints: EndpointSeed[],
): Promise<Map<string, string>> {
  const prisma = openPrisma(db);
  const secrets = new Map<string, string>();
  for (const { appId, url, eventTypes, createdAtMs } of endpoints) {
    const secret = newWebhookSecret();
    const sealedSecret = secretBox.seal(secret, secretPurpose(appId));
    const now = new Date(createdAtMs);
    const newest = newestVersion(eventVersions).prefix;
    await endpointPut(prisma, {
      appId,
      fields: { url, eventTypes },
      sealedSecret,
      newestVersion: newest,
      now,
    });
    secrets.set(appId, secret);
  }
  return secrets;
}

/** The signed headers of an attempt, for tests of receivers. */
export const signedHeaders = (content: AttemptContent, secret: string): Record<string, string> =>
  headersOf(content, signBody(content, { current: secret }));
