import { Installation } from './installation.ts';
import type { Options } from './options.ts';
import type { Line } from './record.ts';
import { seconds } from './results.ts';
import { steps } from './steps.ts';

/** Results of several steps. */
export interface Results {
  /** Report of those that passed. */
  report: Line[];
  /** Names of those that failed. */
  failed: string[];
}

/** Runs steps one after the other and prints each one's result. */
export async function runSteps(options: Options, tag: string, names: readonly string[]): Promise<Results> {
  const installation = new Installation(options, tag);
  const report: Line[] = [];
  const failed: string[] = [];
  for (const name of names) {
    process.stdout.write(`── ${name}\n`);
    const startedAt = Date.now();
    let lines: string[];
    try {
      lines = await steps[name]!(installation);
      report.push(...lines.map((line) => ({ step: name, line })));
    } catch (error) {
      failed.push(name);
      lines = [`FAILED: ${(error as Error).message}`];
    }
    for (const line of [...lines, `in ${seconds(startedAt)}`]) process.stdout.write(`   ${name}: ${line}\n`);
  }
  return { report, failed };
}
