import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const SOURCES = fileURLToPath(new URL('../../src/', import.meta.url));

/** What CommonJS modules of a bundle expect. */
const COMMONJS = [
  "import { createRequire as createRequireOfBundle } from 'node:module';",
  'const require = createRequireOfBundle(import.meta.url);',
].join('\n');

/** Modules keep their own places, so that they find the files beside them in any place of the bundle. */
const inPlace: Plugin = {
  name: 'in-place',
  setup(bundler) {
    bundler.onLoad({ filter: /\/(?:apps|libs|tools)\/[^/]+\/src\/.*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const url = JSON.stringify(pathToFileURL(path).href);
      return { contents: text.replaceAll('import.meta.url', url), loader: 'ts' };
    });
    bundler.onLoad({ filter: /\/node_modules\/@fastify\/swagger-ui\/.*\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      return { contents: text.replaceAll('__dirname', JSON.stringify(join(path, '..'))), loader: 'js' };
    });
  },
};

/**
 * Bundles commands of this package: one that is started from the sources, as npm does, spends seconds on loading them.
 *
 * @param folder gets `<name>.mjs` of each `<name>.ts` in `src`
 */
export const bundleCommands = async (folder: string, ...names: readonly string[]): Promise<void> => {
  await build({
    absWorkingDir: SOURCES,
    entryPoints: names.map((name) => `./${name}.ts`),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    conditions: ['@weir/source'],
    banner: { js: COMMONJS },
    // Optional, only probed for by the Postgres driver.
    external: ['pg-native'],
    plugins: [inPlace],
    logLevel: 'warning',
  });
};
