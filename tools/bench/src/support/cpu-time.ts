import { readdir, readFile } from 'node:fs/promises';

/** A clock tick of Linux: a hundredth of a second. */
const TICK_MS = 10;

/** Fields 4 (parent), 14 and 15 (time in user mode and in the kernel) of /proc/<pid>/stat; undefined of one that ended. */
const statOf = async (pid: string): Promise<{ readonly parent: number; readonly ms: number } | undefined> => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The preceding name is in parentheses and may contain anything.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  if (fields === undefined) return undefined;
  return { parent: Number(fields[1]), ms: (Number(fields[11]) + Number(fields[12])) * TICK_MS };
};

/**
 * Returns the processor time that a process has used, milliseconds; hardly affected by other load on the machine. Linux
 * only.
 *
 * @param children adds the time of its running child processes
 */
export const cpuTime = async (pid: number, { children = false } = {}): Promise<number> => {
  const own = (await statOf(String(pid)))?.ms ?? 0;
  if (!children) return own;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(pids.map(statOf));
  return own + stats.reduce((sum, stat) => sum + (stat?.parent === pid ? stat.ms : 0), 0);
};
