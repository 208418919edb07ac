import { makeSecrets } from '@commerce/deploy/secrets/make-secrets.ts';
import { forgeEvent } from './forge-event.ts';
import { loadDemoData } from './load-demo.ts';
import { receiver } from './receiver.ts';
import { smoke } from './smoke.ts';
import { traffic } from './traffic.ts';

/**
 * Commands that run in pods: `secrets` makes those of the platform; `load-demo`, `smoke` (helm test), `traffic`,
 * `receiver` and `forge-event` test the installed platform.
 */
const commands: Record<string, () => Promise<void>> = {
  'forge-event': forgeEvent,
  'load-demo': loadDemoData,
  receiver,
  secrets,
  smoke,
  traffic,
};

async function secrets(): Promise<void> {
  process.exitCode = await makeSecrets(process.argv.slice(3));
}

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
