import { existsSync, globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { PATIENCE_MS } from './packages/service-kit/src/testing/until.ts';

/** `pnpm test:long` runs the tests with TEST_LEVEL=long. */
const long = process.env['TEST_LEVEL'] === 'long';

/** Pages that the long level repeats to check them with axe, unless it has a longer form of the file. */
const isRepeated = (file: string): boolean =>
  file.includes('/browser-') && !existsSync(file.replace('.test.ts', '.long.test.ts'));

/** Reports whether a level runs the file; a file whose tests depend on the level belongs to both. */
const isOfLevel = (file: string): boolean =>
  long
    ? /\.(long|property)\.test\.ts$/.test(file) ||
      isRepeated(file) ||
      readFileSync(file, 'utf8').includes('testing/level.ts')
    : !file.endsWith('.long.test.ts');

const files = (pattern: string): string[] =>
  globSync(pattern, { exclude: ['**/{node_modules,dist}/**'] }).filter(isOfLevel);

const platformFiles = files('test/platform/*.test.ts');
const isSerial = (file: string): boolean => /\.serial\.(long\.)?test\.ts$/.test(file);

const servers = 'test/support/start-servers.ts';
const platform = 'test/support/start-platform.ts';

/** Timeouts: servers need seconds to start on a busy machine, and a hanging test must still end. */
function patience(minutes: number) {
  const ms = (long ? 30 : minutes) * 60_000;
  return { testTimeout: ms, hookTimeout: ms };
}

/** Files of one worker share their modules: reloading them would cost more than most files' tests. */
const common = {
  isolate: false,
  maxWorkers: 2,
  // The groups run in processes of their own and share most modules.
  fsModuleCache: true,
  expect: { poll: { timeout: PATIENCE_MS } },
  pool: 'forks' as const,
};

/** Files that take minutes, the longest first. Vitest starts unknown files by their size, and these would run alone at the end. */
const SLOW = [
  'browser-walk.long',
  'release.long',
  'browser-unsaved.long',
  'browser-developer.long',
  'import-pace.long',
  'fuzz.long',
  'new.long',
];
const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = SLOW.findIndex((name) => moduleId.includes(`/${name}.`));
  return rank < 0 ? SLOW.length : rank;
};

class SlowFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(
      await BaseSequencer.prototype.sort.call(this, specifications),
      ({ project }) => project.name,
    );
    return [...byProject.values()].flatMap((own) => own.toSorted((a, b) => rankOf(a) - rankOf(b)));
  }
}

/** The groups of tests, which docs/testing.md explains. */
export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          ...common,
          ...patience(3),
          name: 'unit',
          include: files('{packages,services,gateway,web,deploy,proto}/**/*.test.ts'),
          globalSetup: servers,
        },
      },
      {
        test: {
          ...common,
          ...patience(5),
          name: 'platform',
          include: platformFiles.filter((file) => !isSerial(file)),
          globalSetup: platform,
        },
      },
      {
        test: {
          ...common,
          ...patience(5),
          name: 'serial',
          include: platformFiles.filter(isSerial),
          globalSetup: platform,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
