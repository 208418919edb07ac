import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const packages = '{packages,services,gateway,web,deploy,proto}/**';

/** Files of one worker share their modules: reloading them would cost more than most files' tests. */
const common = {
  isolate: false,
  maxWorkers: 3,
  expect: { poll: { timeout: 30_000 } },
  pool: 'forks' as const,
  exclude: ['**/{node_modules,dist}/**'],
};

/** Timeouts: servers need seconds to start on a busy machine, and a hanging test must still end. */
const patience = (ms: number) => ({ testTimeout: ms, hookTimeout: ms });

/** Files with tests that `pnpm test:long` runs more often, or alone. */
const withLevels = globSync([`${packages}/*.test.ts`, 'test/platform/*.test.ts'], {
  exclude: ['**/node_modules/**'],
}).filter((file) => readFileSync(file, 'utf8').includes('testing/level.ts'));

/** The levels of tests, which docs/testing.md explains. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...common,
          ...patience(60_000),
          name: 'unit',
          include: [`${packages}/*.test.ts`],
          exclude: [...common.exclude, '**/*.long.test.ts'],
          globalSetup: 'test/support/start-servers.ts',
        },
      },
      {
        test: {
          ...common,
          ...patience(120_000),
          name: 'platform',
          include: ['test/platform/*.test.ts'],
          exclude: ['**/*.{serial,long}.test.ts'],
          globalSetup: 'test/support/start-platform.ts',
        },
      },
      {
        test: {
          ...common,
          ...patience(180_000),
          name: 'serial',
          include: ['test/platform/*.serial.test.ts'],
          globalSetup: 'test/support/start-platform.ts',
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...common,
          ...patience(30 * 60_000),
          name: 'long',
          include: ['**/*.{long,property}.test.ts', 'test/platform/browser-*.test.ts', ...withLevels],
          env: { TEST_LEVEL: 'long' },
          globalSetup: ['test/support/start-servers.ts', 'test/support/start-platform.ts'],
          maxWorkers: 1,
        },
      },
    ],
  },
});
