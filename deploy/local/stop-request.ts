import { readFile } from 'node:fs/promises';
import { isAlive, processStart } from './pid-files.ts';

const WATCH_MS = 1000;
/** One Ctrl-C may arrive twice: from the terminal and through the package manager. */
const SAME_REQUEST_MS = 1500;

/**
 * Calls `onStop` at the first request to stop: Ctrl-C, SIGTERM, a closed terminal, or the exit of the package manager
 * that started this process. Calls `onForceStop` when Ctrl-C is pressed again later.
 */
export function onStopRequest(onStop: () => void, onForceStop: () => void): void {
  let requestedAt: number | undefined;
  const request = (): void => {
    if (requestedAt === undefined) {
      requestedAt = Date.now();
      onStop();
    } else if (Date.now() - requestedAt > SAME_REQUEST_MS) onForceStop();
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, request);
  if (process.env['npm_lifecycle_event'] !== undefined) void watchParents(() => requestedAt ?? request());
}

async function watchParents(onGone: () => void): Promise<void> {
  const parents = await packageManagersAbove();
  const look = async (): Promise<void> => {
    const alive = await Promise.all(parents.map(isAlive));
    if (alive.includes(false)) onGone();
  };
  setInterval(() => void look(), WATCH_MS).unref();
}

const packageManager = /(^|[\s/])(npm|npx|pnpm|yarn|corepack)(\.c?js)?(\s|$)/;
const shell = /^(\/\S+\/)?(sh|bash|dash|zsh) -c /;

/**
 * The package managers that started this process (`npx` → `pnpm` → this), with the shells between them, on systems with
 * Linux's /proc. None of them ends its children when it is ended by a signal.
 */
async function packageManagersAbove(): Promise<{ pid: number; startedAt: string }[]> {
  const chain: { pid: number; startedAt: string; isManager: boolean }[] = [];
  for (let pid = process.ppid; pid > 1;) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ');
    const isManager = packageManager.test(command);
    if (!isManager && !shell.test(command)) break;
    chain.push({ pid, isManager, startedAt: (await processStart(pid)) ?? '' });
    // The name in parentheses may contain spaces; state and parent follow it.
    pid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  }
  // A shell above the topmost one may have put it into the background and exited.
  return chain.slice(0, chain.findLastIndex(({ isManager }) => isManager) + 1);
}
