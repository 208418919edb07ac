import { Installation } from './installation.ts';
import { ensureImages } from './images.ts';
import { record } from './record.ts';
import { optionsOf, USAGE, type Options } from './options.ts';
import { seconds } from './results.ts';
import { runBeside } from './run-beside.ts';
import { runSteps, type Results } from './run-steps.ts';
import { SEPARATE, steps } from './steps.ts';

/** Tests the platform on the cluster in KUBECONFIG and prints a report. */
async function main(): Promise<number> {
  const options = optionsOf(process.argv.slice(2));
  const unknown = options?.steps.find((name) => !(name in steps));
  if (options === undefined || unknown !== undefined) {
    process.stdout.write(unknown === undefined ? USAGE : `Unknown step ${unknown}.\n${USAGE}`);
    return unknown === undefined ? 0 : 64;
  }
  if (!process.env['KUBECONFIG']) {
    process.stdout.write('KUBECONFIG is not set. Set it to the cluster to test on.\n');
    return 64;
  }
  const tag = ensureImages(options);
  const names = options.steps.length > 0 ? options.steps : stepsFor(options);
  const startedAt = Date.now();
  const { report, failed } = await runAll(options, tag, names);
  for (const { step, line } of report) process.stdout.write(`- ${step}: ${line}\n`);
  process.stdout.write(`in ${seconds(startedAt)}, failed: ${failed.join(', ') || 'none'}\n`);
  if (options.record) record(report);
  return failed.length > 0 ? 1 : 0;
}

/** Runs steps; those with a platform of their own run beside the others. */
async function runAll(options: Options, tag: string, names: string[]): Promise<Results> {
  const separate = names.filter((name) => SEPARATE.includes(name));
  const shared = names.filter((name) => !SEPARATE.includes(name));
  if (shared.length === 0) return runSteps(options, tag, separate);
  const beside = separate.length > 0 ? runBeside(options, tag, separate) : undefined;
  const { namespace } = new Installation(options, tag);
  namespace.make();
  const results = await runSteps(options, tag, shared);
  if (!options.keep) namespace.remove();
  const others = await beside;
  return {
    report: [...results.report, ...(others?.report ?? [])],
    failed: [...results.failed, ...(others?.failed ?? [])],
  };
}

/** All steps that the options allow. */
const stepsFor = ({ production }: Options): string[] =>
  Object.keys(steps).filter((name) => name !== 'production' || production !== undefined);

process.exitCode = await main();
