import type { InstallationState } from '../domain/installation.ts';

/** An installation, as the token flows see it. */
export interface InstallationRow {
  id: string;
  store_id: string;
  app_id: string;
  state: InstallationState;
  scopes: string[];
  generation: number;
  family_id: string | null;
  family_started_at: Date;
}

/** The columns of an InstallationRow. */
export const INSTALLATION_COLUMNS =
  'id, store_id, app_id, state, scopes, generation, family_id, family_started_at';
