import { createHash } from 'node:crypto';
import { createReadStream, globSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { workspaceRoot } from '../build/workspace.ts';
import { TRIAL_VALUES } from '../charts/examples.ts';
import type { Builder } from '../images/builder.ts';
import { processNames } from '../local/services.ts';
import { digestValues } from './digest-values.ts';
import { ReleaseError, run, step } from './run.ts';
import type { ReleaseTools } from './tools.ts';

/** Names of the images. */
export const IMAGES = [...processNames, 'demo'];
/** Prefix of the images' names, as in the charts' values. */
export const PREFIX = 'commerce-platform';

/** The npm packages of a bundle have no directories in the image, so syft also reads the SBOMs that are in it. */
const CATALOGERS = ['--select-catalogers', '+sbom-cataloger'];
/** Files of packages are not listed. */
const SYFT_ENVIRONMENT = { SYFT_CHECK_FOR_APP_UPDATE: 'false', SYFT_FILE_METADATA_SELECTION: 'none' };

/** Inputs of the artifacts. */
export interface Making {
  version: string;
  /** Directory that receives them. */
  output: string;
  builder: Builder;
  /** Further arguments of `pnpm images`. */
  imageArgs: string[];
  tools: ReleaseTools;
  signal: AbortSignal;
}

/** The archive of an image in the OCI layout. */
export const archiveOf = (output: string, image: string): string =>
  path.join(output, 'images', `${image}.oci.tar`);
/** The SBOM of an image. */
export const sbomOf = (output: string, image: string): string =>
  path.join(output, 'sboms', `${image}.cdx.json`);

/** Builds the images and archives them with their SBOMs; `images.txt` and values for the chart list their digests. */
export async function makeImages({
  version,
  output,
  builder,
  imageArgs,
  tools,
  signal,
}: Making): Promise<void> {
  await mkdir(path.join(output, 'images'), { recursive: true });
  await mkdir(path.join(output, 'sboms'), { recursive: true });
  const build = ['deploy/images/build.ts', '--prefix', PREFIX, '--tag', version, '--with', builder.name];
  await step(`${IMAGES.length} images`, () => run(process.execPath, [...build, ...imageArgs], { signal }));
  const digests = new Map<string, string>();
  for (const image of IMAGES) {
    await step(`archive and SBOM of ${image}`, async () => {
      const archive = archiveOf(output, image);
      const [command = '', ...rest] = builder.save(`${PREFIX}/${image}:${version}`, archive);
      await run(command, rest, { signal });
      digests.set(image, await digestOf(archive));
      const sbom = ['--output', `cyclonedx-json=${sbomOf(output, image)}`, '--quiet'];
      const source = ['--source-name', image, '--source-version', version];
      const args = ['scan', `oci-archive:${archive}`, ...CATALOGERS, ...source, ...sbom];
      await run(tools.syft, args, { signal, env: SYFT_ENVIRONMENT });
    });
  }
  const lines = [...digests].map(([image, digest]) => `${digest}  ${image}\n`);
  await writeFile(path.join(output, 'images.txt'), lines.join(''));
  await mkdir(path.join(output, 'charts'), { recursive: true });
  await writeFile(path.join(output, 'charts/values-digests.yaml'), digestValues(digests));
}

/** Reads the digest of the archived image, by which a registry knows it. */
export async function digestOf(archive: string): Promise<string> {
  const index = await run('tar', ['-xOf', archive, 'index.json']).catch(() => {
    throw new ReleaseError(`${archive} has no OCI layout: docker must be version 25 or newer.`);
  });
  const { manifests } = JSON.parse(index) as { manifests: { digest: string }[] };
  if (manifests.length !== 1)
    throw new ReleaseError(`${archive} contains ${manifests.length} images instead of one.`);
  return manifests[0]!.digest;
}

/** Lints the charts with chart-testing and packages them, with the platform's examples of values. */
export async function makeCharts({ output, tools, signal }: Making): Promise<void> {
  const charts = {
    'charts/service': [],
    'charts/commerce-platform': ['--helm-lint-extra-args', `--values=${TRIAL_VALUES}`],
  };
  const settings = ['--config', 'deploy/release/ct/ct.yaml'];
  for (const [chart, args] of Object.entries(charts)) {
    await step(`ct lint ${chart}`, () =>
      run(tools.ct, ['lint', ...settings, '--charts', chart, ...args], { signal, env: tools.ctEnvironment }),
    );
  }
  await step('chart packages', async () => {
    const directory = path.join(output, 'charts');
    await run(tools.helm, ['package', ...Object.keys(charts), '--destination', directory], { signal });
    for (const file of globSync('charts/commerce-platform/values-*.yaml', { cwd: workspaceRoot }))
      await copyFile(path.join(workspaceRoot, file), path.join(directory, path.basename(file)));
  });
}

/** Writes SHA256SUMS, in the format of `sha256sum --check`, over all files of a directory. @returns the files */
export async function writeChecksums(output: string): Promise<string[]> {
  const files = globSync('**/*.*', { cwd: output }).toSorted();
  const lines: string[] = [];
  for (const file of files) lines.push(`${await sha256(path.join(output, file))}  ${file}`);
  await writeFile(path.join(output, 'SHA256SUMS'), `${lines.join('\n')}\n`);
  return [...files, 'SHA256SUMS'];
}

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** The path of an output as a user types it. */
export const shown = (file: string): string => path.relative(workspaceRoot, file);
