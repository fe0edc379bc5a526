import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** The entry points of the bundle, run as `node app/<name>.js`, and their sources relative to the repository's root. */
export const ENTRY_POINTS = {
  api: 'apps/api/src/main.ts',
  indexer: 'apps/indexer/src/main.ts',
  migrate: 'libs/infra/src/database/migrate.main.ts',
  'migrate-indexer': 'libs/infra/src/indexer-database/migrate.main.ts',
  reindex: 'libs/infra/src/indexer-database/reindex.main.ts',
  doctor: 'apps/api/src/doctor/doctor.main.ts',
  recover: 'tools/recover/src/recover.main.ts',
  health: 'tools/deploy/src/runtime/health.main.ts',
  'check-env': 'tools/deploy/src/runtime/check-env.main.ts',
  // Loaded by the API from its own folder.
  'whitelist.worker': 'libs/merkle/src/worker/whitelist.worker.ts',
} as const;

/** npm scripts of the bundle, so that commands named in the services' messages work there as well. */
const SCRIPTS = {
  start: 'node app/api.js',
  'start:indexer': 'node app/indexer.js',
  migrate: 'node app/migrate.js',
  'migrate:indexer': 'node app/migrate-indexer.js',
  reindex: 'node app/reindex.js',
  doctor: 'node app/doctor.js',
  recover: 'node app/recover.js',
} as const;

interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** Licence and notice texts, verbatim; empty where the package has no such file. */
  readonly text: string;
}

const PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;
const NOTICE = /^(?:licen[cs]e|copying|notice)/i;

/**
 * Returns the folders of the packages that files belong to, without duplicates. @param files paths such as
 * `node_modules/pg/lib/index.js`
 */
const packageFolders = (files: readonly string[]): string[] =>
  [...new Set(files.flatMap((file) => PACKAGE.exec(file)?.[0] ?? []))].sort();

/** Reads name, version and licence of a package. @param folder relative to the repository's root */
const readPackage = async (root: string, folder: string): Promise<BundledPackage> => {
  const manifest = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8')) as Record<string, unknown>;
  const files = (await readdir(join(root, folder))).filter((file) => NOTICE.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(root, folder, file), 'utf8')));
  return {
    name: String(manifest['name']),
    version: String(manifest['version']),
    licence: String(manifest['license']),
    text: texts.map((text) => text.trim()).join('\n\n'),
  };
};

/** Formats the notices file: whose code is in the bundle, and under which licence. */
const noticesText = (packages: readonly BundledPackage[]): string =>
  packages
    .map(({ name, version, licence, text }) => `${name} ${version} (${licence})\n\n${text}`.trim())
    .join(`\n\n${'-'.repeat(80)}\n\n`) + '\n';

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
const GUIDE = 'tools/site/dist';

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * Writes the production bundle: both services, the commands operators need and everything they load, as files that
 * plain `node` runs. Not minified, so that stacks in logs are readable.
 *
 * @param target directory, emptied first
 * @returns the number of third-party packages in it, and whether it has the console and the guide, which must have been
 *   built before
 */
export const writeBundle = async (target: string) => {
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
    // Messages name the commands of the bundle then, and its own folder holds the console and the guide.
    define: { WEIR_BUNDLE: 'true' },
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
  const hasGuide = await exists(join(ROOT, GUIDE));
  if (hasGuide) await cp(join(ROOT, GUIDE), join(target, 'guide'), { recursive: true });

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
  return { packages: packages.length, hasConsole, hasGuide };
};
