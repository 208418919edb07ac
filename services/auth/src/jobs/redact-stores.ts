import { randomUUID } from 'node:crypto';
import { systemContext } from '@commerce/service-kit/context.ts';
import type { Deps } from '../deps.ts';
import { tellStoreRedact } from '../events/publish.ts';
import { REDACTION_BATCH, takeDueRedactions } from '../store/redaction-take-due.ts';

const TIMEOUT_MS = 30_000;

/** Tells the apps that were uninstalled 48 hours ago to forget their stores: each once, however many replicas do it. */
export async function redactStores({ writer, clock }: Pick<Deps, 'writer' | 'clock'>): Promise<void> {
  for (let taken = REDACTION_BATCH; taken === REDACTION_BATCH;) {
    const ctx = systemContext(randomUUID(), Date.now() + TIMEOUT_MS);
    taken = await writer.change(ctx, async (unit) => {
      const due = await takeDueRedactions(unit, new Date(clock.now()));
      for (const row of due) tellStoreRedact(unit, row);
      return due.length;
    });
  }
}
