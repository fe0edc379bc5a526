import { readdir, readFile } from 'node:fs/promises';

/** A clock tick of Linux: a hundredth of a second. */
const TICK_MS = 10;

interface Stat {
  readonly parent: number;
  readonly ms: number;
  /** Of those it started and that have ended. */
  readonly endedMs: number;
}

/**
 * Fields 4 (parent), 14 and 15 (time in user mode and in the kernel), 16 and 17 (of ended children) of /proc/<pid>/stat; undefined of one
 * that ended.
 */
const statOf = async (pid: string): Promise<Stat | undefined> => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The preceding name is in parentheses and may contain anything.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  if (fields === undefined) return undefined;
  const ticks = (first: number): number => (Number(fields[first]) + Number(fields[first + 1])) * TICK_MS;
  return { parent: Number(fields[1]), ms: ticks(11), endedMs: ticks(13) };
};

/**
 * Returns the processor time that a process has used, milliseconds; hardly affected by other load on the machine. Linux
 * only.
 *
 * @param children adds the time of its child processes, of those that have ended too
 */
export const cpuTime = async (pid: number, { children = false } = {}): Promise<number> => {
  const stat = await statOf(String(pid));
  const own = stat?.ms ?? 0;
  if (!children) return own;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(pids.map(statOf));
  const running = stats.reduce((sum, each) => sum + (each?.parent === pid ? each.ms : 0), 0);
  return own + (stat?.endedMs ?? 0) + running;
};

const memoryField = async (pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> => {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(text)?.[1] ?? 0) / 1_024);
};

/** Returns the resident memory of a process, MiB; 0 of one that ended. Linux only. */
export const memoryOf = (pid: number): Promise<number> => memoryField(pid, 'VmRSS');

/** Returns the most resident memory that a process has had, MiB; 0 of one that ended. Linux only. */
export const peakMemoryOf = (pid: number): Promise<number> => memoryField(pid, 'VmHWM');
