import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second in /proc; the same on every Linux that Node.js supports. */
const TICKS_PER_SECOND = 100;

interface Stat {
  parent: number;
  ticks: number;
}

/** CPU time in ms of processes and all their descendants, including ended ones. */
export function cpuMs(roots: number[]): number {
  const stats = readStats();
  const children = new Map<number, number[]>();
  for (const [pid, { parent }] of stats) children.set(parent, [...(children.get(parent) ?? []), pid]);
  const total = (pid: number): number =>
    (stats.get(pid)?.ticks ?? 0) + (children.get(pid) ?? []).map(total).reduce((a, b) => a + b, 0);
  return (roots.map(total).reduce((a, b) => a + b, 0) * 1000) / TICKS_PER_SECOND;
}

/** Resident memory of a process in MiB. */
export function residentMiB(pid: number): number {
  const [, kib] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}

function readStats(): Map<number, Stat> {
  const stats = new Map<number, Stat>();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      stats.set(Number(entry), parse(readFileSync(`/proc/${entry}/stat`, 'utf8')));
    } catch {
      // It has ended; its CPU time is included in its parent's.
    }
  }
  return stats;
}

/** Fields of proc(5): after the name in parentheses come state (3), ppid (4), … utime (14), stime, cutime, cstime. */
function parse(stat: string): Stat {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = [14, 15, 16, 17].map((n) => Number(fields[n - 3])).reduce((a, b) => a + b, 0);
  return { parent: Number(fields[1]), ticks };
}
