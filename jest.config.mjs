const config = {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/__tests__/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  // Source imports name the .js that a bundle would hold; what is there is the .ts.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
  },
  reporters: ['default', '<rootDir>/__tests__/helpers/closing-line-reporter.mjs'],
  testTimeout: 60_000,
  maxWorkers: 2,
};

export default config;
