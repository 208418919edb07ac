import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { archiveOf, digestOf, IMAGES, sbomOf, type Making } from './artifacts.ts';
import { ReleaseError, run, step } from './run.ts';
import type { Signer } from './sign.ts';

/** Hosts of registries without TLS. */
const LOOPBACK = /^(?:localhost|127\.0\.0\.1)(?::|\/)/;

/** Pushes the images and the chart packages to a registry, and signs them there by digest. */
export async function publish(making: Making, prefix: string, signer: Signer): Promise<void> {
  for (const image of IMAGES) {
    await step(`pushed ${prefix}/${image}:${making.version}`, async () => {
      const reference = `${prefix}/${image}@${await pushImage(making, prefix, image)}`;
      await signer.signPushed(reference);
      await signer.attestSbom(reference, sbomOf(making.output, image));
    });
  }
  for (const file of globSync('charts/*.tgz', { cwd: making.output }).toSorted()) {
    await step(`pushed ${path.basename(file)} to oci://${prefix}/charts`, async () => {
      await signer.signPushed(await pushChart(making, prefix, path.join(making.output, file)));
    });
  }
}

/** Pushes the archive of an image, unchanged. @returns its digest */
async function pushImage(
  { version, output, tools, signal }: Making,
  prefix: string,
  image: string,
): Promise<string> {
  const archive = archiveOf(output, image);
  const digest = await digestOf(archive);
  const layout = await mkdtemp(path.join(tmpdir(), 'commerce-release-'));
  try {
    await run('tar', ['-xf', archive, '-C', layout], { signal });
    const pushed = await run(tools.crane, ['push', layout, `${prefix}/${image}:${version}`], { signal });
    if (!pushed.endsWith(digest))
      throw new ReleaseError(`The registry knows ${image} as ${pushed}, not ${digest}.`);
    return digest;
  } finally {
    await rm(layout, { recursive: true });
  }
}

/** Pushes the package of a chart. @returns its reference with the digest */
async function pushChart({ version, tools, signal }: Making, prefix: string, file: string): Promise<string> {
  const plain = LOOPBACK.test(prefix) ? ['--plain-http'] : [];
  const output = await run(tools.helm, ['push', file, `oci://${prefix}/charts`, ...plain], { signal });
  const digest = /^Digest: (sha256:[0-9a-f]{64})$/m.exec(output)?.[1];
  if (digest === undefined) throw new ReleaseError(`helm push reports no digest:\n${output}`);
  return `${prefix}/charts/${path.basename(file, `-${version}.tgz`)}@${digest}`;
}
