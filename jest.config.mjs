const common = {
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2024' }, module: { type: 'es6' } },
    ],
  },
  // Workspace packages are linked into node_modules and are TypeScript: by their real paths they are transformed.
  transformIgnorePatterns: ['/node_modules/'],
  modulePathIgnorePatterns: ['/dist/', '/\\.local/', '/\\.cache/'],
  testEnvironment: 'node',
};

/** `unit`: each room by itself on a real Postgres. `platform`: the whole stack, through its doors. */
export default {
  // Starting servers on a busy machine takes seconds; a test that hangs still ends.
  testTimeout: 60_000,
  projects: [
    {
      ...common,
      displayName: 'unit',
      testMatch: ['<rootDir>/{packages,services,gateway,web,deploy,proto}/**/*.test.ts'],
      globalSetup: '<rootDir>/test/support/start-servers.ts',
      globalTeardown: '<rootDir>/test/support/stop-servers.ts',
    },
    {
      ...common,
      displayName: 'platform',
      testMatch: ['<rootDir>/test/platform/**/*.test.ts'],
      globalSetup: '<rootDir>/test/support/start-platform.ts',
      globalTeardown: '<rootDir>/test/support/stop-platform.ts',
    },
  ],
};
