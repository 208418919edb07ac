import { expect, test } from 'vitest';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { workspaceRoot } from '../build/workspace.ts';

/** The calls that open a channel, in files that match a pattern. */
function channelsOf(pattern: string): string[] {
  const files = globSync(pattern, { cwd: workspaceRoot });
  return files.flatMap((file) => {
    const text = readFileSync(path.join(workspaceRoot, file), 'utf8');
    return text.match(/new GrpcChannel\([^;]*?\)/g) ?? [];
  });
}

test('every channel that a process opens is encrypted when TLS is enabled', () => {
  const gateway = channelsOf('gateway/src/**/*.ts');
  const kit = channelsOf('packages/service-kit/src/process/*.ts');
  expect([gateway.length, kit.length]).toEqual([expect.toSatisfy((count: number) => count >= 7), 1]);
  expect([...gateway, ...kit].filter((call) => !/\b(tls|host\.tls),?\s*\)$/.test(call))).toEqual([]);
});

test('services open channels through the kit only', () => {
  expect(channelsOf('services/*/src/**/*.ts')).toEqual([]);
});
