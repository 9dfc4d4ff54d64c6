import { describe, expect, test } from '@jest/globals';
import { launchedPackage } from '../../../src/core/capture.js';

describe('launchedPackage (FORMAT 4.1)', () => {
  test.each([
    ['npx -y pkg', { package: 'pkg' }],
    ['npx pkg@1.2.3', { package: 'pkg', resolvedVersion: '1.2.3' }],
    ['npx -y @scope/pkg@1.2.3-beta.1', { package: '@scope/pkg', resolvedVersion: '1.2.3-beta.1' }],
    ['npx @scope/pkg', { package: '@scope/pkg' }],
    ['npx --yes --package=pkg@1.2.3 bin arg@2.0.0', { package: 'pkg', resolvedVersion: '1.2.3' }],
    ['uvx --python 3.12 pkg', {}],
    ['npx --userconfig file pkg@1.2.3', {}],
    ['npx -p pkg@1.2.3 bin', { package: 'pkg', resolvedVersion: '1.2.3' }],
    ['npx pkg@latest', { package: 'pkg' }],
    ['npx pkg@^1.2.3', { package: 'pkg' }],
    ['npx pkg@~1.2.3', { package: 'pkg' }],
    ['npx pkg@1', { package: 'pkg' }],
    ['npx pkg@1.2', { package: 'pkg' }],
    ['npx pkg@1.x', { package: 'pkg' }],
    ['npx pkg@>=1.0.0', { package: 'pkg' }],
    ['npx pkg@npm:other@1.0.0', { package: 'pkg' }],
    ['npx.cmd pkg@1.2.3', { package: 'pkg', resolvedVersion: '1.2.3' }],
    ['/usr/local/bin/npx pkg@1.2.3', { package: 'pkg', resolvedVersion: '1.2.3' }],
    ['npm exec -- pkg@1.2.3', { package: 'pkg', resolvedVersion: '1.2.3' }],
    ['pnpm dlx pkg@1.2.3', { package: 'pkg', resolvedVersion: '1.2.3' }],
    ['yarn dlx pkg', { package: 'pkg' }],
    ['bunx pkg@1.2.3', { package: 'pkg', resolvedVersion: '1.2.3' }],
    ['uvx pkg==1.2.3', { package: 'pkg', resolvedVersion: '1.2.3' }],
    ['uvx pkg==1.2', { package: 'pkg', resolvedVersion: '1.2' }],
    ['uvx pkg@2026.8.31rc1', { package: 'pkg', resolvedVersion: '2026.8.31rc1' }],
    ['uvx --from pkg==1.2.3 command', { package: 'pkg', resolvedVersion: '1.2.3' }],
    ['uvx pkg>=1.2', {}],
    ['npx', {}],
    ['npx -y', {}],
    ['npx .', {}],
    ['npx ./server', {}],
    ['npx ../server', {}],
    ['npx /srv/server', {}],
    ['npx github:user/repo', {}],
    ['npx git+https://example.invalid/repo', {}],
    ['npm start', {}],
    ['npm run exec pkg', {}],
    ['pnpm exec pkg', {}],
    ['yarn start', {}],
    ['node dist/index.js', {}],
    ['mynpx pkg@1.2.3', {}],
    ['uv run server', {}],
  ])('%s', (line, expected) => {
    const [command = '', ...args] = line.split(' ');
    expect(launchedPackage(command, args)).toEqual(expected);
  });
});
