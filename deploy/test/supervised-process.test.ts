import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { until } from '@commerce/service-kit/testing/until.ts';
import { readPids } from '../local/pid-files.ts';
import { SupervisedProcess } from '../local/supervised-process.ts';
import type { Keeping } from '../local/supervised-process.ts';
import { runs } from './fixtures/runs.ts';

let dir: string;
let notices: string[];
let lines: string[];
let current: SupervisedProcess | undefined;

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'supervised-'));
  notices = [];
  lines = [];
});

afterEach(async () => {
  await current?.stop();
  await rm(dir, { recursive: true });
});

function supervise(script: string, keeping: Partial<Keeping> = {}): SupervisedProcess {
  const spec = {
    name: 'child',
    command: 'sh',
    args: ['-c', script],
    cwd: dir,
    env: { PATH: process.env['PATH']! },
  };
  current = new SupervisedProcess(
    { ...spec, logFile: path.join(dir, 'child.log'), stage: 0 },
    {
      runDir: path.join(dir, 'run'),
      owner: 'test',
      minWaitMs: 20,
      maxWaitMs: 100,
      graceMs: 300,
      notice: (sentence) => notices.push(sentence),
      onLine: (_, line) => lines.push(line),
      ...keeping,
    },
  );
  return current;
}

describe('a supervised process', () => {
  test('a crashed process is restarted, with increasing waits up to the maximum', async () => {
    await supervise('exit 3', { now: () => 0 }).start();
    await until(() => notices.filter((each) => each.includes('exited')).length >= 5, 'five crashes');
    const waits = notices.flatMap(
      (each) => /^child exited \(exit code 3\), restarting in (.*) s$/.exec(each)?.[1] ?? [],
    );
    expect(waits.slice(0, 5)).toEqual(['0.02', '0.04', '0.08', '0.1', '0.1']);
  });

  test('a process that was healthy before it crashed waits the minimum again', async () => {
    let nowMs = 0;
    await supervise('exit 1', { now: () => (nowMs += 100) }).start();
    await until(() => notices.filter((each) => each.includes('exited')).length >= 2, 'two crashes');
    expect(notices.filter((each) => each.includes('in 0.02 s'))).toHaveLength(2);
  });

  test('a killed process is restarted with a new id', async () => {
    const child = supervise('exec sleep 60');
    await child.start();
    const first = child.pid;
    child.kill('SIGKILL');
    await until(() => child.pid !== undefined && child.pid !== first, 'a new process');
    expect(runs(first)).toBe(false);
  });

  test('a process that ignores the stop signal is killed after the grace period', async () => {
    const child = supervise("trap '' TERM; echo up; while true; do sleep 0.05; done");
    await child.start();
    await until(() => lines.includes('up'), 'its first line');
    const { pid } = child;
    await child.stop();
    expect(runs(pid)).toBe(false);
    expect(child.lastExit).toBe('SIGKILL');
  });

  test('a process stopped while it waits stays down', async () => {
    const child = supervise('exit 1', { minWaitMs: 100 });
    await child.start();
    await until(() => notices.length === 1, 'the crash');
    await child.stop();
    const later: string[] = [];
    await supervise('exit 1', { minWaitMs: 100, notice: (sentence) => later.push(sentence) }).start();
    await until(() => later.includes('restarting child'), 'a later start');
    expect(notices).toHaveLength(1);
    expect(child.pid).toBeUndefined();
  });

  test('a process is recorded while it runs, and its record is removed when it ends', async () => {
    const child = supervise('exec sleep 60');
    await child.start();
    const runDir = path.join(dir, 'run');
    await until(async () => (await readPids(runDir)).length === 1, 'its pid file');
    expect((await readPids(runDir))[0]).toMatchObject({
      name: 'child',
      pid: child.pid,
      stopSignal: 'SIGTERM',
    });
    await child.stop();
    expect(await readPids(runDir)).toEqual([]);
  });

  test('all output of a process is in its log', async () => {
    const child = supervise('echo one; echo two >&2; exec sleep 60');
    await child.start();
    await until(() => lines.length === 2, 'both lines');
    await child.stop();
    const log = await readFile(path.join(dir, 'child.log'), 'utf8');
    expect(log.trim().split('\n').toSorted()).toEqual(['one', 'two']);
  });

  test('a missing command is rejected with one sentence', async () => {
    const child = supervise('');
    Object.assign(child.spec, { command: '/no/such/program' });
    await expect(child.start()).rejects.toThrow('child cannot be started');
    expect(notices).toEqual([]);
  });
});
