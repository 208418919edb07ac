import type { Unit } from '@commerce/service-kit/write/writer.ts';
import { lossOfFamily } from '../domain/installation.ts';
import { tellAuthorized } from '../events/publish.ts';
import { beginGeneration } from '../store/installation-begin-generation.ts';
import { lockInstallation } from '../store/installation-lock-by-id.ts';
import { revokeInstallation } from '../store/installation-revoke.ts';

/** Ends a family of tokens that has come into other hands, and every token of the installation with it. */
export async function loseFamily(
  tx: Unit,
  installationId: string,
  familyId: string,
  nowMs: number,
): Promise<void> {
  const row = await lockInstallation(tx, installationId);
  if (!row) return;
  const { state, family_id, family_started_at } = row;
  const loss = lossOfFamily(
    { state, familyId: family_id, familyStartedAt: family_started_at },
    familyId,
    nowMs,
  );
  if (loss === 'revoke') tellAuthorized(tx, (await revokeInstallation(tx, installationId, new Date(nowMs)))!);
  if (loss === 'new_generation') await beginGeneration(tx, installationId, new Date(nowMs));
}
