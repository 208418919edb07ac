import { Installation } from './installation.ts';
import { ensureImages } from './images.ts';
import { record } from './record.ts';
import { optionsOf, USAGE, type Options } from './options.ts';
import { production, productionPlatform, removeProduction } from './production.ts';
import { seconds } from './results.ts';
import { install, productionSteps, REPLACED, trialSteps, type Step } from './steps.ts';

/** A platform and the chosen steps that test it. */
interface Part {
  steps: [name: string, step: Step][];
  platform: (tag: string) => Installation;
  /** Step that installs the platform, also for those that run alone. */
  install: Step;
  remove: (platform: Installation) => void;
}

/** Outcome of a step. */
interface Outcome {
  step: string;
  time: string;
  /** Lines of the report. */
  lines: string[];
  failure?: string;
}

/** Tests the platform on the cluster in KUBECONFIG and prints a report. */
async function main(): Promise<number> {
  const options = optionsOf(process.argv.slice(2));
  if (options === undefined) return end(USAGE, 0);
  const parts = partsOf(options);
  const names = parts.flatMap(({ steps }) => steps.map(([name]) => name));
  const unknown = options.steps.find((name) => !names.includes(name));
  if (unknown !== undefined) return end(`There is no step ${unknown} with these options.\n${USAGE}`, 64);
  if (!process.env['KUBECONFIG'])
    return end('KUBECONFIG is not set. Set it to the cluster to test on.\n', 64);
  const tag = ensureImages(options);
  const outcomes: Outcome[] = [];
  const startedAt = Date.now();
  for (const part of parts) outcomes.push(...(await outcomesOf(part, tag, options)));
  const time = seconds(startedAt);
  const hasFailed = outcomes.some(({ failure }) => failure !== undefined);
  for (const { step, time: own, failure } of outcomes)
    process.stdout.write(`${step.padEnd(20)} ${own.padStart(6)}  ${failure ?? 'passed'}\n`);
  process.stdout.write(`${'all'.padEnd(20)} ${time.padStart(6)}\n`);
  if (options.steps.length === 0 && !hasFailed)
    outcomes.push({ step: 'all', time, lines: [`${outcomes.length} steps in ${time}`] });
  if (options.record) record(outcomes.flatMap(({ step, lines }) => lines.map((line) => ({ step, line }))));
  return hasFailed ? 1 : 0;
}

/** The platforms that the chosen steps need, one after the other. */
function partsOf(options: Options): Part[] {
  const folder = options.production;
  const isChosen = ([name]: [string, Step]): boolean =>
    options.steps.length > 0
      ? options.steps.includes(name)
      : folder === undefined || !REPLACED.includes(name);
  const onTrial = Object.entries(trialSteps).filter(
    ([name]) => folder === undefined || !(name in productionSteps),
  );
  const trial: Part = {
    steps: onTrial.filter(isChosen),
    platform: (tag) => new Installation(options, tag),
    install,
    remove: ({ namespace }) => namespace.remove('--wait=false'),
  };
  if (folder === undefined) return [trial];
  const profile: Part = {
    steps: Object.entries(productionSteps).filter(isChosen),
    platform: (tag) => productionPlatform(options, folder, tag),
    install: production,
    remove: removeProduction,
  };
  return [trial, profile];
}

async function outcomesOf(part: Part, tag: string, { keep }: Options): Promise<Outcome[]> {
  if (part.steps.length === 0) return [];
  const platform = part.platform(tag);
  platform.namespace.make();
  if (part.steps[0]![1] !== part.install) await part.install(platform);
  const outcomes: Outcome[] = [];
  for (const [step, run] of part.steps) {
    process.stdout.write(`── ${step}\n`);
    const startedAt = Date.now();
    const result = await run(platform).then(
      (lines) => ({ lines }),
      (error: Error) => ({ lines: [], failure: `FAILED: ${error.message}` }),
    );
    outcomes.push({ step, time: seconds(startedAt), ...result });
    for (const line of result.lines) process.stdout.write(`   ${line}\n`);
    if ('failure' in result) process.stdout.write(`   ${result.failure}\n`);
    process.stdout.write(`   in ${seconds(startedAt)}\n`);
  }
  if (!keep) part.remove(platform);
  return outcomes;
}

const end = (text: string, code: number): number => {
  process.stdout.write(text);
  return code;
};

process.exitCode = await main();
