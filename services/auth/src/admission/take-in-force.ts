import type { Deps } from '../deps.ts';
import { rateOf, type AskedGroup, type BucketAfter } from '../domain/admission.ts';
import type { Plan } from '../domain/plan.ts';
import { findInForce, type InForceRow } from '../store/installation-find-in-force.ts';
import { takeTokens, type Asking } from '../store/rate-bucket-take.ts';

/** The bucket of an installation in force, and the generation that is. */
export interface InForce {
  generation: number;
  bucket: BucketAfter;
}

/**
 * Finds which installations are in force and counts their requests. Where an earlier batch found the plan, tokens are taken beside the
 * question; they count when this batch's state confirms generation and plan, and are taken again when the plan is another. Tokens of
 * an installation that is refused are lost, which concerns nobody.
 * @returns by installation id, those in force
 */
export async function takeInForce(
  { database, limits, clock, rules, plans }: Deps,
  groups: readonly AskedGroup[],
): Promise<Map<string, InForce>> {
  const nowMs = clock.now();
  const asking = ({ installationId, count }: AskedGroup, plan: Plan): Asking => ({
    installationId,
    count,
    ...rateOf(rules.requestsPerMinute[plan]),
  });
  const assumed = new Map<string, InForceRow>();
  const early = groups.flatMap((group) => {
    const { installationId: id, generation } = group;
    const plan = plans.of(id, generation);
    if (plan === undefined) return [];
    assumed.set(id, { id, generation, plan });
    return [asking(group, plan)];
  });
  const [found, taken] = await Promise.all([findInForce(database, groups), takeTokens(limits, early, nowMs)]);
  const inForce = new Map(found.map((row) => [row.id, row]));
  const late = groups.flatMap((group) => {
    const row = inForce.get(group.installationId);
    if (row?.generation !== group.generation) return [];
    const before = assumed.get(row.id);
    const confirmed = before?.generation === row.generation && before.plan === row.plan;
    return confirmed ? [] : [asking(group, row.plan)];
  });
  const takenLate = await takeTokens(limits, late, nowMs);
  for (const id of assumed.keys()) if (!inForce.has(id)) plans.forget(id);
  for (const row of found) plans.keep(row);
  return new Map(
    found.map(({ id, generation }) => [id, { generation, bucket: (takenLate.get(id) ?? taken.get(id))! }]),
  );
}
