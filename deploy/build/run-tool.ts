import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tool, workspaceRoot } from './workspace.ts';

/** What a finished command left: its exit code (-1 when a signal ended it) and all it wrote, both streams in order. */
export interface ToolResult {
  code: number;
  output: string;
}

/**
 * Runs a command of the root's dependencies to its end, its output collected.
 * Rejects only when the command cannot be started at all.
 */
export async function runTool(
  name: string,
  args: string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<ToolResult> {
  const child = spawn(tool(name), args, {
    cwd: options.cwd ?? workspaceRoot,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code: code ?? -1, output: output.trimEnd() };
}

/** A step of the build that ended badly; the message is fit to be shown as it is. */
export class BuildError extends Error {}

/** As `runTool`, but a non-zero exit is a `BuildError` that carries the command's own words. */
export async function mustRunTool(
  name: string,
  args: string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<string> {
  const { code, output } = await runTool(name, args, options);
  if (code !== 0) throw new BuildError(`${name} ${args.join(' ')} failed:\n${output}`);
  return output;
}
