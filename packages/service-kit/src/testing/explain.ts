import type { PoolClient } from 'pg';
import type { Statement } from '../db/statement.ts';

/** A plan node of `explain (analyze, buffers, format json)`. */
export interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Rows Removed by Filter'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
}

/**
 * Runs a statement in a plan cache mode and returns its plan; array values are passed as PostgreSQL array
 * literals.
 */
export async function explainAnalyze(
  client: PoolClient,
  { name, text }: Statement,
  mode: string,
  values: unknown[],
): Promise<PlanNode> {
  const literals = values.map((v) => {
    const value = String(v);
    return typeof v === 'number' || v === null ? value : client.escapeLiteral(value);
  });
  await client.query(`set plan_cache_mode = ${mode}`);
  await client.query(`prepare "${name}" as ${text}`);
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    `explain (analyze, buffers, format json) execute "${name}" (${literals.join(', ')})`,
  );
  await client.query(`deallocate "${name}"`);
  return rows[0]!['QUERY PLAN'][0]!.Plan;
}

/** A node and its descendants, in pre-order. */
export const planNodes = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(planNodes)];
