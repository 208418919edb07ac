import { packageManagersAbove } from './parents.ts';
import { isAlive } from './pid-files.ts';

const watchMs = 1000;

/**
 * Calls `onStop` at the first sign that this process should end: Ctrl-C, SIGTERM, a closed terminal, or, when a package
 * manager started it, the end of that. `onHurry` follows when Ctrl-C is pressed again a while later.
 */
export function onStopRequest(onStop: () => void, onHurry: () => void): void {
  let asked: number | undefined;
  const ask = (): void => {
    if (asked === undefined) {
      asked = Date.now();
      onStop();
      // One Ctrl-C may come twice: from the terminal and through the package manager.
    } else if (Date.now() - asked > 1500) onHurry();
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, ask);
  if (process.env['npm_lifecycle_event'] !== undefined) void watchParents(() => asked ?? ask());
}

async function watchParents(onGone: () => void): Promise<void> {
  const parents = await packageManagersAbove();
  if (parents.length === 0) return;
  const look = async (): Promise<void> => {
    const alive = await Promise.all(parents.map(({ pid, startedAt = '' }) => isAlive({ pid, startedAt })));
    if (alive.includes(false)) onGone();
  };
  setInterval(() => void look(), watchMs).unref();
}
