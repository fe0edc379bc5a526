import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findCircles, findKnots, readImportGraph, readProgram } from './import-graph.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const CIRCLES = fileURLToPath(new URL('forbidden/circles/', import.meta.url));
const { fileNames: ownFiles, options } = readProgram(join(ROOT, 'tsconfig.json'), ROOT);
/** The page's sources are a program of their own: they run where the others do not. */
const { fileNames: pageFiles } = readProgram(join(ROOT, 'apps/console/tsconfig.json'), join(ROOT, 'apps/console'));
const fileNames = [...ownFiles, ...pageFiles.filter((file) => file.includes('/src/'))];

const circlesOf = (names: readonly string[]): string[][] =>
  findCircles(
    readImportGraph(
      names.map((name) => join(CIRCLES, `${name}.ts`)),
      options,
    ),
  ).map((circle) => circle.map((file) => basename(file, '.ts')).sort());

/** The folder of the services that a file is in; undefined for files elsewhere. */
const areaOf = (file: string): string | undefined => /\/libs\/services\/src\/([^/]+)\//.exec(file)?.[1];

/** Tests may use the layers above the code that they test. */
const isTest = (file: string): boolean => /\.spec\.tsx?$/.test(file);

/** The folders of sources, relative to the repository. */
const PACKAGES = [
  ...new Set(
    fileNames.flatMap(
      (file) => /^(?:(?:apps|libs|tools)\/[^/]+|contracts)\/src(?=\/)/.exec(relative(ROOT, file))?.[0] ?? [],
    ),
  ),
];

describe('imports', () => {
  it('between the areas of the services go one way', () => {
    const areas = new Map<string, string[]>();
    for (const [file, imports] of readImportGraph(fileNames, options)) {
      const area = areaOf(file);
      if (area === undefined) continue;
      const others = imports.flatMap((imported) => areaOf(imported) ?? []).filter((other) => other !== area);
      areas.set(area, [...(areas.get(area) ?? []), ...others]);
    }
    expect(areas.get('vaults')).toContain('streams');
    expect(areas.get('shared')).toEqual([]);
    expect(findCircles(areas)).toEqual([]);
  });

  it('go round nowhere, those of types included', () => {
    const files = fileNames.filter((file) => !file.includes('/src/forbidden/'));
    const graph = readImportGraph(files, options);
    expect(files.length).toBeGreaterThan(1_000);
    const within = [...graph].flatMap(([, imports]) => imports.filter((file) => graph.has(file)));
    expect(within.length).toBeGreaterThan(3 * files.length);
    expect(findCircles(graph).map((circle) => circle.map((file) => relative(ROOT, file)))).toEqual([]);
  });

  describe('between folders', () => {
    const graph = readImportGraph(
      fileNames.filter((file) => !file.includes('/src/forbidden/') && !isTest(file)),
      options,
    );

    it.each(PACKAGES)('of %s go one way', (folder) => {
      expect(findKnots(graph, join(ROOT, folder))).toEqual([]);
    });

    it('include those of all packages', () => {
      expect(PACKAGES).toContain('libs/services/src');
      expect(PACKAGES.length).toBeGreaterThan(20);
    });

    it('are found across subfolders, and not from one folder to another alone', () => {
      const path = (name: string): string => join(ROOT, 'package', name);
      const knot: ReadonlyMap<string, readonly string[]> = new Map([
        [path('a/one.ts'), [path('b/two.ts')]],
        [path('b/deep/three.ts'), [path('a/four.css')]],
        [path('b/two.ts'), [path('c/five.ts'), path('b/deep/three.ts')]],
        [path('index.ts'), [path('a/one.ts')]],
      ]);
      expect(findKnots(knot, join(ROOT, 'package'))).toEqual(['a', 'b']);
      expect(findKnots(new Map([...knot].slice(2)), join(ROOT, 'package'))).toEqual([]);
    });
  });

  it.each([
    ['of values', ['values-a', 'values-b'], ['values-a', 'values-b']],
    ['of types over several files', ['types-a', 'types-b', 'types-c'], ['types-a', 'types-b', 'types-c']],
    ['with others at its side', ['no-part-of-it', 'types-a', 'types-b', 'types-c'], ['types-a', 'types-b', 'types-c']],
  ])('are rejected where they make a circle %s', (_, names, circle) => {
    expect(circlesOf(names)).toEqual([circle]);
  });

  it('from a circle alone are none', () => {
    expect(circlesOf(['no-part-of-it'])).toEqual([]);
  });
});
