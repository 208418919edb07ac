import type { StoreOnPlan } from '@commerce/proto/commerce/auth/v1/desk.ts';
import type { Plan } from '../domain/plan.ts';
import type { AuthRules } from '../rules.ts';

/** A store with what of its plan is used. */
export interface StoreOnPlanRow {
  id: string;
  name: string;
  plan: Plan;
  created_at: Date;
  developer_id: string | null;
  installed_apps: number;
  owner_email: string | null;
}

/** What selects StoreOnPlanRows; `where` and the rest follow, over the store `s`. */
export const SELECT_STORES_ON_PLANS = `select s.id, s.name, s.plan, s.created_at, s.developer_id,
      (select count(*)::int from installation i where i.store_id = s.id and i.state <> 'uninstalled') as installed_apps,
      (select min(p.email) from membership m join person p on p.id = m.person_id
        where m.store_id = s.id and m.role = 'owner') as owner_email
    from store s`;

/** The store as it is told, with what its plan allows. */
export const toStoreOnPlan = (row: StoreOnPlanRow, rules: AuthRules): StoreOnPlan => ({
  id: row.id,
  name: row.name,
  planTier: row.plan,
  createdAtMs: row.created_at.getTime(),
  installedApps: row.installed_apps,
  maxInstalledApps: rules.installedApps[row.plan],
  requestsPerMinute: Math.round(rules.requestsPerMinute[row.plan]),
  ownerEmail: row.owner_email ?? '',
  developerId: row.developer_id ?? '',
});
