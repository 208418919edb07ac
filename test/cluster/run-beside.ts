import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Options } from './options.ts';
import { runSteps, type Results } from './run-steps.ts';

/** What the other process runs. */
interface Work {
  options: Options;
  tag: string;
  names: string[];
}

/**
 * Runs steps in another process, because a step blocks its own while a command runs. Their namespaces begin with that of the options
 * and `-beside`. A process that is killed fails all of them.
 */
export async function runBeside(options: Options, tag: string, names: string[]): Promise<Results> {
  const child = fork(fileURLToPath(import.meta.url));
  const ended = once(child, 'exit').then((): Results => ({ report: [], failed: names }));
  const work: Work = { options: { ...options, namespace: `${options.namespace}-beside` }, tag, names };
  child.send(work);
  const done = once(child, 'message').then(([results]) => results as Results);
  return Promise.race([done, ended]);
}

if (process.send !== undefined && import.meta.main) {
  const [{ options, tag, names }] = (await once(process, 'message')) as [Work];
  process.send(await runSteps(options, tag, names));
  process.disconnect();
}
