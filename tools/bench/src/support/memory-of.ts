import { readFile } from 'node:fs/promises';

/** What a process holds in memory now, MiB; 0 of one that ended. Linux alone. */
export const memoryOf = async (pid: number): Promise<number> => {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1_024);
};
