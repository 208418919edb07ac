import type {
  AdmitRequest,
  AdmitRequest_Item,
  AdmitResponse,
  AdmitResponse_Decision,
} from '@commerce/proto/commerce/auth/v1/admission.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { AuthDeps } from '../deps.ts';
import { decideAdmissions, groupAsked, type BucketAfter } from '../domain/admission.ts';
import { claimedKeys, decideKeys, firstUses, KEY_MS } from '../domain/key-claim.ts';
import { admitBatch } from '../store/installation-admit-batch.ts';
import { holdKeys } from '../store/key-claim-hold.ts';

/** Admits a batch of public requests in one statement, and in one more claims their idempotency keys, if there are any. */
export function admit(deps: AuthDeps): Handler<AdmitRequest, AdmitResponse> {
  return async (_ctx, { items }) => {
    if (items.length === 0) return { decisions: [] };
    return { decisions: await claimKeys(deps, items, await admitAll(deps, items)) };
  };
}

async function admitAll(
  { database, clock, rules }: AuthDeps,
  items: AdmitRequest_Item[],
): Promise<AdmitResponse_Decision[]> {
  const groups = groupAsked(items);
  const rows = await admitBatch(database, [...groups.values()], clock.now(), rules.requestsPerMinute);
  const buckets = new Map<string, BucketAfter>(rows.map((row) => [row.id, { ...row, perMs: row.per_ms }]));
  const generations = new Map(rows.map((row) => [row.id, row.generation]));
  return decideAdmissions(items, ({ installationId, generation }) =>
    generations.get(installationId) === generation ? buckets.get(installationId) : undefined,
  );
}

/** A key belongs to one request of the installation, whatever service it goes to (contract, section 4, "Idempotency"). */
async function claimKeys(
  { database, clock }: AuthDeps,
  items: AdmitRequest_Item[],
  decisions: AdmitResponse_Decision[],
): Promise<AdmitResponse_Decision[]> {
  const keys = claimedKeys(items, decisions);
  const uses = firstUses(keys);
  if (uses.length === 0) return decisions;
  const nowMs = clock.now();
  const owners = await holdKeys(database, uses, new Date(nowMs), new Date(nowMs + KEY_MS));
  return decideKeys(decisions, keys, owners);
}
