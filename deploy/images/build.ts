import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { workspaceRoot } from '../build/workspace.ts';
import { processNames } from '../local/services.ts';
import { builders, isThere, type Builder } from './builder.ts';

const USAGE = `Builds the images of the platform. usage: node deploy/images/build.ts [options] [image...]

  --prefix PREFIX        prefix of the image names (commerce-platform)
  --tag TAG              tag of the images (the short commit hash)
  --base IMAGE           an image with node (the Dockerfile's default)
  --build-base IMAGE     an image with node and npx (the base)
  --with docker|podman|buildah    (the first one found)

Images: ${[...processNames, 'demo'].join(', ')}; all of them by default.
`;

function git(...args: string[]): string {
  const { status, stdout } = spawnSync('git', args, { cwd: workspaceRoot, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
}

function builderNamed(name: string | undefined): Builder {
  const found = builders.find((builder) =>
    name === undefined ? isThere(builder.name) : builder.name === name,
  );
  if (found === undefined)
    throw new Error('Found neither docker (with its daemon) nor podman nor buildah: install one of them.');
  return found;
}

/** The time of the commit, or SOURCE_DATE_EPOCH, in seconds: the same commit produces the same labels. */
const epochOf = (): number =>
  Number(process.env['SOURCE_DATE_EPOCH'] ?? (git('log', '-1', '--format=%ct') || '0'));

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      prefix: { type: 'string', default: 'commerce-platform' },
      tag: { type: 'string' },
      base: { type: 'string' },
      'build-base': { type: 'string' },
      with: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return void process.stdout.write(USAGE);
  const revision = git('rev-parse', 'HEAD') || 'unknown';
  const tag = values.tag ?? revision.slice(0, 12);
  const builder = builderNamed(values.with);
  const epoch = epochOf();
  const args = {
    VERSION: tag,
    REVISION: revision,
    CREATED: new Date(epoch * 1000).toISOString(),
    ...(values.base && { BASE_IMAGE: values.base }),
    ...(values['build-base'] && { BUILD_IMAGE: values['build-base'] }),
  };
  for (const target of positionals.length > 0 ? positionals : [...processNames, 'demo']) {
    const image = `${values.prefix}/${target}:${tag}`;
    const [command = '', ...rest] = builder.command({ target, image, args, epoch });
    const { status } = spawnSync(command, rest, {
      cwd: workspaceRoot,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    if (status !== 0) throw new Error(`${image} could not be built.`);
    process.stdout.write(`${image}\n`);
  }
}

try {
  main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
