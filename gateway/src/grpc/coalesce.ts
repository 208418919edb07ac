import DataLoader from 'dataloader';

const MAX_IN_FLIGHT = 2;
const MAX_BATCH = 100;

/**
 * Makes one call of the keys that arrive together: those of one turn of the event loop, and, while two calls are under
 * way, all that come meanwhile. A key never joins a call that has already been sent, so no answer is older than its key.
 */
export function coalesce<K, V>(send: (keys: readonly K[]) => Promise<V[]>): (key: K) => Promise<V> {
  let inFlight = 0;
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

  const loader = new DataLoader<K, V>((keys) => send(keys).finally(finish), {
    cache: false,
    maxBatchSize: MAX_BATCH,
    batchScheduleFn: (dispatch) => setImmediate(start, dispatch),
  });
  return (key) => loader.load(key);
}
