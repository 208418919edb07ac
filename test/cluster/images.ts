import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { builders, isThere } from '@commerce/deploy/images/builder.ts';
import { processNames } from '@commerce/deploy/local/services.ts';
import { must } from './kubernetes.ts';
import type { Options } from './options.ts';

/** Migration of the newer version of a service; old pods must keep working beside it. */
const MIGRATION = `-- Up Migration
alter table product add column cluster_test text;
`;

/** Builds the images and loads them into the cluster, unless it has them. @returns their tag */
export function ensureImages({ prefix, tag, base, buildBase, load }: Options): string {
  if (tag !== undefined) return tag;
  const made = `t${Date.now()}`;
  const bases = [...(base ? ['--base', base] : []), ...(buildBase ? ['--build-base', buildBase] : [])];
  const args = ['deploy/images/build.ts', '--prefix', prefix, '--tag', made, ...bases];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error('building the images failed');
  if (load) for (const name of [...processNames, 'demo']) must(load, [`${prefix}/${name}:${made}`]);
  return made;
}

/** Builds a newer version of catalog with one more migration. @returns its tag */
export function newerCatalog({ prefix, load }: Options, tag: string): string {
  const newer = `${tag}-newer`;
  const folder = mkdtempSync(path.join(tmpdir(), 'commerce-newer-'));
  const builder = builders.find(({ name }) => isThere(name))!.name;
  writeFileSync(path.join(folder, '9999_cluster_test.sql'), MIGRATION);
  writeFileSync(
    path.join(folder, 'Dockerfile'),
    `FROM ${prefix}/catalog:${tag}\nCOPY 9999_cluster_test.sql services/catalog/migrations/\n`,
  );
  const isolation = builder === 'docker' ? [] : ['--isolation=chroot'];
  const image = `${prefix}/catalog:${newer}`;
  must(builder, ['build', ...isolation, '-q', '-t', image, '-f', path.join(folder, 'Dockerfile'), folder]);
  rmSync(folder, { recursive: true });
  if (load) must(load, [image]);
  return newer;
}
