import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { ROOT } from './repository-files.js';

const KINDS = join(ROOT, 'libs/kinds/src');
const COMPILER = join(ROOT, 'node_modules/typescript-native/bin/tsc');

/** Adds a word in front of some enumerations: `FAKE_` and the name of the enumeration. */
const withFakes = (text: string, names: readonly string[]): string =>
  names.reduce(
    (now, name) =>
      now
        .replace(`export const ${name} = [`, `export const ${name} = ['FAKE_${name}', `)
        .replace(
          new RegExp(`(export const ${name} = \\{)(\\s*\\w+: ([^\\n]*),\\n)`, 'u'),
          (_, start: string, first: string, value: string) => `${start} FAKE_${name}: ${value},${first}`,
        ),
    text,
  );

const compile = (config: string): Promise<string> =>
  new Promise((done, fail) => {
    execFile(
      process.execPath,
      [COMPILER, '--singleThreaded', '--pretty', 'false', '-p', config],
      { cwd: ROOT, maxBuffer: 2 ** 26 },
      (error, stdout, stderr) =>
        // It ends with an error where files do not compile, and says which.
        error !== null && stdout === ''
          ? fail(new Error(`The compiler failed: ${stderr}`, { cause: error }))
          : done(stdout),
    );
  });

/**
 * Compiles all packages against enumerations that have one more word each.
 *
 * @param names of the enumerations
 * @returns the paths of the files that do not compile then
 */
export const compileWithFakes = async (names: readonly string[]): Promise<readonly string[]> => {
  // Within the repository, so that the compiler finds all types.
  const folder = await mkdtemp(join(ROOT, 'node_modules/.cache/fake-kinds-'));
  try {
    await cp(KINDS, join(folder, 'kinds'), { recursive: true });
    for (const name of await readdir(join(folder, 'kinds'))) {
      const path = join(folder, 'kinds', name);
      await writeFile(path, withFakes(await readFile(path, 'utf8'), names));
    }
    const config = {
      extends: join(ROOT, 'tsconfig.base.json'),
      compilerOptions: {
        noEmit: true,
        lib: ['es2023', 'dom', 'dom.iterable'],
        jsx: 'react-jsx',
        types: ['vite/client', 'node'],
        paths: { '@weir/kinds': [join(folder, 'kinds/index.ts')] },
      },
      include: ['apps/*/src', 'libs/*/src'].map((path) => join(ROOT, path)),
      exclude: ['**/*.spec.ts', '**/*.spec.tsx', '**/node_modules'].map((path) => join(ROOT, path)),
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const output = await compile(join(folder, 'tsconfig.json'));
    const files = output.matchAll(/^(\S+?)\(\d+,\d+\): error/gmu);
    return [...new Set([...files].map(([, path = '']) => relative(ROOT, resolve(ROOT, path))))].toSorted();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
