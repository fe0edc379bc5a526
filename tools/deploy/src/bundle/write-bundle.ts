import { cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { ENTRY_POINTS, SCRIPTS } from './entry-points.js';
import { noticesText, packageFolders, readPackage } from './notices.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** The oldest Node.js that runs it, as package.json's engines say. */
const TARGET = 'node20.19';

/** What modules of the older kind expect around themselves. */
const COMMONJS = [
  "import { createRequire as createRequireOfBundle } from 'node:module';",
  'const require = createRequireOfBundle(import.meta.url);',
  'const __dirname = import.meta.dirname;',
  'const __filename = import.meta.filename;',
].join('\n');

/** Files that are read while it runs, and where they are looked for: the documentation's page looks from two modules. */
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

/** What has been written. */
export interface WrittenBundle {
  /** Packages of others in it. */
  readonly packages: number;
  /** Whether the console had been built, and came along. */
  readonly hasConsole: boolean;
}

/**
 * Writes the production bundle: both services, the commands they need and whatever they load, as files that plain `node` runs.
 * Not minified, so that stacks in logs can be read.
 *
 * @param target emptied before
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
    // Beside the entry points: what looks for files beside itself finds them.
    chunkNames: 'chunk-[hash]',
    banner: { js: COMMONJS },
    // Optional, and looked for by the Postgres driver alone.
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
