import { readFileSync, realpathSync } from 'node:fs';
import ts from 'typescript';

/** The imports between a program's own files, by absolute path. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

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
