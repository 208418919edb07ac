import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { hashOf, type Package } from '@commerce/deploy/build/packages.ts';
import { inputsHash, isUpToDate, stamp } from '@commerce/deploy/build/stamp.ts';
import { workspaceRoot } from '@commerce/deploy/build/workspace.ts';

/** Tests with the same inputs: those of a package, or a platform test file. */
export interface Tests {
  /** Folder or file, relative to the root. */
  target: string;
  /** Hash of all inputs; undefined when they are unknown, so that the tests always run. */
  hash: string | undefined;
}

/** `// covers: services/pricing, web` in a platform test: the packages that its result depends on. */
const COVERS = /^\/\/ covers: (.+)$/m;

/** The tests of each package. @param packages undefined when they are unknown */
export function packageTests(packages: Package[] | undefined): Tests[] {
  const folders = globSync(
    ['{proto,gateway,web,deploy}/package.json', '{packages,services}/*/package.json'],
    {
      cwd: workspaceRoot,
    },
  ).map((file) => path.dirname(file));
  return folders.map((folder) => ({
    target: folder,
    hash: packages?.find((each) => each.folder === folder)?.hash,
  }));
}

/** The platform test files. @param packages undefined when they are unknown */
export async function platformTests(packages: Package[] | undefined): Promise<Tests[]> {
  const support = await hashOf(globSync('test/{package.json,support/**/*.*}', { cwd: workspaceRoot }));
  const files = globSync('test/platform/*.test.ts', { cwd: workspaceRoot }).filter(
    (file) => !file.endsWith('.long.test.ts'),
  );
  return Promise.all(
    files.map(async (file) => {
      if (packages === undefined) return { target: file, hash: undefined };
      const covered = coveredBy(file, packages).map(({ hash }) => hash);
      return { target: file, hash: await inputsHash([], [support, await hashOf([file]), ...covered]) };
    }),
  );
}

/** Throws for an unknown package. */
function coveredBy(file: string, packages: Package[]): Package[] {
  const names = COVERS.exec(readFileSync(path.join(workspaceRoot, file), 'utf8'))?.[1]?.split(', ');
  // The test package contains the platform tests themselves.
  if (names === undefined) return packages.filter(({ folder }) => folder !== 'test');
  return names.map((name) => {
    const found = packages.find(({ folder }) => folder === name);
    if (found === undefined) throw new Error(`${file} covers ${name}, which is not a package`);
    return found;
  });
}

const stampOf = (tests: Tests): string => `passed-${tests.target.replaceAll('/', '-')}`;

/** Reports whether the tests have passed with the current inputs. */
export const havePassed = async (tests: Tests): Promise<boolean> =>
  tests.hash !== undefined && isUpToDate(stampOf(tests), tests.hash);

/** Records that the tests passed with their current inputs. */
export async function recordPassed(tests: Tests): Promise<void> {
  if (tests.hash !== undefined) await stamp(stampOf(tests), tests.hash);
}
