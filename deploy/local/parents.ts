import { readFile } from 'node:fs/promises';
import { processStart } from './pid-files.ts';

interface Parent {
  pid: number;
  startedAt: string | undefined;
}

const packageManager = /(^|[\s/])(npm|npx|pnpm|yarn|corepack)(\.c?js)?(\s|$)/;
const shell = /^(\/\S+\/)?(sh|bash|dash|zsh) -c /;

/** Parent and command line of a process, on systems with Linux's /proc. */
async function look(pid: number): Promise<{ ppid: number; command: string } | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  if (stat === undefined) return undefined;
  // The name in parentheses may contain spaces; state and parent follow it.
  return {
    ppid: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]),
    command: command.replaceAll('\0', ' '),
  };
}

/**
 * The package managers that started this process (`npx` → `pnpm` → this), with the shells between them. None
 * of them ends its children when it is ended by a signal.
 */
export async function packageManagersAbove(): Promise<Parent[]> {
  const chain: (Parent & { manager: boolean })[] = [];
  for (let pid = process.ppid; pid > 1;) {
    const found = await look(pid);
    const manager = packageManager.test(found?.command ?? '');
    if (found === undefined || !(manager || shell.test(found.command))) break;
    chain.push({ pid, manager, startedAt: await processStart(pid) });
    pid = found.ppid;
  }
  // A shell above the topmost one may have put it into the background and exited.
  return chain.slice(0, chain.findLastIndex((each) => each.manager) + 1);
}
