import type { IntervalJob } from '@commerce/service-kit/jobs/interval.ts';
import type { Deps } from '../deps.ts';
import { maintainSigningKeys } from '../use-cases/rotate-signing-keys.ts';

/** Rotates the signing keys when it is time. */
export const maintainSigningKeysJob = (deps: Deps): IntervalJob => ({
  name: 'signing keys',
  everyMs: 60_000,
  run: () => maintainSigningKeys(deps),
});
