import type { AuthDeps } from '../deps.ts';
import { recordActivity as record } from '../store/installation-activity-record.ts';

/** How often the last activity of an installation is written at most, in ms. */
export const ACTIVITY_MS = 5 * 60_000;

/** Notes when the installations were active last. */
export async function recordActivity({ database }: Pick<AuthDeps, 'database'>): Promise<void> {
  await record(database, ACTIVITY_MS);
}
