import { setTimeout as sleep } from 'node:timers/promises';
import { processNames } from '@commerce/deploy/local/services.ts';
import type { Installation } from './installation.ts';
import { nothingFailed, summaryOf } from './results.ts';

const STEP_MS = 60_000;
/** Traffic while the clocks differ. */
const APART_MS = 10_000;

/** Adds the number of milliseconds in /tmp/clock to the time of the process. The timers of a process do not follow its clock either. */
const CLOCK = `import { readFileSync } from 'node:fs';
let ms = 0;
setInterval(() => { try { ms = Number(readFileSync('/tmp/clock', 'utf8')); } catch {} }, 100).unref();
globalThis.Date = new Proxy(Date, {
  construct: (date, args, target) => Reflect.construct(date, args.length > 0 ? args : [date.now() + ms], target),
  get: (date, name) => name === 'now' ? () => date.now() + ms : Reflect.get(date, name),
});`;

/** Sets the clock of one process after the other forward by a minute, and later back, so that their clocks differ. */
export async function clockStep(installation: Installation): Promise<string[]> {
  // A comma would end the setting.
  const options = String.raw`--import=data:text/javascript\,${encodeURIComponent(CLOCK)}`;
  installation.upgrade(...processNames.map((name) => `${name}.env.NODE_OPTIONS=${options}`));
  const result = await installation.during(async () => {
    await setClocks(installation, STEP_MS);
    await sleep(APART_MS);
    await setClocks(installation, 0);
  });
  installation.upgrade();
  nothingFailed(result);
  return [
    `the clock of each process set forward by a minute, one after the other, and back: ${summaryOf(result)}`,
  ];
}

async function setClocks(installation: Installation, ms: number): Promise<void> {
  for (const name of processNames) {
    const [pod] = installation.pods(name);
    installation.namespace.evaluate(pod!, `require('fs').writeFileSync('/tmp/clock', '${ms}')`);
    await sleep(1_000);
  }
}
