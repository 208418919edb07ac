import { StoreRole } from '@commerce/proto/commerce/auth/v1/people.ts';
import type { Role } from '@commerce/console-api/access.ts';

const STORE_ROLES: Record<Role, StoreRole> = {
  owner: StoreRole.OWNER,
  manager: StoreRole.MANAGER,
  sales: StoreRole.SALES,
  stock: StoreRole.STOCK,
};

/** Role of the auth service. */
export const storeRoleOf = (role: Role): StoreRole => STORE_ROLES[role];

/** Role of the console; undefined for one that it does not know, which has no permissions here. */
export const roleOf = (role: StoreRole): Role | undefined =>
  (Object.keys(STORE_ROLES) as Role[]).find((name) => STORE_ROLES[name] === role);
