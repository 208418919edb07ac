import { packageManagersAbove } from './parents.ts';
import { isAlive } from './pid-files.ts';

const watchMs = 1000;

/**
 * Calls `onStop` at the first request to stop: Ctrl-C, SIGTERM, a closed terminal, or the exit of the package manager
 * that started this process. Calls `onForceStop` when Ctrl-C is pressed again later.
 */
export function onStopRequest(onStop: () => void, onForceStop: () => void): void {
  let asked: number | undefined;
  const ask = (): void => {
    if (asked === undefined) {
      asked = Date.now();
      onStop();
      // One Ctrl-C may arrive twice: from the terminal and through the package manager.
    } else if (Date.now() - asked > 1500) onForceStop();
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
