import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { runTool } from './run-tool.ts';
import type { ToolResult } from './run-tool.ts';
import { workspaceRoot } from './workspace.ts';

async function git(...args: string[]): Promise<string | undefined> {
  const done = await promisify(execFile)('git', args, { cwd: workspaceRoot }).catch(() => undefined);
  return done?.stdout.trim();
}

/** Finds the commit whose contracts must stay compatible: the newest release tag, or the one before HEAD. */
async function baseline(): Promise<{ name: string; commit: string } | { why: string }> {
  if ((await git('rev-parse', '--git-dir')) === undefined) return { why: 'this is not a git checkout' };
  const tag = await git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD');
  const name = tag ?? 'HEAD~1';
  const commit = await git('rev-parse', '--verify', '--quiet', `${name}^{commit}`);
  if (commit === undefined) return { why: 'there is no release tag v* and no commit before HEAD here' };
  const contracts = await git('cat-file', '-t', `${commit}:proto/buf.yaml`);
  return contracts === undefined ? { why: `${name} has no contracts yet` } : { name, commit };
}

/**
 * `buf breaking` of the working tree's contracts against those of the last release (tag `v*`) or, before the first, of
 * the commit before HEAD. Passes with a reason when there is nothing to compare with.
 */
export async function lintBreaking(): Promise<ToolResult> {
  const found = await baseline();
  if ('why' in found) return { code: 0, output: `nothing to compare with: ${found.why}` };
  const repository = await git('rev-parse', '--path-format=absolute', '--git-common-dir');
  const against = `${repository}#ref=${found.commit},subdir=proto`;
  const { code, output } = await runTool('buf', ['breaking', 'proto', '--against', against]);
  return { code, output: [`compared with ${found.name}`, output].filter(Boolean).join('\n') };
}
