import {
  Verdict,
  type AdmitRequest,
  type AdmitRequest_Item,
  type AdmitResponse,
  type AdmitResponse_Decision,
} from '@commerce/proto/commerce/auth/v1/admission.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { decideAdmissions, groupRequests, refusalReasonOf } from '../domain/admission.ts';
import { claimedKeys, decideKeys, firstUses, KEY_MS } from '../domain/key-claim.ts';
import { installationFindRefused } from '../store/installation-read.ts';
import { keyClaimUpsert } from '../store/key-claim.ts';
import { countRequests } from '../use-cases/count-requests.ts';

/** Admits a batch of public requests, and claims their idempotency keys, if there are any. */
export const admit =
  (deps: Deps): Handler<AdmitRequest, AdmitResponse> =>
  async (_ctx, { items }) => {
    if (items.length === 0) return { decisions: [] };
    const inForce = await countRequests(deps, [...groupRequests(items).values()]);
    const admitted = decideAdmissions(items, ({ installationId, generation }) => {
      const found = inForce.get(installationId);
      return found?.generation === generation ? found.bucket : undefined;
    });
    const decisions = await explainRefusals(deps, items, admitted);
    return { decisions: await claimKeys(deps, items, decisions) };
  };

/** Adds the reasons of refusals; without a refusal there is nothing to look up. */
async function explainRefusals(
  { db }: Deps,
  items: AdmitRequest_Item[],
  decisions: AdmitResponse_Decision[],
): Promise<AdmitResponse_Decision[]> {
  const refused = items.filter((_, index) => decisions[index]!.verdict === Verdict.REFUSED);
  if (refused.length === 0) return decisions;
  const installations = await installationFindRefused(
    db,
    refused.map(({ installationId }) => installationId),
  );
  const found = new Map(installations.map((installation) => [installation.id, installation]));
  return decisions.map((decision, index) =>
    decision.verdict === Verdict.REFUSED
      ? { ...decision, refusalReason: refusalReasonOf(found.get(items[index]!.installationId)) }
      : decision,
  );
}

/** Claims the keys: each belongs to one request of the installation, for any service (contract, section 4, "Idempotency"). */
async function claimKeys(
  { limits, clock }: Deps,
  items: AdmitRequest_Item[],
  decisions: AdmitResponse_Decision[],
): Promise<AdmitResponse_Decision[]> {
  const keys = claimedKeys(items, decisions);
  const uses = firstUses(keys);
  if (uses.length === 0) return decisions;
  const nowMs = clock.now();
  const owners = await keyClaimUpsert(limits, uses, new Date(nowMs), new Date(nowMs + KEY_MS));
  return decideKeys(decisions, keys, owners);
}
