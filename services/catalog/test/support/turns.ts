import { PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks';

/** CPU time of this thread in ms, which does not grow while other processes use the processor. */
const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** A turn of the event loop: its time, and the CPU time of its thread, in ms. */
interface Turn {
  startMs: number;
  endMs: number;
  cpuMs: number;
}

/** Minimum duration of turns that are compared, in ms. */
const MIN_TURN_MS = 10;

/** Maximum CPU time of code between two turns of the event loop during some work, in ms: without garbage collection. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const pauses: PerformanceEntry[] = [];
  const observer = new PerformanceObserver((entries) => void pauses.push(...entries.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  const turns: Turn[] = [];
  let [startMs, before, isOver] = [performance.now(), cpuMs(), false];
  const look = () => {
    const [endMs, now] = [performance.now(), cpuMs()];
    if (now - before > MIN_TURN_MS) turns.push({ startMs, endMs, cpuMs: now - before });
    [startMs, before] = [endMs, now];
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await work().finally(() => (isOver = true));
  pauses.push(...observer.takeRecords());
  observer.disconnect();
  return Math.max(0, ...turns.map((turn) => turn.cpuMs - collectionMs(turn, pauses)));
}

/** Time of garbage collection in a turn, in ms. */
const collectionMs = ({ startMs, endMs }: Turn, pauses: readonly PerformanceEntry[]): number =>
  pauses
    .filter(({ startTime }) => startTime >= startMs && startTime < endMs)
    .reduce((sum, { duration }) => sum + duration, 0);

/** Maximum duration of a turn, in ms. */
export const MAX_TURN_MS = 50;

const REFERENCE_ROWS = Array.from(
  { length: 4_000 },
  (_, n) => `p-${n},Product ${n},Size,T${n},SKU-${n},${n}.50`,
);
/** CPU time of the reference work on an idle server processor, in ms. */
const REFERENCE_MS = 6;
const REFERENCE_RUNS = 20;

/** CPU time of reading a small file, in ms: the median of several runs. Other processes that share caches and cores increase it. */
async function referenceMs(): Promise<number> {
  const text = REFERENCE_ROWS.join('\n');
  const times: number[] = [];
  for (let run = 0; run < REFERENCE_RUNS; run++) {
    const before = cpuMs();
    JSON.stringify(
      text.split('\n').map((line) => line.split(',').map((cell) => ({ cell, length: cell.length }))),
    );
    times.push(cpuMs() - before);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return times.toSorted((a, b) => a - b)[REFERENCE_RUNS / 2]!;
}

/** The longest turn as it would be on a processor that does nothing else, in ms; on a faster one, as it was. */
async function undisturbedTurn(work: () => Promise<unknown>): Promise<number> {
  const before = await referenceMs();
  const longest = await longestTurn(work);
  const slowdown = (before + (await referenceMs())) / 2 / REFERENCE_MS;
  return longest / Math.max(1, slowdown);
}

/**
 * Longest turn of some work, in ms, in the best of up to five runs. Work of the code itself takes as long in every
 * run, unlike compilation and pauses of the machine.
 */
export async function longestTurnOf(work: () => Promise<unknown>): Promise<number> {
  let best = await undisturbedTurn(work);
  for (let again = 0; again < 4 && best >= MAX_TURN_MS; again++)
    best = Math.min(best, await undisturbedTurn(work));
  return best;
}
