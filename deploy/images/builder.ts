import { spawnSync } from 'node:child_process';

/** What an image is built from. */
export interface Build {
  target: string;
  image: string;
  /** Values of the Dockerfile's arguments. */
  args: Record<string, string>;
  /** Seconds since 1970 that files and labels are dated. */
  epoch: number;
}

/** A program that builds images. */
export interface Builder {
  name: string;
  command(build: Build): string[];
}

const FILE = 'deploy/Dockerfile';

const argsOf = (args: Record<string, string>): string[] =>
  Object.entries(args).flatMap(([key, value]) => ['--build-arg', `${key}=${value}`]);

const asBuildah =
  (name: string) =>
  ({ target, image, args, epoch }: Build): string[] => [
    name,
    'build',
    `--file=${FILE}`,
    `--target=${target}`,
    `--tag=${image}`,
    '--layers',
    // Neither a network nor a user of its own: what may be built in a container, may be built so.
    '--isolation=chroot',
    `--timestamp=${epoch}`,
    ...argsOf(args),
    '.',
  ];

/** In the order in which they are preferred. */
export const builders: Builder[] = [
  {
    name: 'docker',
    command: ({ target, image, args, epoch }) => [
      'docker',
      'build',
      `--file=${FILE}`,
      `--target=${target}`,
      `--tag=${image}`,
      ...argsOf({ ...args, SOURCE_DATE_EPOCH: String(epoch) }),
      '.',
    ],
  },
  { name: 'podman', command: asBuildah('podman') },
  { name: 'buildah', command: asBuildah('buildah') },
];

/** Whether a program answers; docker does so only when its daemon runs. */
export function isThere(name: string): boolean {
  return spawnSync(name, ['info'], { stdio: 'ignore' }).status === 0;
}
