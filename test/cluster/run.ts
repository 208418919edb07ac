import { Installation } from './installation.ts';
import { ensureImages } from './images.ts';
import { record, type Line } from './record.ts';
import { optionsOf, USAGE } from './options.ts';
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
  let failed = false;
  const startedAt = Date.now();
  for (const name of options.steps.length > 0 ? options.steps : Object.keys(steps)) {
    process.stdout.write(`── ${name}\n`);
    const lines = await steps[name]!(installation).catch((error: unknown) => {
      failed = true;
      return [`FAILED: ${(error as Error).message}`];
    });
    for (const line of lines) {
      report.push({ step: name, line });
      process.stdout.write(`   ${line}\n`);
    }
  }
  const minutes = Math.round((Date.now() - startedAt) / 60_000);
  process.stdout.write(
    `\n${report.map(({ step, line }) => `- ${step}: ${line}\n`).join('')}\nin ${minutes} min\n`,
  );
  if (options.record && !failed && options.steps.length === 0) record(report, minutes);
  if (!options.keep) installation.namespace.remove();
  return failed ? 1 : 0;
}

process.exitCode = await main();
