import { randomUUID } from 'node:crypto';
import { systemContext } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import type { IntervalJob } from '@commerce/service-kit/jobs/interval.ts';
import type { Deps } from '../deps.ts';
import { appSuspensionListDevelopers } from '../store/app-suspension.ts';
import { developerLock } from '../store/developer.ts';
import { publishAppSuspensions } from '../use-cases/publish-app-suspensions.ts';

const TIMEOUT_MS = 30_000;

/**
 * Publishes the suspensions of apps that are not published with their change: those from before these events existed,
 * and changes by processes of an earlier release.
 */
export const publishSuspensionsJob = ({ db, writer }: Pick<Deps, 'db' | 'writer'>): IntervalJob => ({
  name: 'publish suspensions',
  everyMs: 300_000,
  async run() {
    for (const developerId of await appSuspensionListDevelopers(db)) {
      const ctx = systemContext(randomUUID(), deadlineIn(TIMEOUT_MS));
      await writer.change(ctx, async (unit) => {
        await developerLock(unit, developerId);
        await publishAppSuspensions(unit, developerId);
      });
    }
  },
});
