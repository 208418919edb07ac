/** The services, each with its own database and role. */
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

/** Every database, each with its own role: auth has a second one, for limits. */
export const databaseNames = [...serviceNames, 'auth_limits'] as const;

export type DatabaseName = (typeof databaseNames)[number];

/** Every process of the platform: the services and the gateway. */
export const processNames = [...serviceNames, 'gateway'] as const;

export type ProcessName = (typeof processNames)[number];

/** Directory of a process's package, relative to the root. */
export function processDir(name: ProcessName): string {
  return name === 'gateway' ? 'gateway' : `services/${name}`;
}
