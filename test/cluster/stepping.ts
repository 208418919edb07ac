import { setTimeout as sleep } from 'node:timers/promises';
import { processNames } from '@commerce/deploy/local/services.ts';
import type { Installation } from './installation.ts';
import { nothingLost, summaryOf } from './results.ts';

const STEP_MS = 60_000;
/** Traffic while the clocks differ. */
const APART_MS = 20_000;

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
  const traffic = await installation.traffic();
  await sleep(5_000);
  for (const ms of [STEP_MS, 0]) {
    for (const name of processNames) {
      setClock(installation, name, ms);
      await sleep(1_000);
    }
    await sleep(APART_MS);
  }
  const result = await traffic.stop();
  installation.upgrade();
  nothingLost(result);
  return [
    `the clock of each process set forward by a minute, one after the other, and back: ${summaryOf(result)}`,
  ];
}

function setClock(installation: Installation, process: string, ms: number): void {
  const [pod] = installation.pods(process);
  installation.namespace.evaluate(pod!, `require('fs').writeFileSync('/tmp/clock', '${ms}')`);
}
