import type { ProcessHealth } from '@commerce/console-api/routes/platform.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import type { Services } from '../grpc/services.ts';

/** Longer than a healthy process takes, in ms, and short enough for the page to soon show which one is not. */
const TIMEOUT_MS = 2_000;

/** Health of the services, each queried directly and in parallel. */
export function healthOf(services: Services, ctx: Context): Promise<ProcessHealth[]> {
  return Promise.all(Object.entries(services.processes).map(([name, process]) => ask(name, process, ctx)));
}

async function ask(
  name: string,
  process: Services['processes']['auth'],
  ctx: Context,
): Promise<ProcessHealth> {
  const startedAt = performance.now();
  const deadlineMs = Math.min(ctx.deadlineMs, deadlineIn(TIMEOUT_MS));
  try {
    const status = await process.getProcess({ ...ctx, deadlineMs }, {});
    const { release, startedAtMs, checks, outboxWaiting, outboxLagS } = status;
    return {
      id: name,
      state: checks.every(({ ok }) => ok) ? 'serving' : 'not_ready',
      tookMs: Math.round(performance.now() - startedAt),
      release,
      startedAt: new Date(startedAtMs).toISOString(),
      failedChecks: checks.filter(({ ok }) => !ok).map((check) => check.name),
      outboxWaiting: outboxWaiting ?? null,
      outboxLagS: outboxLagS ?? null,
    };
  } catch {
    return {
      id: name,
      state: 'unreachable',
      tookMs: null,
      release: '',
      startedAt: null,
      failedChecks: [],
      outboxWaiting: null,
      outboxLagS: null,
    };
  }
}
