import { StartSeedRequest } from '@commerce/proto/commerce/orders/v1/sandbox.ts';
import { childContext, storeOf, type Context } from '@commerce/service-kit/context.ts';
import { conflict, Fault } from '@commerce/service-kit/fault.ts';
import type { BulkKind, BulkPart } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import type { Deps } from '../deps.ts';
import { retryLater } from '../domain/reservation.ts';
import { storePurge } from '../store/purge.ts';
import { SeedRun } from '../use-cases/sandbox/seed-run.ts';

/** Maximum time of a job, far below the lifetime of recorded responses, without which repeated calls would make things twice. */
const MAX_MS = 3_600_000;

/** Maximum runs in memory; jobs take turns. */
const MAX_RUNS = 8;

/** Result of a part: what the bulk job records. */
interface Progress {
  done: number;
  position?: string;
}

type PurgeStore = (deps: Deps, ctx: Context) => Promise<{ done: boolean }>;

/** Removals of the store's data from the services, in their order: what refers to other data goes first. */
const PURGES: readonly PurgeStore[] = [
  async ({ db }, ctx) => ({ done: !(await db.transaction((tx) => storePurge(tx, storeOf(ctx)))) }),
  ({ clients }, ctx) => clients.customers.purgeStore(childContext(ctx), {}),
  ({ clients }, ctx) => clients.pricing.purgeStore(childContext(ctx), {}),
  ({ clients }, ctx) => clients.inventory.purgeStore(childContext(ctx), {}),
  ({ clients }, ctx) => clients.catalog.purgeStore(childContext(ctx), {}),
];

/**
 * Removes the data of a test store and makes its sample data, part by part. The position is the number of parts done: first the
 * removals, then the steps of a `SeedRun`, which is kept between the parts of a job.
 * @param depsOf the dependencies, which contain the jobs themselves
 */
export function seedStore(depsOf: () => Deps): BulkKind<Progress> {
  const runs = new Map<string, SeedRun>();

  const runOf = (ctx: Context, { id, request, startedAtMs }: BulkPart): SeedRun => {
    const { size } = StartSeedRequest.decode(request);
    const run = runs.get(id) ?? new SeedRun(depsOf(), ctx, { id, size, startedAtMs });
    // The run that was used last is at the end.
    runs.delete(id);
    runs.set(id, run);
    const [oldest] = runs.keys();
    if (runs.size > MAX_RUNS) runs.delete(oldest!);
    return run;
  };

  return {
    // The size of the sample data is that of the last job.
    keepsLast: true,
    async prepare(ctx, part) {
      const at = Number(part.position);
      requireTime(depsOf(), part);
      try {
        const purge = PURGES[at];
        if (purge !== undefined) return await purgePart(purge, at, ctx, part);
        const { steps } = runOf(ctx, part);
        const step = steps[at - PURGES.length];
        await step?.make();
        const isLast = at + 1 >= PURGES.length + steps.length;
        return { done: step?.count ?? 0, ...(!isLast && { position: String(at + 1) }) };
      } catch (error) {
        runs.delete(part.id);
        throw transient(error);
      }
    },
    part: async (_unit, _ctx, _part, progress) => progress,
  };

  async function purgePart(purge: PurgeStore, at: number, ctx: Context, part: BulkPart): Promise<Progress> {
    const { done } = await purge(depsOf(), ctx);
    const isLast = done && at + 1 === PURGES.length && runOf(ctx, part).steps.length === 0;
    return { done: 0, ...(!isLast && { position: String(done ? at + 1 : at) }) };
  }
}

/** @throws Fault when the job takes too long, for example because a service is down */
function requireTime({ clock }: Deps, { startedAtMs }: BulkPart): void {
  if (clock.now() < startedAtMs + MAX_MS) return;
  throw conflict('seed_expired', 'The sample data was not completed within an hour.');
}

/** A call of a crashed process may still be running: the part is repeated later. */
function transient(error: unknown): unknown {
  const isRunning = error instanceof Fault && error.details[0]?.reason === 'idempotency_in_progress';
  return isRunning ? retryLater('a call of an earlier attempt is running') : error;
}
