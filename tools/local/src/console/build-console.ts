import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const CONSOLE = join(ROOT, 'apps/console');
const CACHE = join(ROOT, 'node_modules/.cache/weir-console');
/** The inputs of the build. The client's types are generated from the API's document. */
const SOURCES = [
  ...['src', 'scripts', 'public', 'index.html', 'vite.config.ts', 'package.json'].map((name) => join(CONSOLE, name)),
  ...['libs', 'docs/api/openapi.json', 'package-lock.json'].map((name) => join(ROOT, name)),
];
/** Parts of paths of what is generated, installed, or only for tests. */
const NO_SOURCE = /(?:^|\/)(?:node_modules|dist|generated|test|\.cache)(?:\/|$)|\.spec\.ts$/u;

/** Returns the files of a source, in order. */
const filesOf = async (path: string): Promise<string[]> => {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !NO_SOURCE.test(file.slice(ROOT.length)))
    .toSorted();
};

const allFiles = async (): Promise<string[]> => (await Promise.all(SOURCES.map(filesOf))).flat();

/** Returns a digest of all that the build reads. Dates do not matter: generating a document again changes only those. */
const digestOfSources = async (): Promise<string> => {
  const hash = createHash('sha256');
  for (const file of await allFiles())
    hash
      .update(file.slice(ROOT.length))
      .update('\0')
      .update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
};

const isBuilt = async (directory: string): Promise<boolean> =>
  (await stat(join(directory, 'index.html')).catch(() => undefined)) !== undefined;

/** Runs the build. @throws Error with its output */
const runBuild = async (directory: string): Promise<void> => {
  const vite = join(dirname(createRequire(join(CONSOLE, 'package.json')).resolve('vite/package.json')), 'bin/vite.js');
  const child = spawn(
    process.execPath,
    [vite, 'build', '--logLevel', 'error', '--outDir', directory, '--emptyOutDir'],
    {
      cwd: CONSOLE,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_OPTIONS: '', NODE_ENV: 'production' },
    },
  );
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (child.exitCode !== 0) throw new Error(`The console cannot be built:\n${said}${complained}`);
};

/** How often a build is repeated whose sources change while it runs. */
const BUILDS = 3;

/**
 * Builds the console, unless it was built from the same sources before. Each version of the sources has a folder of its own, which
 * nothing changes once it is there: a browser that is served from it keeps its files while others build.
 *
 * @param parent where the folders are; by default where no lint looks at them
 * @returns the folder
 * @throws Error with the output of the build, or where sources change during each build
 */
export const buildConsole = async (parent = CACHE): Promise<string> => {
  for (let build = 0; build < BUILDS; build += 1) {
    const digest = await digestOfSources();
    const directory = join(parent, digest);
    if (await isBuilt(directory)) return directory;
    const beside = `${directory}-${process.pid}`;
    try {
      await mkdir(parent, { recursive: true });
      await runBuild(beside);
      if ((await digestOfSources()) !== digest) continue;
      await rename(beside, directory).catch(async (error: unknown) => {
        // Another process was faster.
        if (!(await isBuilt(directory))) throw error;
      });
      return directory;
    } finally {
      await rm(beside, { recursive: true, force: true });
    }
  }
  throw new Error('The sources of the console changed during each of its builds');
};
