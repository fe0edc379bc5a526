import { readFileSync, realpathSync } from 'node:fs';
import ts from 'typescript';

/** The imports between a program's own files, by absolute path. */
type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Reads a `tsconfig.json`: its files and the options by which modules are resolved. */
export const readProgram = (config: string, folder: string): Pick<ts.ParsedCommandLine, 'fileNames' | 'options'> =>
  ts.parseJsonConfigFileContent(ts.readConfigFile(config, (path) => ts.sys.readFile(path)).config, ts.sys, folder);

/**
 * Reads the imports between files, of values and types, static and by `import()`, by relative paths and by package
 * names, which are followed to their sources.
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
      return resolvedModule === undefined ? [] : [realpathSync(resolvedModule.resolvedFileName)];
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
