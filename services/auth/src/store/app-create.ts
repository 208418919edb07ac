import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import type { PrismaClient } from './prisma.ts';

/** An app to create. */
export interface NewApp {
  id?: string;
  developerId: string;
  name: string;
  /** https URL. */
  logoUrl?: string;
  redirectUris: string[];
  /** All that it may ask for. */
  scopes: string[];
  status: 'draft' | 'in_review' | 'published' | 'rejected';
  /** Only its hash is kept. */
  clientSecret: string;
  createdAt: Date;
}

/** Creates an app with its first client secret. @returns its id, which is its client_id */
export async function createApp(prisma: PrismaClient, app: NewApp): Promise<string> {
  const { clientSecret, createdAt, id = newId('app'), ...rest } = app;
  const secrets = { create: { secretHash: Uint8Array.from(sha256(clientSecret)), createdAt } };
  await prisma.app.create({ data: { ...rest, id, createdAt, updatedAt: createdAt, secrets } });
  return id;
}
