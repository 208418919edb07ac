import { LRUCache } from 'lru-cache';
import type { Plan } from '../domain/plan.ts';
import type { InForceRow } from '../store/installation-find-in-force.ts';

const MAX_INSTALLATIONS = 50_000;

/**
 * The plans that earlier batches found. They admit nobody: they let a batch ask for state and tokens at the same time, and what its own
 * state does not confirm is not used.
 */
export class KnownPlans {
  readonly #known = new LRUCache<string, InForceRow>({ max: MAX_INSTALLATIONS });

  /** The plan of an installation in that generation, when last seen. */
  of(installationId: string, generation: number): Plan | undefined {
    const known = this.#known.get(installationId);
    return known?.generation === generation ? known.plan : undefined;
  }

  /** Keeps what a batch found. */
  keep(row: InForceRow): void {
    this.#known.set(row.id, row);
  }

  /** Forgets an installation that is not in force. */
  forget(installationId: string): void {
    this.#known.delete(installationId);
  }
}
