import { setTimeout as sleep } from 'node:timers/promises';
import type { Choices } from './random.ts';
import type { Victim } from './platform.ts';

const KINDS = ['kill', 'stop', 'restart', 'delay', 'cut'] as const;

/** Kind of a fault in a process. */
export type FaultKind = (typeof KINDS)[number];

/** A fault of the schedule. */
export interface Fault {
  kind: FaultKind;
  victim: string;
  /** Since the start of the load. */
  atMs: number;
  /** Of a stop, delay or cut. */
  forMs: number;
  /** Added to everything that passes, of a delay. */
  delayMs: number;
}

/** A fault with the time at which it was made. */
export interface MadeFault extends Fault {
  madeMs: number;
}

/** Shares of the victims: servers, which everything depends on, are disturbed less often. */
const SERVER_SHARE = 0.12;
const PAUSE_MS = [1_000, 4_000] as const;
/** Durations of the kinds; a killed process is started again by its supervisor. */
const FOR_MS: Record<FaultKind, [min: number, max: number]> = {
  kill: [0, 0],
  restart: [0, 0],
  stop: [500, 6_000],
  delay: [2_000, 8_000],
  cut: [300, 4_000],
};
const DELAY_MS = [10, 150] as const;

/** The faults of a seed, one after the other; some overlap. */
export function scheduleOf(choices: Choices, victims: string[], durationMs: number): Fault[] {
  const servers = ['postgres', 'nats'];
  const others = victims.filter((name) => name !== 'postgres' && name !== 'nats');
  const faults: Fault[] = [];
  for (let atMs = 2_000; ;) {
    atMs += choices.between(...PAUSE_MS);
    if (atMs > durationMs) return faults;
    const victim = choices.oneOf(choices.number() < SERVER_SHARE ? servers : others);
    const kind = choices.oneOf(KINDS);
    const [min, max] = FOR_MS[kind];
    const forMs = choices.between(min, max);
    faults.push({ kind, victim, atMs, forMs, delayMs: kind === 'delay' ? choices.between(...DELAY_MS) : 0 });
  }
}

/** Makes the faults at their times. @returns those that were made; a process that is down is not killed again */
export async function makeFaults(
  faults: Fault[],
  victims: Victim[],
  say: (line: string) => void,
): Promise<MadeFault[]> {
  const startedAt = Date.now();
  const made: MadeFault[] = [];
  const running: Promise<void>[] = [];
  for (const fault of faults) {
    await sleep(Math.max(0, startedAt + fault.atMs - Date.now()));
    const victim = victims.find(({ name }) => name === fault.victim)!;
    if (victim.process.pid === undefined) continue;
    made.push({ ...fault, madeMs: Date.now() });
    say(
      `${(fault.atMs / 1000).toFixed(1).padStart(6)} s  ${fault.kind} ${fault.victim}${fault.forMs > 0 ? ` for ${fault.forMs} ms` : ''}`,
    );
    running.push(make(fault, victim));
  }
  await sleep(Math.max(0, startedAt + (faults.at(-1)?.atMs ?? 0) - Date.now()));
  await Promise.all(running);
  return made;
}

async function make({ kind, forMs, delayMs }: Fault, { process: child, links }: Victim): Promise<void> {
  const { stopSignal = 'SIGTERM' } = child.spec;
  if (kind === 'kill') return child.kill(child.spec.killSignal ?? 'SIGKILL');
  // Its supervisor starts it again.
  if (kind === 'restart') return child.kill(stopSignal);
  if (kind === 'stop') {
    const { pid } = child;
    child.kill('SIGSTOP');
    await sleep(forMs);
    if (child.pid === pid) child.kill('SIGCONT');
    return;
  }
  if (kind === 'delay') for (const link of links) link.delayMs = delayMs;
  else for (const link of links) link.cut();
  await sleep(forMs);
  for (const link of links) {
    link.delayMs = 0;
    link.restore();
  }
}
