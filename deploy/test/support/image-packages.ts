import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Names and versions of the components of an SBOM, as `name@version`. */
export function packagesOf(sbom: string): Set<string> {
  interface Component {
    name: string;
    group?: string;
    version?: string;
  }
  const { components } = JSON.parse(readFileSync(sbom, 'utf8')) as { components: Component[] };
  return new Set(
    components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`),
  );
}

/** Unpacks the layers of an archive. @returns the directory of the image's files */
export function unpacked(archive: string, folder: string): string {
  mkdirSync(path.join(folder, 'root'), { recursive: true });
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  const blob = (digest: string): string => path.join(folder, 'blobs', digest.replace(':', '/'));
  const { manifests } = JSON.parse(readFileSync(path.join(folder, 'index.json'), 'utf8')) as {
    manifests: [{ digest: string }];
  };
  const { layers } = JSON.parse(readFileSync(blob(manifests[0].digest), 'utf8')) as {
    layers: { digest: string }[];
  };
  // The files of devices need root.
  for (const { digest } of layers)
    execFileSync('tar', [
      '-xf',
      blob(digest),
      '-C',
      path.join(folder, 'root'),
      '--exclude=./dev',
      '--exclude=dev/*',
    ]);
  return path.join(folder, 'root');
}

function debianPackages(root: string): string[] {
  const status = readFileSync(path.join(root, 'var/lib/dpkg/status'), 'utf8');
  return status
    .trim()
    .split('\n\n')
    .map((entry) => `${/^Package: (.*)$/m.exec(entry)![1]}@${/^Version: (.*)$/m.exec(entry)![1]}`);
}

export const versionIn = (folder: string): string =>
  (JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }).version;

/** Native packages, which stay outside of the bundle. */
const installedPackages = (root: string): string[] =>
  globSync(['app/**/node_modules/*/package.json', 'app/**/node_modules/@*/*/package.json'], { cwd: root })
    .map(
      (file) =>
        JSON.parse(readFileSync(path.join(root, file), 'utf8')) as { name?: string; version?: string },
    )
    .filter(({ name, version }) => name !== undefined && version !== undefined)
    .map(({ name, version }) => `${name}@${version}`);

/** Packages that an image contains, as `name@version`. @param dist the bundle with its source maps, which images lack */
export const packagesIn = (root: string, dist: string): string[] => [
  ...debianPackages(root),
  ...installedPackages(root),
  ...bundledPackages(dist),
];

/** Packages with code in a bundle, by its source maps. */
function bundledPackages(dist: string): string[] {
  const sources = globSync('**/*.js.map', { cwd: dist }).flatMap(
    (file) => (JSON.parse(readFileSync(path.join(dist, file), 'utf8')) as { sources: string[] }).sources,
  );
  const found = sources.flatMap((source) => {
    const match = /node_modules\/\.pnpm\/((?:@[^+/]+\+)?[^@/]+)@([^/(_]+)/.exec(source);
    return match === null ? [] : [`${match[1]!.replace('+', '/')}@${match[2]}`];
  });
  return [...new Set(found)];
}
