import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { untilSo } from '../eventually.js';

const ROOT = join(import.meta.dirname, '../../../..');
/** A spec with a browser, and one with services in processes of their own. */
const SPECS = ['client/browser', 'events/kills'];

interface Process {
  readonly pid: number;
  readonly parent: number;
  /** When it began: another process may get its number later. */
  readonly began: string;
  readonly command: string;
  readonly environment: string;
}

const read = (pid: number, name: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return '';
  }
};

/** All processes that have not ended. */
const processes = (): readonly Process[] =>
  readdirSync('/proc').flatMap((name) => {
    const pid = Number(name);
    const stat = Number.isInteger(pid) ? read(pid, 'stat') : '';
    const [state = 'Z', parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (stat === '' || state === 'Z') return [];
    const command = read(pid, 'cmdline').replaceAll('\0', ' ');
    return [{ pid, parent: Number(parent), began: rest[17] ?? '', command, environment: read(pid, 'environ') }];
  });

const descendantsOf = (pid: number, all: readonly Process[]): readonly Process[] =>
  all.filter(({ parent }) => parent === pid).flatMap((one) => [one, ...descendantsOf(one.pid, all)]);

/** The processes of a run: all that descend from npm, and all that have the mark in their environment. */
const processesOf = (npm: number, mark: string): readonly Process[] => {
  const all = processes();
  return [
    ...all.filter(({ pid, environment }) => pid === npm || environment.includes(mark)),
    ...descendantsOf(npm, all),
  ];
};

/** Starts the test command, and waits until it has a browser, a service, a database server and Jest. */
const startRun = async () => {
  const mark = `WEIR_KILLED=${randomUUID()}`;
  const child = spawn('npm', ['run', 'test:e2e', '--', ...SPECS], {
    cwd: ROOT,
    // As a shell starts it: in a process group of its own.
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, WEIR_KILLED: mark.split('=')[1], WEIR_TEST_POSTGRES: '' },
  });
  const npm = child.pid ?? 0;
  const find = (pattern: RegExp): Process | undefined =>
    processesOf(npm, mark).find(({ command }) => pattern.test(command));
  for (const pattern of [/chromium.*--type=renderer/, /app\/api\.js/, /bin\/postgres/, /spec-process\.js/])
    await untilSo(`a process that matches ${String(pattern)}`, () => find(pattern) !== undefined);
  return { npm, mark, find, before: processesOf(npm, mark) };
};

const keyOf = ({ pid, began }: Process): string => `${pid} ${began}`;

describe('a test command that is killed', () => {
  it.each([
    ['SIGINT to its process group, as Ctrl-C', 'SIGINT', (npm: number) => -npm],
    ['SIGKILL of npm', 'SIGKILL', (npm: number) => npm],
    ['SIGKILL of the command', 'SIGKILL', (_npm: number, find: Find) => find(/^\S*node .*test\.main\.ts/)?.pid],
    ['SIGKILL of Jest', 'SIGKILL', (_npm: number, find: Find) => find(/node .*\/jest -c jest\.e2e/)?.pid],
  ] as const)('leaves no process after %s', async (_name, signal, targetOf) => {
    const { npm, mark, find, before } = await startRun();
    const known = new Set(before.map(keyOf));
    const target = targetOf(npm, find);
    if (target === undefined) throw new Error('The process to kill was not found');
    process.kill(target, signal);
    await untilSo('the end of all processes of the run', () => {
      const left = processes().filter((one) => known.has(keyOf(one)) || one.environment.includes(mark));
      return left.length === 0;
    });
  });
});

type Find = (pattern: RegExp) => Process | undefined;
