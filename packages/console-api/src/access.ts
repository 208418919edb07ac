/** What a person may do in a store. */
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

/** See `PERMISSIONS`. `sell` is the point of sale and work on orders, `privacy` erasing and data requests, `settings` shops and status flow. */
export type Permission = (typeof PERMISSIONS)[number];

/** What a person is in a store. */
export type Role = 'owner' | 'manager' | 'sales' | 'stock';

/** The one table of what each role may. */
export const ROLE_PERMISSIONS: Record<Role, readonly Permission[]> = {
  owner: PERMISSIONS,
  manager: PERMISSIONS.filter((permission) => permission !== 'team' && permission !== 'apps'),
  sales: ['see', 'seeOrders', 'sell', 'editCustomers'],
  stock: ['see', 'editProducts', 'editStock'],
};

/** Whether that role may do that. */
export const roleMay = (role: Role, permission: Permission): boolean =>
  ROLE_PERMISSIONS[role].includes(permission);

/**
 * Who may call a route: anyone; a person who is signed in; one whose role in the store `:store` has the permission; a member of the
 * developer `:developer`; staff of the platform.
 */
export type Access = 'anyone' | 'person' | { store: Permission } | { developer: true } | 'staff';
