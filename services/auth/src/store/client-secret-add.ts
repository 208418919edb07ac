import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { PrismaClient } from './prisma.ts';

/** Adds a client secret; those before it go on until `othersUntil`, so that the app can change over without a gap. */
export async function addClientSecret(
  prisma: PrismaClient,
  secret: { appId: string; clientSecret: string; createdAt: Date; othersUntil: Date },
): Promise<void> {
  const { appId, clientSecret, createdAt, othersUntil } = secret;
  await prisma.$transaction([
    prisma.clientSecret.updateMany({
      where: { appId, OR: [{ expiresAt: null }, { expiresAt: { gt: othersUntil } }] },
      data: { expiresAt: othersUntil },
    }),
    prisma.clientSecret.create({
      data: { appId, secretHash: Uint8Array.from(sha256(clientSecret)), createdAt },
    }),
  ]);
}
