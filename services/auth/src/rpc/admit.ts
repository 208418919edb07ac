import {
  Verdict,
  type AdmitRequest,
  type AdmitRequest_Item,
  type AdmitResponse,
  type AdmitResponse_Decision,
} from '@commerce/proto/commerce/auth/v1/admission.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { takeInForce } from '../admission/take-in-force.ts';
import type { Deps } from '../deps.ts';
import { decideAdmissions, groupAsked, refusalReasonOf } from '../domain/admission.ts';
import { claimedKeys, decideKeys, firstUses, KEY_MS } from '../domain/key-claim.ts';
import { findRefused } from '../store/installation-find-refused.ts';
import { holdKeys } from '../store/key-claim-hold.ts';

/** Admits a batch of public requests, and claims their idempotency keys, if there are any. */
export function admit(deps: Deps): Handler<AdmitRequest, AdmitResponse> {
  return async (_ctx, { items }) => {
    if (items.length === 0) return { decisions: [] };
    const inForce = await takeInForce(deps, [...groupAsked(items).values()]);
    const admitted = decideAdmissions(items, ({ installationId, generation }) => {
      const found = inForce.get(installationId);
      return found?.generation === generation ? found.bucket : undefined;
    });
    const decisions = await explainRefusals(deps, items, admitted);
    return { decisions: await claimKeys(deps, items, decisions) };
  };
}

/** Adds the reasons of refusals; without a refusal there is nothing to look up. */
async function explainRefusals(
  { database }: Deps,
  items: AdmitRequest_Item[],
  decisions: AdmitResponse_Decision[],
): Promise<AdmitResponse_Decision[]> {
  const refused = items.filter((_, index) => decisions[index]!.verdict === Verdict.REFUSED);
  if (refused.length === 0) return decisions;
  const rows = await findRefused(
    database,
    refused.map(({ installationId }) => installationId),
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return decisions.map((decision, index) =>
    decision.verdict === Verdict.REFUSED
      ? { ...decision, refusalReason: refusalReasonOf(found.get(items[index]!.installationId)) }
      : decision,
  );
}

/** A key belongs to one request of the installation, whatever service it goes to (contract, section 4, "Idempotency"). */
async function claimKeys(
  { limits, clock }: Deps,
  items: AdmitRequest_Item[],
  decisions: AdmitResponse_Decision[],
): Promise<AdmitResponse_Decision[]> {
  const keys = claimedKeys(items, decisions);
  const uses = firstUses(keys);
  if (uses.length === 0) return decisions;
  const nowMs = clock.now();
  const owners = await holdKeys(limits, uses, new Date(nowMs), new Date(nowMs + KEY_MS));
  return decideKeys(decisions, keys, owners);
}
