import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { processDirs, workspaceRoot } from '../build/workspace.ts';

test.each(processDirs())(
  'the bundle of %s is ASCII, so that its source takes one byte per character',
  (dir) => {
    const files = globSync('dist/*.js', { cwd: path.join(workspaceRoot, dir) });
    expect(files).toContain('dist/main.js');
    const isAscii = (file: string) =>
      readFileSync(path.join(workspaceRoot, dir, file)).every((byte) => byte < 0x80);
    expect(files.filter((file) => !isAscii(file))).toEqual([]);
  },
);
