import { StoreRole } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { conflict } from '@commerce/service-kit/fault.ts';

/** Roles in a store, as they are kept. */
export type Role = 'owner' | 'manager' | 'sales' | 'stock';

const TOLD: Record<Role, StoreRole> = {
  owner: StoreRole.OWNER,
  manager: StoreRole.MANAGER,
  sales: StoreRole.SALES,
  stock: StoreRole.STOCK,
};

/** A role as others are told of it. A process of the version before may have left `team`: a manager. */
export const toldRole = (kept: string): StoreRole => TOLD[kept as Role] ?? StoreRole.MANAGER;

/** A role that somebody is to have; undefined for one that cannot be given. */
export const givenRole = (told: StoreRole): Role | undefined =>
  (Object.keys(TOLD) as Role[]).find((role) => TOLD[role] === told);

/**
 * A store always has an owner.
 * @param team who is of the store
 * @param leaving who is to be its owner no longer
 * @throws Fault `last_owner`
 */
export function checkOwnerRemains(
  team: readonly { person_id: string; role: string }[],
  leaving: string,
): void {
  if (team.some(({ person_id, role }) => role === 'owner' && person_id !== leaving)) return;
  throw conflict('last_owner', 'A store always has an owner: make somebody else one first.');
}
