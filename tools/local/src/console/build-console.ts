import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const CONSOLE = join(ROOT, 'apps/console');
/**
 * The inputs of the build. The client's generated types are compared by their sources: a build of the client
 * writes them again, and a build of the console for that would take it from under a browser that is served by it.
 */
const SOURCES = [
  ...['src', 'public', 'index.html', 'vite.config.ts', 'package.json'].map((name) => join(CONSOLE, name)),
  ...['libs/client/src', 'libs/wallet/src', 'docs/api/openapi.json', 'package-lock.json'].map((name) =>
    join(ROOT, name),
  ),
];

const modifiedAt = async (path: string): Promise<number> => (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;

const newestOf = async (path: string): Promise<number> => {
  if (!(await stat(path)).isDirectory()) return modifiedAt(path);
  const names = (await readdir(path, { recursive: true })).filter((name) => !name.startsWith('generated'));
  return Math.max(...(await Promise.all(names.map((name) => modifiedAt(join(path, name))))));
};

const isCurrent = async (directory: string): Promise<boolean> => {
  const built = await modifiedAt(join(directory, 'index.html'));
  if (built === 0) return false;
  return Math.max(...(await Promise.all(SOURCES.map(newestOf)))) <= built;
};

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

/** Builds until no source changed meanwhile. @throws Error with the output of a build, or where sources change all the time */
const buildWhole = async (directory: string): Promise<void> => {
  for (let build = 0; build < BUILDS; build += 1) {
    await runBuild(directory);
    if (await isCurrent(directory)) return;
  }
  throw new Error('The sources of the console changed during each of its builds, or are dated in the future');
};

/**
 * Builds the console, unless an earlier build is newer than its sources: it is dated by its begin. Safe in several processes at once: each builds
 * into a folder of its own, so that nothing half-written is served.
 *
 * @param directory output directory; by default where the API looks for it
 * @returns the directory
 * @throws Error with the output of the build
 */
export const buildConsole = async (directory = join(CONSOLE, 'dist')): Promise<string> => {
  if (await isCurrent(directory)) return directory;
  const beside = `${directory}-${process.pid}`;
  try {
    await buildWhole(beside);
    await rm(directory, { recursive: true, force: true });
    await rename(beside, directory).catch(async (error: unknown) => {
      // Another process was faster.
      if (!(await isCurrent(directory))) throw error;
    });
  } finally {
    await rm(beside, { recursive: true, force: true });
  }
  return directory;
};
