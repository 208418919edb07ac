import { loadDemoData } from './load-demo.ts';
import { receiver } from './receiver.ts';
import { smoke } from './smoke.ts';
import { traffic } from './traffic.ts';

/**
 * Commands that run in pods to test the installed platform: `load-demo`, `smoke` (helm test), `traffic` and
 * `receiver`.
 */
const commands: Record<string, () => Promise<void>> = { 'load-demo': loadDemoData, receiver, smoke, traffic };

const command = commands[process.argv[2] ?? ''];
if (command === undefined) {
  console.error(`usage: main.js ${Object.keys(commands).join('|')}`);
  process.exit(64);
}
try {
  await command();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
