import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { workspaceRoot } from '../build/workspace.ts';
import { makeCharts, makeImages, shown, writeChecksums, type Making } from './artifacts.ts';
import {
  currentVersion,
  requireBuilder,
  requireKey,
  requireNextVersion,
  requirePrefix,
  requireReleasableTree,
} from './guards.ts';
import { commitRelease, restore } from './prepare.ts';
import { publish } from './publish.ts';
import { git, ReleaseError, step } from './run.ts';
import { signAll, Signer } from './sign.ts';
import { releaseTools } from './tools.ts';

const USAGE = `Makes a release: version, notes, images with SBOMs, chart packages, checksums, signatures, a commit and a tag.
usage: pnpm release X.Y.Z [options]

  --push REGISTRY/PREFIX          also push images and charts there, signed by digest
  --with docker|podman|buildah    the program that builds images (the first one found)
  --base IMAGE                    an image with node (the Dockerfile's default)
  --build-base IMAGE              an image with node and npx (the base)

environment: COSIGN_PRIVATE_KEY (the key's text) and COSIGN_PASSWORD. See docs/releasing.md.
`;

const options = {
  push: { type: 'string' },
  with: { type: 'string' },
  base: { type: 'string' },
  'build-base': { type: 'string' },
  help: { type: 'boolean' },
} as const;

/** Options of the command. */
type Options = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

async function main(): Promise<void> {
  const { values, positionals } = parsed();
  if (values.help) return void process.stdout.write(USAGE);
  const [version, ...more] = positionals;
  if (more.length > 0) throw new ReleaseError(`Unknown argument: ${more[0]}.`);
  const current = currentVersion();
  requireNextVersion(version, current);
  requirePrefix(values.push);
  const output = path.join(workspaceRoot, 'release', version);
  await requireReleasableTree(version, output);
  requireKey();
  const builder = requireBuilder(values.with);
  const tools = await releaseTools();
  if ('missing' in tools) throw new ReleaseError(`The release tools are unavailable: ${tools.missing}.`);
  const { signal, stop } = interruption();
  const signer = new Signer(tools.cosign, signal);
  const start = await git('rev-parse', 'HEAD');
  const date = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);
  try {
    await mkdir(output, { recursive: true });
    await signer.writePublicKey(path.join(output, 'cosign.pub'));
    await commitRelease({ version, current, date, signal });
    await make(
      { version, output, builder, imageArgs: imageArgs(values), tools, signal },
      signer,
      values.push,
    );
    await git('tag', '--annotate', `v${version}`, '--message', `Mostrador ${version}`);
  } catch (error) {
    await restore(start);
    await rm(output, { recursive: true, force: true });
    throw error;
  } finally {
    stop();
  }
  console.log(
    `\nReleased ${version} into ${shown(output)}, committed and tagged v${version}. Publish both:\n`,
  );
  console.log(`  git push --atomic origin HEAD v${version}`);
}

async function make(making: Making, signer: Signer, push: string | undefined): Promise<void> {
  await makeCharts(making);
  await makeImages(making);
  const files = await step('checksums', () => writeChecksums(making.output));
  await step(`${files.length} signatures, verified`, () => signAll(signer, making.output, files));
  if (push !== undefined) await publish(making, push, signer);
}

function parsed(): { values: Options; positionals: string[] } {
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    throw new ReleaseError(`${(error as Error).message}\n\n${USAGE}`);
  }
}

const imageArgs = (values: Options): string[] =>
  (['base', 'build-base'] as const).flatMap((name) =>
    values[name] === undefined ? [] : [`--${name}`, values[name]],
  );

/** A signal that Ctrl-C and SIGTERM abort, so that the tree is restored before the command ends. */
function interruption(): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const names = ['SIGINT', 'SIGTERM'] as const;
  for (const name of names) process.on(name, abort);
  return { signal: controller.signal, stop: () => names.forEach((name) => process.off(name, abort)) };
}

try {
  await main();
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
