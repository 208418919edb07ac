import type { StoreRole } from '@commerce/proto/commerce/auth/v1/people.ts';
import type { EnumName } from '@commerce/proto/enum.ts';

/** Actions that a role in a store can allow. */
export const PERMISSIONS = [
  'see',
  'seeOrders',
  'seeCosts',
  'editProducts',
  'editPrices',
  'editStock',
  'sell',
  'editCustomers',
  'privacy',
  'settings',
  'apps',
  'team',
] as const;

/** `sell` is the point of sale and work on orders, `privacy` erasure and data requests, `settings` shops and status flow. */
export type Permission = (typeof PERMISSIONS)[number];

/** Role of a person in a store. */
export type Role = EnumName<typeof StoreRole>;

/** The single source of role permissions. */
export const ROLE_PERMISSIONS: Record<Role, readonly Permission[]> = {
  owner: PERMISSIONS,
  manager: PERMISSIONS.filter((permission) => permission !== 'team' && permission !== 'apps'),
  sales: ['see', 'seeOrders', 'sell', 'editCustomers'],
  stock: ['see', 'editProducts', 'editStock'],
};

export const roleMay = (role: Role, permission: Permission): boolean =>
  ROLE_PERMISSIONS[role].includes(permission);

/**
 * Callers that a route accepts: anyone; any signed-in person; a person whose role in the store `:store` has the
 * permission; a member of the developer `:developer`; platform staff.
 */
export type Access = 'anyone' | 'person' | { store: Permission } | { developer: true } | 'staff';
