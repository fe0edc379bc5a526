import { cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { ENTRY_POINTS, SCRIPTS } from './entry-points.js';
import { noticesText, packageFolders, readPackage } from './notices.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** The oldest supported Node.js, as in package.json's engines. */
const TARGET = 'node20.19';

/** Globals that CommonJS modules expect. */
const COMMONJS = [
  "import { createRequire as createRequireOfBundle } from 'node:module';",
  'const require = createRequireOfBundle(import.meta.url);',
  'const __dirname = import.meta.dirname;',
  'const __filename = import.meta.filename;',
].join('\n');

/** Files read at runtime and where the code looks for them: the documentation page looks in two places. */
const ASSETS = [
  ['node_modules/@fastify/swagger-ui/static', 'static'],
  ['node_modules/@fastify/swagger-ui/static/logo.svg', 'app/static/logo.svg'],
] as const;
const CONSOLE = 'apps/console/dist';

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** The result of writing a bundle. */
export interface WrittenBundle {
  /** Number of third-party packages in it. */
  readonly packages: number;
  /** Whether it includes the console, which must have been built before. */
  readonly hasConsole: boolean;
}

/**
 * Writes the production bundle: both services, the commands operators need and everything they load, as files that
 * plain `node` runs. Not minified, so that stacks in logs are readable.
 *
 * @param target directory, emptied first
 */
export const writeBundle = async (target: string): Promise<WrittenBundle> => {
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ENTRY_POINTS,
    outdir: join(target, 'app'),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: TARGET,
    conditions: ['@weir/source'],
    // Chunks lie beside the entry points, so that code that looks for files beside itself finds them.
    chunkNames: 'chunk-[hash]',
    banner: { js: COMMONJS },
    // Optional, only probed for by the Postgres driver.
    external: ['pg-native'],
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    logOverride: { 'empty-import-meta': 'error' },
  });
  for (const [from, to] of ASSETS) await cp(join(ROOT, from), join(target, to), { recursive: true });
  const hasConsole = await exists(join(ROOT, CONSOLE));
  if (hasConsole) await cp(join(ROOT, CONSOLE), join(target, 'console'), { recursive: true });

  const folders = packageFolders(Object.keys(metafile.inputs));
  const packages = await Promise.all(folders.map((folder) => readPackage(ROOT, folder)));
  await writeFile(join(target, 'THIRD-PARTY-NOTICES.txt'), noticesText(packages));
  await cp(join(ROOT, 'LICENSE'), join(target, 'LICENSE'));
  const { name, version, license, engines } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as Record<
    string,
    unknown
  >;
  const manifest = { name, version, private: true, license, type: 'module', engines, scripts: SCRIPTS };
  await writeFile(join(target, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  return { packages: packages.length, hasConsole };
};
