import { Installation } from './installation.ts';
import { ensureImages } from './images.ts';
import { record, type Line } from './record.ts';
import { optionsOf, USAGE, type Options } from './options.ts';
import { productionPlatform, removeProduction } from './production.ts';
import { seconds } from './results.ts';
import { productionSteps, stepNames, trialSteps } from './steps.ts';

/** Tests the platform on the cluster in KUBECONFIG and prints a report. */
async function main(): Promise<number> {
  const options = optionsOf(process.argv.slice(2));
  const unknown = options?.steps.find((name) => !stepNames.includes(name));
  if (options === undefined || unknown !== undefined) {
    process.stdout.write(unknown === undefined ? USAGE : `Unknown step ${unknown}.\n${USAGE}`);
    return unknown === undefined ? 0 : 64;
  }
  if (!process.env['KUBECONFIG']) {
    process.stdout.write('KUBECONFIG is not set. Set it to the cluster to test on.\n');
    return 64;
  }
  const tag = ensureImages(options);
  const report: Line[] = [];
  const failed: string[] = [];
  const startedAt = Date.now();
  for (const { steps, platform, remove } of partsOf(options, tag)) {
    const chosen = Object.entries(steps).filter(
      ([name]) => options.steps.length === 0 || options.steps.includes(name),
    );
    if (chosen.length === 0) continue;
    platform.namespace.make();
    for (const [name, step] of chosen) {
      process.stdout.write(`── ${name}\n`);
      const stepStartedAt = Date.now();
      try {
        for (const line of await step(platform)) {
          report.push({ step: name, line });
          process.stdout.write(`   ${line}\n`);
        }
      } catch (error) {
        failed.push(name);
        process.stdout.write(`   FAILED: ${(error as Error).message}\n`);
      }
      process.stdout.write(`   in ${seconds(stepStartedAt)}\n`);
    }
    if (!options.keep) remove(platform);
  }
  for (const { step, line } of report) process.stdout.write(`- ${step}: ${line}\n`);
  process.stdout.write(`in ${seconds(startedAt)}, failed: ${failed.join(', ') || 'none'}\n`);
  if (options.record) record(report);
  return failed.length > 0 ? 1 : 0;
}

/** Steps with the platform that they test, one platform after the other. */
interface Part {
  steps: typeof trialSteps;
  platform: Installation;
  remove: (platform: Installation) => void;
}

function partsOf(options: Options, tag: string): Part[] {
  const trial = {
    steps: trialSteps,
    platform: new Installation(options, tag),
    remove: ({ namespace }: Installation) => namespace.remove('--wait=false'),
  };
  if (options.production === undefined) return [trial];
  const onTrial = Object.entries(trialSteps).filter(([name]) => !(name in productionSteps));
  return [
    { ...trial, steps: Object.fromEntries(onTrial) },
    {
      steps: productionSteps,
      platform: productionPlatform(options, options.production, tag),
      remove: removeProduction,
    },
  ];
}

process.exitCode = await main();
