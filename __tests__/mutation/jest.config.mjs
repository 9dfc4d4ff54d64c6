import config from '../../jest.config.mjs';

/** The unit tests of src/core, for Stryker: few runs of each property, and not what is slow because it is large. */
export default {
  ...config,
  rootDir: '../..',
  testMatch: (process.env.MUTATION_TESTS ?? '**/*')
    .split(' ')
    .map((name) => `<rootDir>/__tests__/unit/core/${name}.test.ts`),
  moduleNameMapper: {
    ...config.moduleNameMapper,
    '^fast-check$': '<rootDir>/__tests__/mutation/fast-check.mjs',
  },
  // Slow because they are large.
  testPathIgnorePatterns: ['/node_modules/', '/large-inputs\\.test\\.ts$'],
  reporters: [],
  testTimeout: 10_000,
  maxWorkers: 1,
};
