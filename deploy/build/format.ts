import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { format, type FormatOptions } from 'oxfmt';
import { BuildError } from './run-tool.ts';
import { workspaceRoot } from './workspace.ts';

/** Formats generated text as `pnpm format` formats a file of that name. */
export async function formatted(file: string, text: string): Promise<string> {
  const config = await readFile(path.join(workspaceRoot, '.oxfmtrc.json'), 'utf8');
  const { code, errors } = await format(path.basename(file), text, JSON.parse(config) as FormatOptions);
  if (errors.length > 0) throw new BuildError(`${file}: ${errors[0]!.message}`);
  return code;
}
