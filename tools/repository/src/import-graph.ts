import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import ts from 'typescript';

/** The imports between a program's own files, by absolute path. */
type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Reads a `tsconfig.json`: its files and the options by which modules are resolved. */
export const readProgram = (config: string, folder: string): Pick<ts.ParsedCommandLine, 'fileNames' | 'options'> =>
  ts.parseJsonConfigFileContent(ts.readConfigFile(config, (path) => ts.sys.readFile(path)).config, ts.sys, folder);

/**
 * Reads the imports between files, of values and types, static and by `import()`, by relative paths and by package
 * names, which are followed to their sources. Style sheets count, too.
 */
export const readImportGraph = (files: readonly string[], options: ts.CompilerOptions): ImportGraph => {
  const cache = ts.createModuleResolutionCache(process.cwd(), (path) => path, options);
  const importsOf = (file: string): string[] =>
    ts.preProcessFile(readFileSync(file, 'utf8')).importedFiles.flatMap(({ fileName }) => {
      const { resolvedModule } = ts.resolveModuleName(
        fileName,
        file,
        options,
        ts.sys,
        cache,
        undefined,
        ts.ModuleKind.ESNext,
      );
      if (resolvedModule !== undefined) return [realpathSync(resolvedModule.resolvedFileName)];
      const style = fileName.endsWith('.css') ? resolve(dirname(file), fileName) : undefined;
      return style !== undefined && existsSync(style) ? [style] : [];
    });
  return new Map(files.map((file) => [file, importsOf(file)]));
};

/**
 * Finds import cycles: one for each import that closes a cycle, as the files along it. Empty where there are none.
 * Every file is visited once.
 */
export const findCircles = (graph: ImportGraph): readonly (readonly string[])[] => {
  const circles: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const walk = (file: string): void => {
    const start = path.indexOf(file);
    if (start >= 0) circles.push(path.slice(start));
    if (start >= 0 || done.has(file)) return;
    path.push(file);
    for (const imported of graph.get(file) ?? []) walk(imported);
    path.pop();
    done.add(file);
  };
  for (const file of graph.keys()) walk(file);
  return circles;
};

/** An import between two entries of one folder, its subfolders and files, by the path of each. */
const entriesOf = (root: string, from: string, to: string): readonly [from: string, to: string] => {
  const [a, b] = [relative(root, from).split(sep), relative(root, to).split(sep)];
  const depth = a.findIndex((name, place) => name !== b[place]) + 1;
  return [a.slice(0, depth).join('/'), b.slice(0, depth).join('/')];
};

/**
 * Finds the entries of folders (subfolders and files) that import each other, directly or by others of the same folder. An
 * import counts where the paths of its two files part: `a/b/x.ts` importing `a/c/y.ts` is one from `a/b` to `a/c`.
 *
 * @param root folder of a package
 * @returns each entry that is in a circle, relative to the root, sorted
 */
export const findKnots = (graph: ImportGraph, root: string): readonly string[] => {
  const entries = new Map<string, Set<string>>();
  const isInside = (file: string): boolean => file.startsWith(`${root}${sep}`);
  for (const [file, imports] of graph) {
    for (const imported of imports.filter((other) => other !== file && isInside(other) && isInside(file))) {
      const [from, to] = entriesOf(root, file, imported);
      entries.set(from, (entries.get(from) ?? new Set()).add(to));
    }
  }
  const reaches = (from: string, to: string): boolean => {
    const [seen, waiting] = [new Set<string>(), [from]];
    for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
      for (const next of entries.get(entry) ?? []) {
        if (next === to) return true;
        if (!seen.has(next)) waiting.push(next);
        seen.add(next);
      }
    }
    return false;
  };
  return [...entries.keys()].filter((entry) => reaches(entry, entry)).toSorted();
};
