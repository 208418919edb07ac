import DataLoader from 'dataloader';
import { systemContext, type Context } from '@commerce/service-kit/context.ts';

const MAX_IN_FLIGHT = 2;
const MAX_BATCH = 100;
const LINGER_MS = 4;

/**
 * Combines keys that arrive together into one call: those of one turn of the event loop, and, while two calls are running,
 * all that arrive until one of them ends. A key never joins a call that has already been sent, so no result is older than
 * its key.
 *
 * After a call with several keys, the next one waits up to `LINGER_MS` for as many: with few concurrent callers their keys
 * would otherwise arrive in ever smaller groups, each paying for a call. A single caller never waits.
 */
export function coalesce<K, V>(send: (keys: readonly K[]) => Promise<V[]>): (key: K) => Promise<V> {
  let inFlight = 0;
  let lastBatch = 1;
  let gathered = 0;
  let endLinger: (() => void) | undefined;
  const waiting: (() => void)[] = [];

  const start = (dispatch: () => void) => {
    if (inFlight >= MAX_IN_FLIGHT) return void waiting.push(dispatch);
    inFlight += 1;
    dispatch();
  };
  const finish = () => {
    inFlight -= 1;
    const next = waiting.shift();
    if (next) start(next);
  };
  const batch = (keys: readonly K[]) => {
    lastBatch = keys.length;
    gathered = 0;
    return send(keys).finally(finish);
  };
  const schedule = (dispatch: () => void) => {
    if (lastBatch === 1) return void setImmediate(start, dispatch);
    const end = () => {
      endLinger = undefined;
      clearTimeout(timer);
      setImmediate(start, dispatch);
    };
    const timer = setTimeout(end, LINGER_MS);
    endLinger = end;
  };

  const loader = new DataLoader<K, V>(batch, {
    cache: false,
    maxBatchSize: MAX_BATCH,
    batchScheduleFn: schedule,
  });
  return (key) => {
    const value = loader.load(key);
    gathered += 1;
    if (gathered >= lastBatch) endLinger?.();
    return value;
  };
}

/** Context of a call made for several requests: the latest of their deadlines, and the id of the first. */
export function batchContext(contexts: readonly Context[]): Context {
  return systemContext(contexts[0]!.requestId, Math.max(...contexts.map((ctx) => ctx.deadlineMs)));
}
