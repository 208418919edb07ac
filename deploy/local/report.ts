/** Output of a stack's progress. */
export interface Report {
  /** Reports a sentence about the stack itself. */
  say: (sentence: string) => void;
  /** Reports a line that a process wrote; if absent, lines go to the log files only. */
  line?: (name: string, line: string) => void;
}

const slowMs = 5000;

/** Runs one step of the start and reports its duration; a slow one is also reported while it runs. */
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
