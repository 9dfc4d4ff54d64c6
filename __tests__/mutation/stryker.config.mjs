/** Mutation testing of src/core: `npm run mutation`. Source: docs/ARCHITECTURE.md, "Mutation testing". */
export default {
  plugins: ['@stryker-mutator/jest-runner'],
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  jest: { configFile: '__tests__/mutation/jest.config.mjs', enableFindRelatedTests: false },
  coverageAnalysis: 'perTest',
  mutate: ['src/core/**/*.ts'],
  ignorePatterns: [
    'dist',
    'docs',
    'examples',
    '.github',
    '__tests__/e2e',
    '__tests__/integration',
    '__tests__/runtimes',
  ],
  concurrency: 2,
  timeoutMS: 10_000,

  tempDirName: '.cache/mutation/sandbox',
  reporters: ['json'],

  jsonReporter: { fileName: '.cache/mutation/report.json' },
  thresholds: { high: 95, low: 90, break: null },
};
