import path from 'node:path';
import { format, type FormatOptions } from 'oxfmt';
import config from '../../.oxfmtrc.json' with { type: 'json' };
import { BuildError } from './run-tool.ts';

/** Formats generated text as `pnpm format` formats a file of that name. */
export async function formatted(file: string, text: string): Promise<string> {
  const { code, errors } = await format(path.basename(file), text, config as FormatOptions);
  if (errors.length > 0) throw new BuildError(`${file}: ${errors[0]!.message}`);
  return code;
}
