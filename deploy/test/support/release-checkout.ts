import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run, type Ran } from '../../../test/support/tools.ts';
import { workspaceRoot } from '../../build/workspace.ts';

/** Environment of a release: the key. */
export type Key = Record<'COSIGN_PRIVATE_KEY' | 'COSIGN_PASSWORD', string>;

/** Images are built by this program instead of the stand-in. */
export const { RELEASE_BUILDER } = process.env;

/** A temporary checkout with its own git repository, notes of unreleased changes, and a throw-away key. */
export class ReleaseCheckout {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'commerce-release-test-'));
  readonly root = path.join(this.folder, 'checkout');
  readonly publicKey = path.join(this.folder, 'cosign.pub');
  key: Partial<Key> = {};

  /** Copies the files, installs and builds. */
  async make(cosign: string): Promise<void> {
    this.#copy();
    this.#standIn();
    this.git('init', '--quiet');
    this.git('config', 'user.name', 'Releaser');
    this.git('config', 'user.email', 'releaser@example.com');
    this.git('add', '--all');
    this.git('commit', '--quiet', '--message', 'start');
    const pnpm = path.join(workspaceRoot, 'node_modules/.bin/pnpm');
    for (const args of [['install', '--frozen-lockfile', '--prefer-offline'], ['build'], ['build:demo']])
      succeeded(await run(pnpm, args, { cwd: this.root }));
    const password = { COSIGN_PASSWORD: 'throw-away' };
    succeeded(await run(cosign, ['generate-key-pair'], { cwd: this.folder, env: password }));
    this.key = {
      COSIGN_PRIVATE_KEY: readFileSync(path.join(this.folder, 'cosign.key'), 'utf8'),
      ...password,
    };
  }

  /** Runs git in the checkout. */
  git(...args: string[]): string {
    return execFileSync('git', args, { cwd: this.root, encoding: 'utf8' }).trim();
  }

  /** The changed files, the commit, the tags, and whether there are outputs. */
  state(): unknown {
    return {
      changes: this.git('status', '--porcelain'),
      hasOutputs: globSync('release/*', { cwd: this.root }).length > 0,
      commit: this.git('rev-parse', 'HEAD'),
      tags: this.git('tag', '--list'),
    };
  }

  /** Runs `pnpm release`. @param env with the key */
  release(args: string[], env: Record<string, string | undefined> = this.key): Promise<Ran> {
    const { PATH, RELEASE_BASE, RELEASE_BUILD_BASE } = process.env;
    const bases = { base: RELEASE_BASE, 'build-base': RELEASE_BUILD_BASE };
    const images = Object.entries({ with: RELEASE_BUILDER ?? 'buildah', ...bases })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `--${name}=${value}`);
    const standIn = [path.join(this.folder, 'bin'), PATH].join(path.delimiter);
    return run(process.execPath, ['deploy/release/main.ts', ...args, ...images], {
      cwd: this.root,
      env: {
        COSIGN_PRIVATE_KEY: undefined,
        COSIGN_PASSWORD: undefined,
        PATH: RELEASE_BUILDER === undefined ? standIn : PATH,
        ...env,
      },
    });
  }

  #copy(): void {
    const args = ['ls-files', '-z', '-co', '--exclude-standard'];
    const listed = execFileSync('git', args, { cwd: workspaceRoot, encoding: 'utf8' }).split('\0');
    for (const file of listed.filter((each) => each !== '' && existsSync(path.join(workspaceRoot, each))))
      cpSync(path.join(workspaceRoot, file), path.join(this.root, file), {
        recursive: true,
        verbatimSymlinks: true,
      });
    for (const name of ['CHANGELOG.md', 'UPGRADING.md']) {
      const file = path.join(this.root, name);
      const text = readFileSync(file, 'utf8');
      writeFileSync(file, text.replace('## Unreleased\n', '## Unreleased\n\n- A change.\n'));
    }
    // The built tools are shared.
    mkdirSync(path.join(this.root, '.local'));
    symlinkSync(path.join(workspaceRoot, '.local/tools'), path.join(this.root, '.local/tools'));
  }

  #standIn(): void {
    const file = path.join(this.folder, 'bin/buildah');
    mkdirSync(path.dirname(file));
    const script = path.join(import.meta.dirname, '../fixtures/image-builder.ts');
    writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`);
    chmodSync(file, 0o755);
  }
}

function succeeded({ code, output }: Ran): void {
  if (code !== 0) throw new Error(output);
}
