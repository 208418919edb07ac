import type { TeamRole } from '@commerce/proto/commerce/auth/v1/people.ts';
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
  'registers',
  'editCustomers',
  'privacy',
  'settings',
  'apps',
  'team',
] as const;

/**
 * `sell` is the point of sale, work on orders and the own cash register, `registers` the cash registers that others opened, `privacy` erasure and data requests, `settings` shops and
 * status flow.
 */
export type Permission = (typeof PERMISSIONS)[number];

/** Role of a person in a store. */
export type Role = Exclude<EnumName<typeof TeamRole>, 'developer'>;

/** Role of a person in a developer account: a developer may do everything but the team, client secrets and publication. */
export type DeveloperRole = Extract<EnumName<typeof TeamRole>, 'owner' | 'developer'>;

/** The single source of role permissions. */
export const ROLE_PERMISSIONS: Record<Role, readonly Permission[]> = {
  owner: PERMISSIONS,
  manager: PERMISSIONS.filter((permission) => permission !== 'team' && permission !== 'apps'),
  sales: ['see', 'seeOrders', 'sell', 'editCustomers'],
  stock: ['see', 'editProducts', 'editStock'],
};

/** Reports whether a role of a team is one of a store. */
export const isStoreRole = (role: string): role is Role => role in ROLE_PERMISSIONS;

export const roleMay = (role: Role, permission: Permission): boolean =>
  ROLE_PERMISSIONS[role].includes(permission);

/**
 * Callers that a route accepts: anyone; any signed-in person; a person whose role in the store `:store` has the
 * permission; a member of the developer account `:developer`, or an owner of it; platform staff.
 */
export type Access =
  | 'anyone'
  | 'person'
  | { store: Permission }
  | { developer: 'member' | 'owner' }
  | 'staff';
