import { LRUCache } from 'lru-cache';
import type { InstallationInForce } from './admission.ts';
import type { Plan } from './plan.ts';

const MAX_INSTALLATIONS = 50_000;

/**
 * Cache of the plans that earlier batches found. It admits no request: it lets a batch query state and tokens at the same time,
 * and the batch uses only what its own state confirms.
 */
export class KnownPlans {
  readonly #known = new LRUCache<string, InstallationInForce>({ max: MAX_INSTALLATIONS });

  /** The plan of an installation in that generation, when last seen. */
  of(installationId: string, generation: number): Plan | undefined {
    const known = this.#known.get(installationId);
    return known?.generation === generation ? known.plan : undefined;
  }

  keep(installation: InstallationInForce): void {
    this.#known.set(installation.id, installation);
  }

  /** Removes an installation that is not in force. */
  forget(installationId: string): void {
    this.#known.delete(installationId);
  }
}
