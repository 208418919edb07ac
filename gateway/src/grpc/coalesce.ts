import DataLoader from 'dataloader';

const MAX_IN_FLIGHT = 2;
const MAX_BATCH = 100;
const LINGER_MS = 4;

/**
 * Makes one call of the keys that arrive together: those of one turn of the event loop, and, while two calls are under
 * way, all that come meanwhile. A key never joins a call that has already been sent, so no answer is older than its key.
 *
 * After a call of several keys the next one waits a moment for as many: with few callers at once their keys would otherwise
 * come in ever smaller groups, each paying for a call. A lone caller never waits.
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
    const answer = loader.load(key);
    gathered += 1;
    if (gathered >= lastBatch) endLinger?.();
    return answer;
  };
}
