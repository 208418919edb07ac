import { randomUUID } from 'node:crypto';
import { systemContext } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import type { IntervalJob } from '@commerce/service-kit/jobs/interval.ts';
import type { Deps } from '../deps.ts';
import { publishStoreRedact } from '../events/publish.ts';
import { STORE_REDACTION_BATCH, storeRedactionTakeDue } from '../store/store-redaction.ts';

const TIMEOUT_MS = 30_000;

/** Publishes `store.redact` for apps that were uninstalled 48 hours ago, once each, with any number of replicas. */
export const redactStoresJob = ({ writer, clock }: Pick<Deps, 'writer' | 'clock'>): IntervalJob => ({
  name: 'redact stores',
  everyMs: 60_000,
  async run() {
    for (let taken = STORE_REDACTION_BATCH; taken === STORE_REDACTION_BATCH;) {
      const ctx = systemContext(randomUUID(), deadlineIn(TIMEOUT_MS));
      taken = await writer.change(ctx, async (unit) => {
        const due = await storeRedactionTakeDue(unit, new Date(clock.now()));
        for (const installation of due) publishStoreRedact(unit, installation);
        return due.length;
      });
    }
  },
});
