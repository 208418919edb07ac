import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { lte } from 'semver';
import { workspaceRoot } from '../build/workspace.ts';
import { builders, isThere, type Builder } from '../images/builder.ts';
import { unreleasedNotes } from './notes.ts';
import { git, ReleaseError } from './run.ts';
import { isVersion } from './version.ts';

/** Files with notes for users, each with a section `## Unreleased`. */
export const NOTES = ['CHANGELOG.md', 'UPGRADING.md'];

/** The version of the checkout. */
export const currentVersion = (): string =>
  (JSON.parse(readFileSync(path.join(workspaceRoot, 'package.json'), 'utf8')) as { version: string }).version;

/** Checks that a version follows the current one. @throws ReleaseError */
export function requireNextVersion(version: string | undefined, current: string): asserts version is string {
  if (version === undefined) throw new ReleaseError('Name the version: pnpm release X.Y.Z.');
  if (!isVersion(version))
    throw new ReleaseError(
      `"${version}" is not a version such as 1.2.3 or 1.2.3-rc.1 (SemVer without "v" and build metadata).`,
    );
  if (lte(version, current))
    throw new ReleaseError(`${version} is not higher than the current version, ${current}.`);
}

/** Matches a registry's host and a path, as names of images begin. */
const IMAGE_PREFIX = /^[a-z0-9.-]+(?::\d+)?(?:\/[a-z0-9._-]+)+$/;

/** Checks that images can be named below a prefix. @throws ReleaseError */
export function requirePrefix(prefix: string | undefined): void {
  if (prefix !== undefined && !IMAGE_PREFIX.test(prefix))
    throw new ReleaseError(
      `"${prefix}" is not a registry with a path, such as registry.example.com/mostrador.`,
    );
}

/** Checks that git can record the release and that there are notes for it. @throws ReleaseError */
export async function requireReleasableTree(version: string, output: string): Promise<void> {
  const changes = await git('status', '--porcelain');
  if (changes !== '')
    throw new ReleaseError(`The working tree has changes; commit or stash them first:\n${changes}`);
  if ((await git('tag', '--list', `v${version}`)) !== '')
    throw new ReleaseError(`The tag v${version} exists already.`);
  if (existsSync(output))
    throw new ReleaseError(`${path.relative(workspaceRoot, output)} exists already; remove it.`);
  for (const file of NOTES) {
    if (unreleasedNotes(readFileSync(path.join(workspaceRoot, file), 'utf8')) === '')
      throw new ReleaseError(
        `${file} has no text under "## Unreleased"; describe the changes, or write that there is nothing to do.`,
      );
  }
}

/** Checks that the environment contains a key and its password. @throws ReleaseError */
export function requireKey(): void {
  for (const name of ['COSIGN_PRIVATE_KEY', 'COSIGN_PASSWORD']) {
    // The password may be empty.
    if (process.env[name] === undefined || process.env['COSIGN_PRIVATE_KEY'] === '')
      throw new ReleaseError(`${name} is not set; docs/releasing.md describes how to make a key.`);
  }
}

/** Finds the program that builds images. @throws ReleaseError */
export function requireBuilder(name: string | undefined): Builder {
  const candidates = name === undefined ? builders : builders.filter((each) => each.name === name);
  const builder = candidates.find((each) => isThere(each.name));
  if (builder !== undefined) return builder;
  throw new ReleaseError(
    name === undefined
      ? 'Found neither docker (with its daemon) nor podman nor buildah: install one of them.'
      : `${name} does not work: it must be docker (with its daemon), podman or buildah, and installed.`,
  );
}
