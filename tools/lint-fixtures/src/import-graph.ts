import { readFileSync, realpathSync } from 'node:fs';
import ts from 'typescript';

/** Which of a program's own files each of them imports, by absolute path. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Reads a `tsconfig.json`: its files, and the options modules are resolved with. */
export const readProgram = (config: string, folder: string): Pick<ts.ParsedCommandLine, 'fileNames' | 'options'> =>
  ts.parseJsonConfigFileContent(ts.readConfigFile(config, (path) => ts.sys.readFile(path)).config, ts.sys, folder);

/**
 * What files import from each other: values and types, statically and with `import()`, by relative paths and by the names of
 * packages, which are followed to their sources.
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
