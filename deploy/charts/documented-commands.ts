import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { workspaceRoot } from '../build/workspace.ts';
import { processNames } from '../local/services.ts';
import { digestValues } from '../release/digest-values.ts';
import { OPERATORS } from './examples.ts';
import { objectsOf, template } from './render.ts';

const OPERATIONS = 'docs/operations.md';
/** Files whose commands are rendered; of a values file, those in its header. */
const DOCUMENTS = [OPERATIONS, 'docs/releasing.md', 'UPGRADING.md', 'charts/commerce-platform/values-production.yaml'];
/** Options that `helm template` does not have, or that choose a published chart, with the number of their arguments. */
const OTHER_OPTIONS: Readonly<Record<string, number>> = {
  '--install': 0,
  '--wait': 0,
  '--take-ownership': 0,
  '--timeout': 1,
  '--version': 1,
};

/** The documented commands that install a chart of the repository and fail, with the reason. */
export function wrongCommands(helm: string): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'commerce-commands-'));
  try {
    const files = writtenFiles(folder);
    return DOCUMENTS.flatMap((document) =>
      documentedCommands(read(document)).flatMap((command) => {
        const args = templateArguments(command).map((each) => files[each] ?? each);
        const reason = reasonAgainst(helm, command, args);
        return reason === undefined ? [] : [`${document}: ${command}\n${reason}`];
      }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function reasonAgainst(helm: string, command: string, args: string[]): string | undefined {
  try {
    const rendered = template(helm, args, command.includes('values-trial.yaml') ? [] : OPERATORS);
    if (!isFirstInstall(command)) return undefined;
    const objects = objectsOf(rendered);
    const hasClusters = objects.some(({ apiVersion, kind }) => kind === 'Cluster' && apiVersion.startsWith('postgresql.cnpg.io/'));
    const hook = objects.find(
      ({ metadata }) =>
        metadata.labels?.['app.kubernetes.io/component'] === 'migrate' && metadata.annotations?.['helm.sh/hook']?.includes('pre-install'),
    );
    return hasClusters && hook !== undefined
      ? `The hook ${hook.metadata.name} runs before the Clusters exist: add --set global.migrations.mode=job.`
      : undefined;
  } catch (error) {
    return (error as Error).message.trimEnd();
  }
}

const isFirstInstall = (command: string): boolean => /^helm (?:install|upgrade .*--install) /.test(command);

/** Files that a reader writes or downloads, by their documented path. */
function writtenFiles(folder: string): Readonly<Record<string, string>> {
  const restore = path.join(folder, 'restore.yaml');
  writeFileSync(restore, /write restore\.yaml.*?```yaml\n(.*?)```/s.exec(read(OPERATIONS))![1]!);
  const digests = path.join(folder, 'values-digests.yaml');
  const digest = `sha256:${'0'.repeat(64)}`;
  writeFileSync(digests, digestValues(new Map([...processNames, 'demo'].map((image) => [image, digest]))));
  return {
    'platform.yaml': 'charts/commerce-platform/examples/production.yaml',
    'global.yaml': '/dev/null',
    'restore.yaml': restore,
    'charts/values-digests.yaml': digests,
    'charts/values-production.yaml': 'charts/commerce-platform/values-production.yaml',
  };
}

const read = (file: string): string => readFileSync(path.join(workspaceRoot, file), 'utf8');

/** The commands of a document, or of the comments of a values file, that install a chart of the repository or the same one from a registry. */
export function documentedCommands(text: string): string[] {
  const joined = text.replaceAll(/^# ?/gm, '').replaceAll(/\s*\\\n\s*/g, ' ');
  const commands = joined.matchAll(/helm (?:install|upgrade|template) (?:--install )?\S+ (?:oci:\S+\/)?charts\/[^`\n]*/g);
  return [...commands].map(([command]) => command.replace(/\s#.*/, '').trim());
}

function templateArguments(command: string): string[] {
  const words = command.replace(/oci:\S+\/(?=charts\/)/, '').split(/\s+/).slice(2);
  return words.filter((word, at) => !(word in OTHER_OPTIONS) && OTHER_OPTIONS[words[at - 1]!] !== 1);
}
