import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { inputsHash } from './stamp.ts';
import { workspaceRoot } from './workspace.ts';

/** Files that the results of every package depend on, besides its own. */
const COMMON = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'tsconfig.json', 'vitest.config.ts'];

/** Files outside a package's folder that its code or its tests read. */
const ELSEWHERE: Record<string, RegExp> = {
  deploy: /^(README\.md|docs\/|charts\/)/,
  gateway: /^docs\//,
  test: /^README\.md$/,
};

/** A package of the workspace. */
export interface Package {
  /** Relative to the root, e.g. `services/auth`. */
  folder: string;
  /** sha256 (hex) over its files, those of all packages that it depends on, and the workspace's versions and settings. */
  hash: string;
}

/** Lists every package with its current hash; undefined when this is not a git checkout. */
export async function packagesNow(): Promise<Package[] | undefined> {
  const files = trackedFiles();
  if (files === undefined) return undefined;
  const manifests = globSync(
    ['{proto,gateway,web,deploy,test}/package.json', '{packages,services}/*/package.json'],
    {
      cwd: workspaceRoot,
    },
  ).map((file) => ({ folder: path.dirname(file), ...readManifest(file) }));
  const own = new Map<string, string>();
  for (const { name, folder } of manifests) {
    const elsewhere = ELSEWHERE[folder];
    const inputs = files.filter((file) => file.startsWith(`${folder}/`) || elsewhere?.test(file));
    own.set(name, await hashOf(inputs));
  }
  const common = await hashOf(COMMON);
  const all = new Map(manifests.map((manifest) => [manifest.name, manifest]));
  return Promise.all(
    manifests.map(async ({ name, folder }) => {
      const closure = [...dependenciesOf(name, all)].toSorted().map((each) => own.get(each)!);
      return { folder, hash: await inputsHash([], [common, ...closure]) };
    }),
  );
}

interface Manifest {
  name: string;
  /** Names of packages of the workspace. */
  dependencies: string[];
}

function readManifest(file: string): Manifest {
  const json = JSON.parse(readFileSync(path.join(workspaceRoot, file), 'utf8')) as Record<string, unknown>;
  const dependencies = { ...(json['dependencies'] as object), ...(json['devDependencies'] as object) };
  return {
    name: json['name'] as string,
    dependencies: Object.entries<string>(dependencies)
      .filter(([, version]) => version.startsWith('workspace:'))
      .map(([name]) => name),
  };
}

/** A package and all that it depends on, by name. */
function dependenciesOf(name: string, all: Map<string, Manifest>, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const dependency of all.get(name)?.dependencies ?? []) dependenciesOf(dependency, all, found);
  return found;
}

/** Excludes removed files and links to directories. */
const isFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;

/** sha256 (hex) over files with paths relative to the root. */
export const hashOf = (files: string[]): Promise<string> =>
  inputsHash(files.map((file) => path.join(workspaceRoot, file)).filter(isFile), []);

/** Lists tracked and untracked but not ignored files, relative to the root; undefined when git fails. */
export function trackedFiles(): string[] | undefined {
  try {
    const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
    const listed = execFileSync('git', args, {
      cwd: workspaceRoot,
      encoding: 'utf8',
      stdio: 'pipe',
      maxBuffer: 2 ** 26,
    });
    return listed.split('\0').filter((file) => file !== '');
  } catch {
    return undefined;
  }
}
