import { expect, test } from 'vitest';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { workspaceRoot } from '../build/workspace.ts';

test('every channel that a process opens is encrypted when TLS is enabled', () => {
  const files = globSync('{gateway,services/*}/src/**/*.ts', { cwd: workspaceRoot });
  const opened = files.flatMap((file) => {
    const text = readFileSync(path.join(workspaceRoot, file), 'utf8');
    return text.match(/new GrpcChannel\([^;]*?\][^)]*\)/g) ?? [];
  });
  expect(opened.length).toBeGreaterThan(10);
  expect(opened.filter((call) => !/\b(tls|host\.tls),?\s*\)$/.test(call))).toEqual([]);
});
