import { spawnSync } from 'node:child_process';

/** Inputs of an image. */
export interface Build {
  target: string;
  image: string;
  /** Build arguments of the Dockerfile. */
  args: Record<string, string>;
  /** Timestamp of files and labels, in seconds since 1970. */
  epoch: number;
}

/** A program that builds images. */
export interface Builder {
  name: string;
  command(build: Build): string[];
  /** Writes an image into an archive with the OCI layout. */
  save(image: string, file: string): string[];
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
    // No separate network or user namespace, so that it also works inside a container.
    '--isolation=chroot',
    `--timestamp=${epoch}`,
    ...argsOf(args),
    '.',
  ];

/** In order of preference. */
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
    save: (image, file) => ['docker', 'save', '--output', file, image],
  },
  {
    name: 'podman',
    command: asBuildah('podman'),
    save: (image, file) => ['podman', 'save', '--quiet', '--format=oci-archive', '--output', file, image],
  },
  {
    name: 'buildah',
    command: asBuildah('buildah'),
    save: (image, file) => ['buildah', 'push', '--quiet', image, `oci-archive:${file}`],
  },
];

/** Checks that a program works; docker needs its daemon. */
export function isThere(name: string): boolean {
  return spawnSync(name, ['info'], { stdio: 'ignore' }).status === 0;
}
