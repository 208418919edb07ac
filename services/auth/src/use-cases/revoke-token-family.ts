import type { Unit } from '@commerce/service-kit/write/unit.ts';
import { lossOfFamily } from '../domain/installation.ts';
import { publishAuthorized } from '../events/publish.ts';
import { installationLock, installationRevoke, installationStartGeneration } from '../store/installation.ts';

/** Revokes a family of tokens that was leaked, and every token of the installation with it. */
export async function revokeTokenFamily(
  tx: Unit,
  installationId: string,
  familyId: string,
  nowMs: number,
): Promise<void> {
  const installation = await installationLock(tx, installationId);
  if (!installation) return;
  const loss = lossOfFamily(installation, familyId, nowMs);
  const now = new Date(nowMs);
  if (loss === 'revoke') publishAuthorized(tx, (await installationRevoke(tx, installationId, now))!);
  if (loss === 'new_generation') await installationStartGeneration(tx, installationId, now);
}
