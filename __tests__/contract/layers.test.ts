import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import ts from 'typescript';

/** Who may import whom: docs/ARCHITECTURE.md. Type imports count like any other. */
const SRC = fileURLToPath(new URL('../../src/', import.meta.url));

/** Layers that a layer may import besides itself and what anyone may import. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  entry: [
    'edge/action',
    'edge/cli',
    'app',
    'reader',
    'sandbox',
    'detect',
    'store',
    'report',
    'core',
  ],
  'edge/action': ['app', 'reader', 'detect', 'store', 'report', 'sandbox', 'core'],
  'edge/cli': ['app', 'reader', 'detect', 'store', 'report', 'sandbox', 'core'],
  app: ['reader', 'detect', 'store', 'report', 'sandbox', 'core'],
  reader: ['sandbox', 'core'],
  detect: ['core'],
  store: ['core'],
  report: ['core'],
  sandbox: ['core'],
  core: [],
  anyone: [],
};
/** Files at the top of src that start a program, or build what it depends on. */
const ENTRIES: readonly string[] = ['action.ts', 'cli.ts', 'dependencies.ts'];
/** Files that anyone may import. */
const ANYONE: readonly string[] = [
  'errors.ts',
  'exit-codes.ts',
  'limits.ts',
  'log.ts',
  'version.ts',
];

interface Import {
  readonly from: string;
  readonly specifier: string;
  /** Path below src of the file that is imported; undefined for a package. */
  readonly file: string | undefined;
  readonly line: number;
}

interface SourceFile {
  readonly path: string;
  readonly imports: readonly Import[];
  readonly reexports: readonly string[];
  readonly defaultExports: readonly string[];
  readonly usesEnvironment: boolean;
}

function parse(path: string, text: string): SourceFile {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true, ts.ScriptKind.TS);
  const imports: Import[] = [];
  const reexports: string[] = [];
  const defaultExports: string[] = [];
  let usesEnvironment = false;
  const add = (node: ts.Node, specifier: ts.Node | undefined): void => {
    if (specifier === undefined || !ts.isStringLiteralLike(specifier)) {
      throw new Error(`${path}: an import whose target is not written out`);
    }
    const target = specifier.text;
    imports.push({
      from: path,
      specifier: target,
      file: target.startsWith('.')
        ? relative(SRC, resolve(dirname(join(SRC, path)), target))
            .split(sep)
            .join('/')
            .replace(/\.js$/, '.ts')
        : undefined,
      line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1,
    });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node, node.moduleSpecifier);
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined) {
      add(node, node.moduleSpecifier);
      reexports.push(path);
    } else if (ts.isImportEqualsDeclaration(node)) defaultExports.push(`${path}: import =`);
    else if (ts.isExportAssignment(node)) defaultExports.push(path);
    else if (ts.isImportTypeNode(node))
      add(node, ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined);
    else if (ts.isCallExpression(node)) {
      const isRequire = ts.isIdentifier(node.expression) && node.expression.text === 'require';
      if (node.expression.kind === ts.SyntaxKind.ImportKeyword || isRequire)
        add(node, node.arguments[0]);
    } else if (
      (ts.isPropertyAccessExpression(node) && node.name.text === 'env') ||
      (ts.isElementAccessExpression(node) &&
        ts.isStringLiteralLike(node.argumentExpression) &&
        node.argumentExpression.text === 'env')
    ) {
      if (node.expression.getText().endsWith('process')) usesEnvironment = true;
    } else if (node.kind === ts.SyntaxKind.DefaultKeyword && ts.isModifier(node)) {
      defaultExports.push(path);
    } else if (ts.isExportSpecifier(node) && node.name.text === 'default') {
      defaultExports.push(path);
    }
    if (
      ts.isVariableDeclaration(node) &&
      ts.isObjectBindingPattern(node.name) &&
      node.initializer?.getText().endsWith('process') === true &&
      node.name.elements.some((each) => (each.propertyName ?? each.name).getText() === 'env')
    ) {
      usesEnvironment = true;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { path, imports, reexports, defaultExports, usesEnvironment };
}

function layerOf(path: string): string {
  if (ENTRIES.includes(path)) return 'entry';
  if (ANYONE.includes(path)) return 'anyone';
  const [top = '', second = ''] = path.split('/');
  return top === 'edge' ? `edge/${second}` : top;
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((path) => path.split(sep).join('/'))
  .filter((path) => path.endsWith('.ts'))
  .sort()
  .map((path) => parse(path, readFileSync(join(SRC, path), 'utf8')));
const imports = files.flatMap((file) => file.imports);
const show = ({ from, line, specifier }: Import): string => `${from}:${line} imports ${specifier}`;

/** Every importer of a package that is not among the places where it may be. */
function importersOf(
  isPackage: (name: string) => boolean,
  isPlace: (path: string) => boolean,
): string[] {
  return imports.filter((each) => isPackage(each.specifier) && !isPlace(each.from)).map(show);
}

describe('the parser of this test', () => {
  test('sees every kind of import and export', () => {
    const file = parse(
      'core/x.ts',
      `import a from './a.js'; import type { B } from './b.js'; import { type C } from '../c.js'; import 'd';
       export * from './e.js'; export { f } from './f.js'; export type { G } from './g.js';
       const h = await import('h'); let i: import('./i.js').I; import * as j from 'node:j'; const k = require('k');
       export default a; const { env } = process; export { a as default };`,
    );
    expect(file.imports.map(({ specifier }) => specifier)).toEqual([
      ...[
        './a.js',
        './b.js',
        '../c.js',
        'd',
        './e.js',
        './f.js',
        './g.js',
        'h',
        './i.js',
        'node:j',
        'k',
      ],
    ]);
    expect(file.imports.map(({ file: target }) => target).slice(0, 3)).toEqual([
      'core/a.ts',
      'core/b.ts',
      'c.ts',
    ]);
    expect(file.reexports).toHaveLength(3);
    expect(file.defaultExports).toHaveLength(2);
    expect(file.usesEnvironment).toBe(true);
    expect(parse('x.ts', "process['env']").usesEnvironment).toBe(true);
    expect(parse('x.ts', 'globalThis.process.env.HOME').usesEnvironment).toBe(true);
    expect(parse('x.ts', 'request.env').usesEnvironment).toBe(false);
    expect(parse('x.ts', 'export default function x() {}').defaultExports).toHaveLength(1);
    expect(() => parse('x.ts', 'import(name)')).toThrow('not written out');
  });

  test('finds the source', () => {
    expect(files.length).toBeGreaterThan(30);
    expect(files.map(({ path }) => path)).toContain('core/item.ts');
    expect(imports.length).toBeGreaterThan(100);
  });
});

describe('layers', () => {
  test('every file is in a layer that is known', () => {
    const unknown = files
      .map(({ path }) => path)
      .filter((path) => !Object.hasOwn(MAY_IMPORT, layerOf(path)));
    expect(unknown).toEqual([]);
  });

  test('every import of a file names one that is there, by its .js', () => {
    const paths = new Set(files.map(({ path }) => path));
    const wrong = imports.filter(
      ({ file, specifier }) =>
        file !== undefined && !(paths.has(file) && specifier.endsWith('.js')),
    );
    expect(wrong.map(show)).toEqual([]);
  });

  test('who may import whom', () => {
    const wrong = imports.filter(({ from, file }) => {
      if (file === undefined) return false;
      const [own, other] = [layerOf(from), layerOf(file)];
      return own !== other && other !== 'anyone' && MAY_IMPORT[own]?.includes(other) !== true;
    });
    expect(wrong.map(show)).toEqual([]);
  });

  test('no cycles', () => {
    const graph = new Map(
      files.map(({ path, imports: own }) => [path, own.flatMap(({ file }) => file ?? [])]),
    );
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (path: string, above: readonly string[]): void => {
      if (above.includes(path))
        cycles.push([...above.slice(above.indexOf(path)), path].join(' -> '));
      if (done.has(path) || above.includes(path)) return;
      for (const next of graph.get(path) ?? []) visit(next, [...above, path]);
      done.add(path);
    };
    for (const path of graph.keys()) visit(path, []);
    expect(cycles).toEqual([]);
  });

  test('no barrels: nothing is exported from another file', () => {
    expect(files.flatMap(({ reexports }) => reexports)).toEqual([]);
  });

  test('no default exports', () => {
    expect(files.flatMap(({ defaultExports }) => defaultExports)).toEqual([]);
  });
});

describe('packages', () => {
  test('core imports nothing but canonicalize in canonical.ts and node:crypto in digest.ts', () => {
    const packages = imports
      .filter(({ from, file }) => layerOf(from) === 'core' && file === undefined)
      .map(({ from, specifier }) => `${from} ${specifier}`);
    expect(packages.sort()).toEqual([
      'core/canonical.ts canonicalize',
      'core/digest.ts node:crypto',
    ]);
  });

  test('report imports no package and no module of the runtime', () => {
    expect(
      imports
        .filter(({ from, file }) => layerOf(from) === 'report' && file === undefined)
        .map(show),
    ).toEqual([]);
  });

  test('@actions and @octokit only in edge/action', () => {
    expect(
      importersOf(
        (name) => /^@(?:actions|octokit)\//.test(name),
        (path) => path.startsWith('edge/action/'),
      ),
    ).toEqual([]);
  });

  test('the MCP SDK only in reader', () => {
    expect(
      importersOf(
        (name) => name.startsWith('@modelcontextprotocol/'),
        (path) => path.startsWith('reader/'),
      ),
    ).toEqual([]);
  });

  test('canonicalize only in core/canonical.ts', () => {
    expect(
      importersOf(
        (name) => name === 'canonicalize',
        (path) => path === 'core/canonical.ts',
      ),
    ).toEqual([]);
  });

  test('profiles of other systems only where they are printed, so that none decides a verdict', () => {
    const found = files
      .flatMap(({ path, imports }) =>
        imports.some(({ file }) => file?.startsWith('core/profiles/') === true) ? [path] : [],
      )
      .filter((path) => !path.startsWith('core/profiles/'));
    expect(found).toEqual(['app/digests.ts']);
  });

  test('the TOML parser only in detect', () => {
    expect(
      importersOf(
        (name) => name === 'smol-toml',
        (path) => path.startsWith('detect/'),
      ),
    ).toEqual([]);
  });

  test('the YAML parser only in detect, and loaded only where there is a workflow to read', () => {
    expect(
      importersOf(
        (name) => name === 'yaml',
        (path) => path === 'detect/yaml-document.ts',
      ),
    ).toEqual([]);
    // A package that is CommonJS has no names of its own where it is loaded late: our module stands between.
    const loaders = imports.filter(({ file }) => file === 'detect/yaml-document.ts');
    const text = readFileSync(join(SRC, 'detect/workflow-jobs.ts'), 'utf8');
    expect(loaders.map(({ from }) => from)).toEqual(['detect/workflow-jobs.ts']);
    expect(text.match(/.*yaml-document.*/g)).toEqual([
      "  const { parseYamlDocument } = await import('./yaml-document.js');",
    ]);
  });

  test('only the eight runtime packages, and modules of the runtime under node:', () => {
    const known =
      /^(?:node:[a-z/_]+|canonicalize|smol-toml|yaml|@actions\/(?:core|github)|@octokit\/plugin-(?:retry|throttling)|@modelcontextprotocol\/sdk)(?:\/|$)/;
    expect(
      importersOf(
        (name) => !name.startsWith('.') && !known.test(name),
        () => false,
      ),
    ).toEqual([]);
  });
});

test('process.env only in entries and edges', () => {
  const readers = files.filter(({ usesEnvironment }) => usesEnvironment).map(({ path }) => path);
  expect(readers.filter((path) => layerOf(path) !== 'entry' && !path.startsWith('edge/'))).toEqual(
    [],
  );
});

test('core and report ask neither clock, chance, network nor process', () => {
  const impure =
    /\b(?:process|fetch|setTimeout|setInterval|setImmediate|performance|globalThis|console)\s*[.([]|\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b/;
  const found = files
    .filter(({ path }) => ['core', 'report'].includes(layerOf(path)))
    .flatMap(({ path }) =>
      readFileSync(join(SRC, path), 'utf8')
        .split('\n')
        .filter((line) => !/^\s*(?:\*|\/[/*])/.test(line) && impure.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
  expect(found).toEqual([]);
});
