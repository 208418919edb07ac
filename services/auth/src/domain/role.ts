import { StoreRole } from '@commerce/proto/commerce/auth/v1/people.ts';

/** Roles in a store, as the database stores them. */
export type Role = 'owner' | 'manager' | 'sales' | 'stock';

const STORE_ROLES: Record<Role, StoreRole> = {
  owner: StoreRole.OWNER,
  manager: StoreRole.MANAGER,
  sales: StoreRole.SALES,
  stock: StoreRole.STOCK,
};

/** The message form of a role. */
export const storeRoleOf = (role: Role): StoreRole => STORE_ROLES[role];

/** The stored form of a role; undefined for an unknown one. */
export const roleOf = (storeRole: StoreRole): Role | undefined =>
  (Object.keys(STORE_ROLES) as Role[]).find((role) => STORE_ROLES[role] === storeRole);
