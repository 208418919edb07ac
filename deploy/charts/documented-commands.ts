import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { workspaceRoot } from '../build/workspace.ts';
import { OPERATORS } from './examples.ts';
import { template } from './render.ts';

const DOCUMENT = 'docs/operations.md';
/** Options that `helm template` does not have, with the number of their arguments. */
const OTHER_OPTIONS: Readonly<Record<string, number>> = { '--wait': 0, '--take-ownership': 0, '--timeout': 1 };

/** The commands of docs/operations.md that install a chart of the repository and cannot be rendered, with the reason. */
export function wrongCommands(helm: string): string[] {
  const text = readFileSync(path.join(workspaceRoot, DOCUMENT), 'utf8');
  const folder = mkdtempSync(path.join(tmpdir(), 'commerce-commands-'));
  try {
    const restore = path.join(folder, 'restore.yaml');
    writeFileSync(restore, /write restore\.yaml.*?```yaml\n(.*?)```/s.exec(text)![1]!);
    // Files that a reader writes.
    const files: Readonly<Record<string, string>> = {
      'platform.yaml': 'charts/commerce-platform/examples/production.yaml',
      'global.yaml': '/dev/null',
      'restore.yaml': restore,
    };
    return commandsOf(text).flatMap((command) => {
      const args = templateArguments(command).map((each) => files[each] ?? each);
      try {
        template(helm, args, command.includes('values-trial.yaml') ? [] : OPERATORS);
        return [];
      } catch (error) {
        return [`${command}\n${(error as Error).message.trimEnd()}`];
      }
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function commandsOf(text: string): string[] {
  const joined = text.replaceAll(/\\\n\s*/g, '');
  return [...joined.matchAll(/helm (?:install|upgrade|template) \S+ charts\/[^`\n]*/g)].map(([command]) => command.trim());
}

function templateArguments(command: string): string[] {
  const [, , ...words] = command.split(/\s+/);
  return words.filter((word, at) => !(word in OTHER_OPTIONS) && OTHER_OPTIONS[words[at - 1]!] !== 1);
}
