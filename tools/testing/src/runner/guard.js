/**
 * Ends all processes of a test run after the process that owns the run has ended, even by SIGKILL: spec processes, services,
 * browsers and databases.
 *
 * Processes of the run are the owner, all that have NAME=VALUE in their environment, and all that descend from one of them.
 * Arguments: NAME=VALUE, and a directory to remove at the end or nothing. The owner holds the other end of standard input, which
 * closes when it ends. The guard also ends the run when a process that started the owner in the same process group, such as npm, has
 * ended. Reads /proc, so that it works on Linux; elsewhere it ends the owner and its process group only.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const [, , mark = '', directory = ''] = process.argv;
const owner = process.ppid;
const POLL_MS = 100;
/** How long databases have to stop and remove their files. */
const PATIENCE_MS = 20_000;

// A terminal's Ctrl-C reaches the whole process group. The guard works after it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

const read = (pid, name) => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return '';
  }
};

/** Returns a process, or undefined if it has ended. `began` distinguishes it from a later one of the same number. */
const processOf = (pid) => {
  const stat = read(pid, 'stat');
  // The name, in parentheses, may hold spaces.
  const [state, parent, group, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (stat === '' || state === 'Z') return undefined;
  return { pid, parent: Number(parent), group: Number(group), began: rest[16] };
};

const processes = () => {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (processOf(Number(name)) ?? []) : []));
  } catch {
    return [];
  }
};

/** The owner as it was when the guard began: another process may get its number later. */
const self = processOf(owner);

/** Returns the processes that started the owner, up to the first of another process group, such as a shell's. */
const startersOf = ({ parent, group }) => {
  const starter = parent > 1 ? processOf(parent) : undefined;
  return starter?.group === group ? [starter, ...startersOf(starter)] : [];
};

/** Databases have watchdogs, and runs within this run have guards, which end what they watch after its owner. */
const endsByItself = ({ pid }) => /[/](?:watchdog|guard)\.js\0|[/]postgres\0|^postgres:/.test(read(pid, 'cmdline'));

/** Returns all processes of the run that have not ended. */
const processesOfRun = () => {
  const all = processes();
  const found = new Map();
  const add = (one) => {
    if (found.has(one.pid) || one.pid === process.pid) return;
    found.set(one.pid, one);
    for (const child of all) if (child.parent === one.pid) add(child);
  };
  for (const one of all)
    if ((one.pid === owner && one.began === self?.began) || read(one.pid, 'environ').split('\0').includes(mark))
      add(one);
  return [...found.values()];
};

const kill = (pid) => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
};

/** @param isOwnerEnding whether the owner is ending by itself: killed while it does, a good run would report a failure */
const endRun = async (isOwnerEnding) => {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const left = processesOfRun().filter(({ pid }) => !(isOwnerEnding && pid === owner));
    if (left.length === 0) break;
    const isLate = Date.now() > deadline;
    for (const one of left) if (isLate || !endsByItself(one)) kill(one.pid);
    await sleep(POLL_MS);
  }
  if (directory !== '') await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  process.exit(0);
};

const starters = self === undefined ? [] : startersOf(self);
const watch = setInterval(() => {
  if (starters.every(({ pid, began }) => processOf(pid)?.began === began)) return;
  clearInterval(watch);
  void endRun(false);
}, POLL_MS);

process.stdin.resume();
process.stdin.once('close', () => {
  clearInterval(watch);
  void endRun(true);
});
