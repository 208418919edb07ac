/** The services, each with a database and a role of its own. */
export const serviceNames = [
  'auth',
  'catalog',
  'pricing',
  'inventory',
  'orders',
  'customers',
  'webhooks',
] as const;

export type ServiceName = (typeof serviceNames)[number];

/** Every database, each with a role of its own: auth has a second one, for limits. */
export const databaseNames = [...serviceNames, 'auth_limits'] as const;

export type DatabaseName = (typeof databaseNames)[number];

/** Every process of the platform: the services and the gateway before them. */
export const processNames = [...serviceNames, 'gateway'] as const;

export type ProcessName = (typeof processNames)[number];

/** The room (folder relative to the root) that a process is built from. */
export function roomOf(name: ProcessName): string {
  return name === 'gateway' ? 'gateway' : `services/${name}`;
}
