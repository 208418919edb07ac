/** CPU time of this thread in ms, which does not grow while other processes use the processor. */
const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** Maximum CPU time between two turns of the event loop during some work, in ms. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = cpuMs();
  let isOver = false;
  const look = () => {
    const now = cpuMs();
    longest = Math.max(longest, now - before);
    before = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await work().finally(() => (isOver = true));
  return longest;
}

/** Maximum duration of a turn, in ms. */
export const MAX_TURN_MS = 50;

const REFERENCE_ROWS = Array.from(
  { length: 4_000 },
  (_, n) => `p-${n},Product ${n},Size,T${n},SKU-${n},${n}.50`,
);
/** CPU time of the reference work on a processor that does nothing else, in ms. */
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

/** The longest turn as it would be on a processor that does nothing else, in ms. */
async function undisturbedTurn(work: () => Promise<unknown>): Promise<number> {
  const before = await referenceMs();
  const longest = await longestTurn(work);
  return (longest * REFERENCE_MS) / ((before + (await referenceMs())) / 2);
}

/**
 * Longest turn of some work, in ms, in the best of up to five runs. Work of the code itself takes as long in every
 * run, unlike compilation, garbage collection and pauses of the machine.
 */
export async function longestTurnOf(work: () => Promise<unknown>): Promise<number> {
  let best = await undisturbedTurn(work);
  for (let again = 0; again < 4 && best >= MAX_TURN_MS; again++)
    best = Math.min(best, await undisturbedTurn(work));
  return best;
}
