import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Plan } from '../domain/plan.ts';

/** An installation in force, with what its limit follows from. */
export interface InForceRow {
  id: string;
  generation: number;
  plan: Plan;
}

/** Which installations may act now, in which token generation. */
export const INSTALLATION_FIND_IN_FORCE = {
  name: 'installation-find-in-force',
  text: `select i.id, i.generation, s.plan
    from unnest($1::text[], $2::bigint[]) as a (id, generation)
    join installation i on i.id = a.id and i.generation = a.generation and i.state = 'installed'
    join app on app.id = i.app_id and app.suspended_at is null
    join developer d on d.id = app.developer_id and d.suspended_at is null
    join store s on s.id = i.store_id`,
};

/** Those of the given installations and generations that are in force. */
export function findInForce(
  db: Queryable,
  groups: readonly { installationId: string; generation: number }[],
): Promise<InForceRow[]> {
  return db.rows<InForceRow>(INSTALLATION_FIND_IN_FORCE, [
    groups.map((group) => group.installationId),
    groups.map((group) => group.generation),
  ]);
}
