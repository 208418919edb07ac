import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tool, workspaceRoot } from './workspace.ts';

/** Result of a finished command: its exit code (-1 when ended by a signal) and its output, both streams in order. */
export interface ToolResult {
  code: number;
  output: string;
}

/**
 * Runs a command of the root's dependencies to completion and collects its output.
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

/** A failed build step; its message can be shown to the user. */
export class BuildError extends Error {}

/** As `runTool`, but a non-zero exit is a `BuildError` with the command's output. */
export async function mustRunTool(
  name: string,
  args: string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<string> {
  const { code, output } = await runTool(name, args, options);
  if (code !== 0) throw new BuildError(`${name} ${args.join(' ')} failed:\n${output}`);
  return output;
}
