import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { ROOT } from '../helpers/workshop.js';

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies?: unknown;
  readonly optionalDependencies?: unknown;
  readonly peerDependencies?: unknown;
  readonly devDependencies: Readonly<Record<string, string>>;
}
interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses: readonly { readonly license: { readonly id: string } }[];
  readonly hashes: readonly { readonly alg: string; readonly content: string }[];
}
interface Bom {
  readonly bomFormat: string;
  readonly metadata: { readonly component: { readonly name: string }; readonly timestamp?: string };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}
interface Bundle {
  readonly builtins: readonly string[];
  readonly externals: readonly string[];
  readonly licenses: string;
}

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const manifest = JSON.parse(read('package.json')) as Manifest;
const node = (...args: readonly string[]): string =>
  execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 });

/** Terms that ask for nothing but that they are passed on, which `dist/licenses.txt` does. */
const LICENCES = ['Apache-2.0', 'BSD-3-Clause', 'ISC', 'MIT'];

describe('what a user installs', () => {
  test('is one package and no other, and nothing of it runs by itself', () => {
    expect(manifest.dependencies).toBeUndefined();
    expect(manifest.optionalDependencies).toBeUndefined();
    expect(manifest.peerDependencies).toBeUndefined();
    for (const name of ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish'])
      expect(manifest.scripts).not.toHaveProperty(name);
  });

  test('needs nothing that it does not bring', () => {
    const script = `
      import { builtinModules } from 'node:module';
      import { bundle } from './scripts/bundle.mjs';
      const { metafile } = await bundle('dist', { write: false });
      const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
      const externals = imports.filter(({ external }) => external).map(({ path }) => path);
      console.log(JSON.stringify({ builtins: builtinModules, externals }));`;
    const found = JSON.parse(node('--input-type=module', '-e', script)) as Bundle;
    expect(found.externals).toContain('node:child_process');
    const missing = found.externals.filter(
      (path) => !path.startsWith('node:') && !found.builtins.includes(path),
    );
    expect(missing).toEqual([]);
  });
});

test('no install script runs in a clone, and every version is exact', () => {
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
  for (const [name, version] of Object.entries(manifest.devDependencies))
    expect(`${name} ${version}`).toMatch(/ (?:npm:.+@)?\d+\.\d+\.\d+$/);
});

describe('the bill of materials', () => {
  let text: string;
  let bom: Bom;
  beforeAll(() => {
    text = node('scripts/sbom.mjs');
    bom = JSON.parse(text) as Bom;
  });

  test('describes this package, with no time in it', () => {
    expect(bom.bomFormat).toBe('CycloneDX');
    expect(bom.metadata.component.name).toBe('witnessmark');
    expect(bom.metadata.timestamp).toBeUndefined();
    expect(text).not.toContain('serialNumber');
  });

  test('names the chosen packages and what they need, each with hash and licence', () => {
    const names = bom.components.map(({ name }) => name);
    for (const name of ['@actions/core', '@modelcontextprotocol/sdk', 'canonicalize', 'undici'])
      expect(names).toContain(name);
    // What only builds and tests is not shipped.
    for (const name of ['esbuild', 'jest', 'typescript', 'express'])
      expect(names).not.toContain(name);
    for (const { name, version, purl, hashes, licenses } of bom.components) {
      expect(purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`);
      expect(hashes.map(({ alg }) => alg)).toEqual(['SHA-512']);
      expect(LICENCES).toContain(licenses[0]?.license.id);
    }
  });

  test('lists the packages of dist/licenses.txt and the number that the README gives', () => {
    const script = `
      import { bundle, bundledPackages, renderLicenses } from './scripts/bundle.mjs';
      const { metafile } = await bundle('dist', { write: false });
      process.stdout.write(renderLicenses(await bundledPackages(metafile)));`;
    const licenses = node('--input-type=module', '-e', script);
    const listed = [...licenses.matchAll(/^ {2}(\S+) (\S+) \((\S+)\)$/gm)];
    expect(listed.map(([, name, version]) => `${name} ${version}`)).toEqual(
      bom.components.map(({ name, version }) => `${name} ${version}`),
    );
    for (const [, name = '', version = ''] of listed)
      expect(licenses.split(`\n${name} ${version} (`)).toHaveLength(2);
    expect(read('README.md')).toContain(`holds code of ${listed.length} packages,`);
  });
});
