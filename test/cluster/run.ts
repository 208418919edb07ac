import { Installation } from './installation.ts';
import { ensureImages } from './images.ts';
import { record, type Line } from './record.ts';
import { optionsOf, USAGE, type Options } from './options.ts';
import { seconds } from './results.ts';
import { steps } from './steps.ts';

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
  const installation = new Installation(options, ensureImages(options));
  installation.namespace.make();
  const report: Line[] = [];
  const failed: string[] = [];
  const startedAt = Date.now();
  for (const name of options.steps.length > 0 ? options.steps : stepsFor(options)) {
    process.stdout.write(`── ${name}\n`);
    const stepStartedAt = Date.now();
    try {
      for (const line of await steps[name]!(installation)) {
        report.push({ step: name, line });
        process.stdout.write(`   ${line}\n`);
      }
    } catch (error) {
      failed.push(name);
      process.stdout.write(`   FAILED: ${(error as Error).message}\n`);
    }
    process.stdout.write(`   in ${seconds(stepStartedAt)}\n`);
  }
  for (const { step, line } of report) process.stdout.write(`- ${step}: ${line}\n`);
  process.stdout.write(`in ${seconds(startedAt)}, failed: ${failed.join(', ') || 'none'}\n`);
  if (options.record) record(report);
  if (!options.keep) installation.namespace.remove();
  return failed.length > 0 ? 1 : 0;
}

/** All steps that the options allow. */
const stepsFor = ({ production }: Options): string[] =>
  Object.keys(steps).filter((name) => name !== 'production' || production !== undefined);

process.exitCode = await main();
