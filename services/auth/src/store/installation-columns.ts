import type { InstallationState } from '../domain/installation.ts';

/** An installation, as the token flows and the events see it. */
export interface InstallationRow {
  id: string;
  store_id: string;
  app_id: string;
  state: InstallationState;
  scopes: string[];
  generation: number;
  family_id: string | null;
  family_started_at: Date;
  uninstalled_at: Date | null;
  uninstalled_by: 'merchant' | 'app' | null;
  /** Grows with every change. */
  version: number;
}

const COLUMNS = [
  'id',
  'store_id',
  'app_id',
  'state',
  'scopes',
  'generation',
  'family_id',
  'family_started_at',
  'uninstalled_at',
  'uninstalled_by',
  'version',
];

/** The columns of an InstallationRow. */
export const INSTALLATION_COLUMNS = COLUMNS.join(', ');

/** The same, of the table called `i` in a statement with several. */
export const INSTALLATION_COLUMNS_OF_I = COLUMNS.map((column) => `i.${column}`).join(', ');
