import type { Deps } from '../deps.ts';
import {
  rateOf,
  type BucketAfter,
  type InstallationInForce,
  type RequestGroup,
} from '../domain/admission.ts';
import type { Plan } from '../domain/plan.ts';
import { installationFindInForce } from '../store/installation-read.ts';
import { rateBucketTake, type RequestedTokens } from '../store/rate-bucket.ts';

/** The bucket of an installation in force, and the generation that is in force. */
export interface CountedInstallation {
  generation: number;
  bucket: BucketAfter;
}

/**
 * Finds the installations that are in force and counts their requests. Where an earlier batch found the plan, tokens are taken
 * at the same time as the state is queried. They count when this batch's state confirms generation and plan, and are taken again
 * when the plan has changed. Tokens of an installation that is refused are lost, which has no effect.
 * @returns by installation id, those in force
 */
export async function countRequests(
  { db, limits, clock, rules, plans }: Deps,
  groups: readonly RequestGroup[],
): Promise<Map<string, CountedInstallation>> {
  const nowMs = clock.now();
  const tokensOf = ({ installationId, count }: RequestGroup, plan: Plan): RequestedTokens => ({
    installationId,
    count,
    ...rateOf(rules.requestsPerMinute[plan]),
  });
  const assumed = new Map<string, InstallationInForce>();
  const early = groups.flatMap((group) => {
    const { installationId: id, generation } = group;
    const plan = plans.of(id, generation);
    if (plan === undefined) return [];
    assumed.set(id, { id, generation, plan });
    return [tokensOf(group, plan)];
  });
  const [found, taken] = await Promise.all([
    installationFindInForce(db, groups),
    rateBucketTake(limits, early, nowMs),
  ]);
  const inForce = new Map(found.map((installation) => [installation.id, installation]));
  const late = groups.flatMap((group) => {
    const installation = inForce.get(group.installationId);
    if (installation?.generation !== group.generation) return [];
    const before = assumed.get(installation.id);
    const confirmed = before?.generation === installation.generation && before.plan === installation.plan;
    return confirmed ? [] : [tokensOf(group, installation.plan)];
  });
  const takenLate = await rateBucketTake(limits, late, nowMs);
  for (const id of assumed.keys()) if (!inForce.has(id)) plans.forget(id);
  for (const installation of found) plans.keep(installation);
  return new Map(
    found.map(({ id, generation }) => [id, { generation, bucket: (takenLate.get(id) ?? taken.get(id))! }]),
  );
}
