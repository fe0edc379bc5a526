import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** The uid of nobody: an unprivileged account needs no name. */
const UNPRIVILEGED = 65_534;
const asNobody = process.getuid?.() === 0 ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {};

/** A bundle in a folder outside the repository. */
export interface Bundle {
  /** The bundle's folder, read-only. */
  readonly folder: string;
  /** The only folder that its processes may write to. */
  readonly temporary: string;
}

const setModes = async (folder: string, folders: number, files: number): Promise<void> => {
  await chmod(folder, folders);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? folders : files);
};

const emptyFolder = async (name: string, mode: number): Promise<string> => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), name)));
  await chmod(folder, mode);
  return folder;
};

/** What the bundle takes along where it was built before, and the command that builds it. */
const PAGES = [
  ['apps/console/dist/index.html', 'npx', ['nx', 'build', 'console']],
  ['tools/site/dist/llms.txt', 'npm', ['run', '--silent', 'docs:site']],
] as const;

/** Creates the bundle, with the console and the guide, by the commands that operators use. */
export const makeBundle = async (): Promise<Bundle> => {
  const folder = await emptyFolder('weir-bundle-', 0o755);
  const env = { ...process.env, NODE_OPTIONS: '' };
  for (const [built, command, args] of PAGES)
    if (!existsSync(join(ROOT, built))) await run(command, args, { cwd: ROOT, env });
  await run('npm', ['run', '--silent', 'bundle', '--', folder], { cwd: ROOT, env });
  await setModes(folder, 0o555, 0o444);
  return { folder, temporary: await emptyFolder('weir-bundle-tmp-', 0o777) };
};

/** Removes a bundle, whose files are read-only for their owner, too. */
export const removeBundle = async ({ folder, temporary }: Bundle): Promise<void> => {
  await setModes(folder, 0o755, 0o644);
  for (const one of [folder, temporary]) await rm(one, { recursive: true, force: true });
};

/** The flag of Node's permission model in this version. */
const GUARD = process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission';

/** Arguments that run Node as in a container: reading anything outside the bundle is an error. */
const guarded = ({ folder, temporary }: Bundle): string[] => [
  GUARD,
  ...['ExperimentalWarning', 'SecurityWarning'].map((warning) => `--disable-warning=${warning}`),
  ...(process.allowedNodeEnvironmentFlags.has('--allow-net') ? ['--allow-net'] : []),
  '--allow-worker',
  ...[`${folder}/*`, `${temporary}/*`].map((path) => `--allow-fs-read=${path}`),
  `--allow-fs-write=${temporary}/*`,
];

/** Starts `node <args>` in a bundle's folder with these environment variables only. */
export const spawnBundled = (
  bundle: Bundle,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): ChildProcess =>
  spawn(process.execPath, [...guarded(bundle), ...args], {
    ...asNobody,
    cwd: bundle.folder,
    env: { TMPDIR: bundle.temporary, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** The result of a command. */
export interface Ended {
  readonly code: number | null;
  readonly printed: string;
}

/** Resolves when a process exits, with all its output. */
export const endOf = (child: ChildProcess): Promise<Ended> =>
  new Promise((resolve) => {
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (data: Buffer) => {
        printed += data.toString();
      });
    child.once('close', (code) => resolve({ code, printed }));
  });

/** Resolves to the URL where a started service listens. @throws Error with its output when it exits before */
export const listening = async (child: ChildProcess): Promise<string> => {
  const { stdout } = child;
  if (stdout === null) throw new Error('Its output is not read');
  const ended = endOf(child);
  return new Promise((resolve, reject) => {
    createInterface(stdout).on('line', (line) => {
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
      if (url !== undefined) resolve(url);
    });
    void ended.then(({ printed }) => reject(new Error(`It ended before it listened:\n${printed}`)));
  });
};
