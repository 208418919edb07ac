import { StoreRole } from '@commerce/proto/commerce/auth/v1/people.ts';
import type { Role } from '@commerce/console-api/access.ts';

const STORE_ROLES: Record<Role, StoreRole> = {
  owner: StoreRole.OWNER,
  manager: StoreRole.MANAGER,
  sales: StoreRole.SALES,
  stock: StoreRole.STOCK,
};

/** A role as the auth service has it. */
export const storeRoleOf = (role: Role): StoreRole => STORE_ROLES[role];

/** A role as the console has it; undefined for one that it does not know, whose person may nothing here. */
export const roleOf = (role: StoreRole): Role | undefined =>
  (Object.keys(STORE_ROLES) as Role[]).find((name) => STORE_ROLES[name] === role);
