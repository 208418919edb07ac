/** Where a stack tells what it does. */
export interface Report {
  /** A sentence about the stack itself. */
  say(sentence: string): void;
  /** A line that a process wrote; absent: lines go to the log files only. */
  line?(name: string, line: string): void;
}

const slowMs = 5000;

/** Does one step of the start and says how long it took; a slow one is heard of while it lasts. */
export async function step<T>(report: Report, name: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const seconds = (): string => `${((performance.now() - started) / 1000).toFixed(1)} s`;
  const reminder = setInterval(() => report.say(`… ${name} (${seconds()})`), slowMs);
  try {
    const result = await work();
    report.say(`${name}: ${seconds()}`);
    return result;
  } finally {
    clearInterval(reminder);
  }
}
