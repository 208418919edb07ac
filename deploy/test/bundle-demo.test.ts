import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { workspaceRoot } from '../build/workspace.ts';

const run = promisify(execFile);
const program = path.join(workspaceRoot, 'test/cluster/pod/dist/main.js');

test('the programs of the demo image are bundled into one that runs', async () => {
  await run(process.execPath, [path.join(workspaceRoot, 'deploy/images/bundle-demo.ts')]);
  await expect(run(process.execPath, [program])).rejects.toMatchObject({
    code: 64,
    stderr: expect.stringMatching(
      /^usage: main\.js forge-event\|load-demo\|receiver\|secrets\|smoke\|traffic/,
    ),
  });
});
